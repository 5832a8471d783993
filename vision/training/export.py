"""From a trained net to the ONNX file that the program reads."""

from __future__ import annotations

import copy
import warnings
from pathlib import Path

import torch
from torch import nn

from vision.crops import SIZE


def export_finder(net: nn.Module, path: Path) -> None:
    """Write the finder; its pictures may have any sides that are multiples of 32."""
    _export(
        net, torch.zeros(1, 3, 256, 256), path, {"picture": {2: "height", 3: "width"}}, "picture", ["maps"]
    )


def export_face(net: nn.Module, path: Path) -> None:
    """Write the face net, for any number of cut-outs."""
    example = torch.zeros(1, 3, SIZE[1], SIZE[0])
    _export(net, example, path, {"cutouts": {0: "count"}}, "cutouts", ["vector", "pips"])


def _export(
    net: nn.Module,
    example: torch.Tensor,
    path: Path,
    free: dict[str, dict[int, str]],
    takes: str,
    gives: list[str],
) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    plain = copy.deepcopy(net).eval()
    for parameter in plain.parameters():
        parameter.data = parameter.data.contiguous()
    with warnings.catch_warnings():
        # The older exporter says that it is old; both OpenCVs read what it writes.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            plain,
            (example,),
            str(path),
            input_names=[takes],
            output_names=gives,
            dynamic_axes=free,
            dynamo=False,
        )
