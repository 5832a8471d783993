"""The nets learn, and say the same as ONNX; needs torch, which `make test` does not install."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from true_tiles import box, label

from vision.maps import FACES, FINDER_MAPS
from vision.nets import Net
from vision.training.face_data import cutouts
from vision.training.finder_data import encode, finder_example

torch = pytest.importorskip("torch", reason="needs pip install '.[training]'", exc_type=ImportError)

from vision.training.export import export_face, export_finder  # noqa: E402
from vision.training.losses import face_loss, finder_loss, heat_loss  # noqa: E402
from vision.training.nets import FaceNet, FinderNet  # noqa: E402
from vision.training.streams import face_batch, finder_batch  # noqa: E402

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _one_thread_and_one_seed() -> None:
    torch.manual_seed(1)
    torch.set_num_threads(1)


def losses(net: Any, loss: Callable[[], Any], steps: int) -> list[float]:
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3)
    found = []
    net.train()
    for _ in range(steps):
        value = loss()
        optimiser.zero_grad()
        value.backward()
        optimiser.step()
        found.append(float(value.detach()))
    return found


def test_the_finder_learns_a_batch_that_is_repeated() -> None:
    net = FinderNet()
    picture, *rest = finder_batch([finder_example(5, n) for n in range(2)])
    found = losses(net, lambda: finder_loss(net(picture), *rest), 25)
    assert found[-1] < 0.6 * found[0]


def test_the_face_net_learns_a_batch_that_is_repeated() -> None:
    net = FaceNet()
    pixels, *rest = face_batch([one for n in range(2) for one in cutouts(5, n)])
    found = losses(net, lambda: face_loss(*net(pixels), *rest), 25)
    assert found[-1] < 0.6 * found[0]


def test_right_maps_have_nearly_no_loss_and_wrong_ones_have() -> None:
    tiles = (label(box(60, 60, 20)), label(box(180, 160, 75)))
    _, heats, shape, inner, care = finder_batch([encode(np.zeros((256, 256, 3), np.uint8), tiles)])
    logits = torch.logit(heats.clamp(1e-5, 1 - 1e-5))
    right = finder_loss(torch.cat([logits, shape], dim=1), heats, shape, inner, care)
    assert float(right) < 0.6
    for wrong in (torch.cat([-logits, shape], dim=1), torch.cat([logits, shape + 1], dim=1)):
        assert float(finder_loss(wrong, heats, shape, inner, care)) > float(right) + 1.5


def test_where_care_is_0_no_heat_is_wrong() -> None:
    heats, care = torch.zeros(1, 2, 8, 8), torch.ones(1, 8, 8)
    logits = torch.full((1, 2, 8, 8), -9.0)
    logits[:, :, 2, 3] = 9
    assert float(heat_loss(logits, heats, care)) > 5
    care[:, 2, 3] = 0
    assert float(heat_loss(logits, heats, care)) < 0.01


def unsettled(net: Any) -> Any:
    """The net with statistics of its own in every normalisation, as after training."""
    for module in net.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_mean.normal_(0, 0.2)
            module.running_var.uniform_(0.5, 2)
    return net.eval()


@pytest.mark.parametrize("channels_last", [False, True])
def test_the_exported_finder_gives_the_same_maps_for_any_size(tmp_path: Path, channels_last: bool) -> None:
    net = unsettled(FinderNet())
    if channels_last:
        net = net.to(memory_format=torch.channels_last)
    export_finder(net, tmp_path / "finder.onnx")
    exported = Net("finder", ["maps"], tmp_path)
    for height, width in ((256, 256), (96, 352), (32, 32)):
        blob = torch.rand(1, 3, height, width) - 0.5
        (maps,) = exported.run(blob.numpy())
        assert maps.shape == (1, FINDER_MAPS, height // 4, width // 4)
        assert maps == pytest.approx(net(blob).detach().numpy(), abs=1e-3)


def test_the_exported_face_net_gives_the_same_numbers_for_any_count(tmp_path: Path) -> None:
    net = unsettled(FaceNet())
    export_face(net, tmp_path / "face.onnx")
    exported = Net("face", ["vector", "pips"], tmp_path)
    for count in (1, 5, 64, 2):
        blob = torch.randn(count, 3, 80, 128)
        vector, pips = exported.run(blob.numpy())
        expected = net(blob)
        assert vector.shape == (count, FACES)
        assert pips.shape == (count, 1, 20, 32)
        assert vector == pytest.approx(expected[0].detach().numpy(), abs=1e-3)
        assert pips == pytest.approx(expected[1].detach().numpy(), abs=1e-3)


def test_outputs_come_in_the_order_in_which_they_are_asked_for(tmp_path: Path) -> None:
    export_face(FaceNet(), tmp_path / "face.onnx")
    pips, vector = Net("face", ["pips", "vector"], tmp_path).run(np.zeros((2, 3, 80, 128), np.float32))
    assert (pips.shape, vector.shape) == ((2, 1, 20, 32), (2, FACES))


def test_exporting_leaves_the_net_as_it_is(tmp_path: Path) -> None:
    net = FaceNet().train()
    before = {name: value.clone() for name, value in net.state_dict().items()}
    export_face(net, tmp_path / "face.onnx")
    assert net.training
    assert all(torch.equal(value, before[name]) for name, value in net.state_dict().items())
