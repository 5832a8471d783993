"""The slow referee agrees with counts that were found by others, and with a game counted by hand."""

import pytest
from brute_force import Counts, after, count, deals, duties, ending, legal_plays, marked, moves, walk
from brute_history import (
    CABOOSE,
    HUB,
    PRESETS,
    STATION,
    TRAINYARD,
    USUAL,
    VALUES,
    EndlessRound,
    History,
    Laid,
    Table,
    open_doubles,
    open_end,
    tiles_of,
    to_act,
)

REVERSE = HUB | {"close_order": "reverse"}
ANY = HUB | {"close_order": "any"}
NONDOUBLE = HUB | {"multi_double_extra": "first_or_nondouble"}
ON_DOUBLE = HUB | {"double_next_tile": "on_double"}
DEAD_BINDS = HUB | {"dead_double": "binds"}
MUST_COVER = HUB | {"last_tile_double": "must_cover"}


@pytest.mark.parametrize(
    ("options", "games", "out"),
    [
        (HUB, 232, 230),
        (REVERSE, 232, 230),
        (ANY, 232, 230),
        (NONDOUBLE, 232, 230),
        (TRAINYARD, 228, 226),
        (ON_DOUBLE, 228, 226),
        (DEAD_BINDS, 232, 230),
        (MUST_COVER, 244, 188),
    ],
)
def test_all_games_of_the_smallest_set(options: dict[str, str], games: int, out: int) -> None:
    assert count(2, 2, 2, options) == Counts(30, games, out, games - out)


def test_all_games_of_the_set_of_ten() -> None:
    assert count(3, 2, 4, HUB, rename=True) == (630, 132480, 111762, 20718)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "hand", "options", "expected"),
    [
        (2, 4, TRAINYARD, (630, 117114, 95736, 21378)),
        (2, 4, ANY, (630, 134790, 113586, 21204)),
        (2, 4, MUST_COVER, (630, 141978, 72486, 69492)),
        (3, 3, DEAD_BINDS, (1680, 183030, 168558, 14472)),
        (2, 3, REVERSE, (10080, 418914, 362514, 56400)),
    ],
)
def test_all_games_of_the_set_of_ten_with_options(
    players: int, hand: int, options: dict[str, str], expected: tuple[int, ...]
) -> None:
    assert count(3, players, hand, options, rename=True) == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_renaming_the_numbers_counts_the_same_games(preset: str) -> None:
    assert count(2, 2, 2, PRESETS[preset], rename=True) == count(2, 2, 2, PRESETS[preset])


def test_sequences_of_one_deal_with_the_boneyard_in_order() -> None:
    hands = (frozenset({(0, 3), (1, 1), (1, 3)}), frozenset({(2, 3), (2, 2), (0, 2)}))
    order = [(1, 2), (0, 1), (0, 0)]
    table = Table(3, 2, 3, HUB)
    found = []
    nodes = [((), hands, frozenset(order))]
    for _ in range(8):
        following = []
        for history, held, boneyard in nodes:
            if ending(table, history, held, boneyard):
                following.append((history, held, boneyard))
                continue
            drawn = next((tile for tile in order if tile in boneyard), None)
            for move in moves(table, history, held[to_act(table, history)], boneyard):
                if move[1] != "draw" or move[2] == drawn:
                    following.append(((*history, move), *after(held, boneyard, move)))
        nodes = following
        found.append(len(nodes))
    assert found == [4, 7, 9, 17, 21, 22, 22, 23]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        # laying both tiles ends the round; after a stop the other lays both, or stops for one more turn
        (STATION, ["out", "out", "out"]),
        # who lays both tiles still waits for the other, who lays two or one
        (CABOOSE, ["out", "out", "out", "out"]),
    ],
)
def test_whole_trains_of_one_deal(options: dict[str, str], expected: list[str]) -> None:
    hands = (frozenset({(0, 2), (0, 1)}), frozenset({(1, 2), (1, 1)}))
    nodes = walk(Table(2, 2, 2, options), (), hands, frozenset({(0, 0)}))
    assert [end for *_, end in nodes if end] == expected


def test_every_deal_gives_out_every_tile_once() -> None:
    everything = sorted(set(tiles_of(2)) - {(2, 2)})
    dealt = [sorted([*hands[0], *hands[1], *rest]) for hands, rest in deals(2, 2, 2)]
    assert dealt == [everything] * 30


# Two players, engine 3-3.
PASS_0, PASS_1 = (0, "pass"), (1, "pass")
ON_OWN_0 = (0, "play", (2, 3), 0)
ON_OWN_1 = (1, "play", (1, 3), 1)
DOUBLE_0 = (0, "play", (2, 2), 0)
HAND = frozenset({(0, 3), (0, 2), (1, 1), (0, 0)})


@pytest.mark.parametrize(
    ("changes", "history", "expected"),
    [
        ({}, (), {((0, 3), 0), ((0, 3), "M")}),
        ({"mexican_from": "second_turn"}, (), {((0, 3), 0)}),
        ({"own_train_first": "mexican"}, (), {((0, 3), 0)}),
        ({}, (PASS_0,), {((0, 3), 0), ((0, 3), 1), ((0, 3), "M")}),
        ({"first_turn_trains": "own"}, (PASS_0,), {((0, 3), 1), ((0, 3), "M")}),
        ({"own_train_first": "all"}, (PASS_0,), {((0, 3), 1)}),
        ({}, (ON_OWN_0, ON_OWN_1), {((0, 2), 0), ((0, 3), "M")}),
        # a double asks for a further tile, on any open train or only on it
        ({}, (ON_OWN_0, ON_OWN_1, DOUBLE_0), {((0, 2), 0), ((0, 3), "M")}),
        ({"double_next_tile": "on_double"}, (ON_OWN_0, ON_OWN_1, DOUBLE_0), {((0, 2), 0)}),
        # and binds the next player, whose train and the Mexican train are shut
        ({}, (ON_OWN_0, ON_OWN_1, DOUBLE_0, PASS_0), {((0, 2), 0)}),
        ({"open_double_binds": "next"}, (ON_OWN_0, ON_OWN_1, DOUBLE_0, PASS_0), {((0, 2), 0)}),
        (
            {"open_double_binds": "next"},
            (ON_OWN_0, ON_OWN_1, DOUBLE_0, PASS_0, PASS_1),
            {((0, 2), 0), ((0, 3), "M"), ((1, 1), 1)},
        ),
        (
            {"open_double_binds": "train"},
            (ON_OWN_0, ON_OWN_1, DOUBLE_0, PASS_0),
            {((0, 2), 0), ((0, 3), "M"), ((1, 1), 1)},
        ),
        # a first turn that is a whole train goes on along it
        ({"first_turn": "train"}, (ON_OWN_0,), {((0, 2), 0)}),
        ({"first_turn": "train"}, (ON_OWN_0, (0, "stop")), {((0, 3), 1), ((0, 3), "M")}),
        ({"first_turn": "train", "first_turn_double": "waits"}, (ON_OWN_0, DOUBLE_0), {((0, 2), 0)}),
        (
            {"first_turn": "train", "first_turn_double": "binds"},
            (ON_OWN_0, DOUBLE_0),
            {((0, 2), 0), ((0, 3), "M")},
        ),
        (
            {"first_turn": "train", "first_turn_double": "waits"},
            (ON_OWN_0, DOUBLE_0, (0, "stop")),
            {((0, 3), 1), ((0, 3), "M")},
        ),
        (
            {"first_turn": "train", "first_turn_double": "waits"},
            (ON_OWN_0, DOUBLE_0, (0, "stop"), PASS_1),
            {((0, 2), 0)},
        ),
        (
            {"first_turn": "train", "first_turn_double": "free"},
            (ON_OWN_0, DOUBLE_0, (0, "stop"), PASS_1),
            {((0, 2), 0), ((0, 3), 1), ((0, 3), "M")},
        ),
    ],
)
def test_where_a_hand_may_be_laid(
    changes: dict[str, str], history: History, expected: set[tuple[tuple[int, int], int | str]]
) -> None:
    assert legal_plays(Table(3, 2, 6, HUB | changes), history, HAND) == expected


# One player has laid 2-2 and 1-1 in this turn, on his own train and on the Mexican train.
TWO_DOUBLES: History = (
    (0, "play", (2, 3), 0),
    (1, "play", (1, 3), "M"),
    (0, "play", (2, 2), 0),
    (0, "play", (1, 1), "M"),
)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"multi_double_extra": "anywhere"}, {((0, 2), 0), ((0, 1), "M")}),
        ({"multi_double_extra": "first_only"}, {((0, 2), 0)}),
        ({"multi_double_extra": "first_only", "close_order": "reverse"}, {((0, 1), "M")}),
        ({"multi_double_extra": "first_only", "close_order": "any"}, {((0, 2), 0), ((0, 1), "M")}),
        ({"multi_double_extra": "first_or_nondouble"}, {((0, 2), 0)}),
        ({"open_double_binds": "next"}, {((0, 2), 0)}),
    ],
)
def test_the_tile_after_two_doubles(
    changes: dict[str, str], expected: set[tuple[tuple[int, int], int | str]]
) -> None:
    hand = frozenset({(0, 1), (0, 2)})
    assert legal_plays(Table(3, 2, 5, HUB | changes), TWO_DOUBLES, hand) == expected


@pytest.mark.parametrize(
    ("order", "expected"),
    [("as_played", {((0, 2), 0)}), ("reverse", {((0, 1), "M")}), ("any", {((0, 2), 0), ((0, 1), "M")})],
)
def test_the_order_of_covering(order: str, expected: set[tuple[tuple[int, int], int | str]]) -> None:
    table = Table(3, 2, 5, HUB | {"close_order": order})
    hand = frozenset({(0, 1), (0, 2), (0, 3)})
    assert legal_plays(table, (*TWO_DOUBLES, PASS_0), hand) == expected
    assert len(open_doubles(TWO_DOUBLES)) == 2


# Every tile with a 2 lies on the table, the double last.
DEAD: History = (
    (0, "play", (2, 3), 0),
    (1, "play", (1, 3), 1),
    (0, "play", (0, 2), 0),
    (1, "play", (1, 2), 1),
    (0, "pass"),
    (1, "play", (2, 2), 1),
)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, {((0, 0), 0), ((0, 3), 0), ((0, 3), "M")}),
        ({"double_next_tile": "on_double"}, {((0, 0), 0), ((0, 3), 0), ((0, 3), "M")}),
        ({"doubles_per_turn": "one"}, {((0, 3), 0), ((0, 3), "M")}),
        ({"dead_double": "binds", "double_next_tile": "on_double"}, set()),
    ],
)
def test_a_dead_double_frees_the_tile_that_is_owed(
    changes: dict[str, str], expected: set[tuple[tuple[int, int], int | str]]
) -> None:
    table = Table(3, 2, 5, HUB | changes)
    assert legal_plays(table, DEAD, frozenset({(0, 0), (0, 3)})) == expected
    releases = table.options["dead_double"] == "releases"
    assert duties(table, (*DEAD, PASS_1), 0) == ([] if releases else [Laid(5, 1, 2, 1)])


@pytest.mark.parametrize(
    ("changes", "history", "expected"),
    [
        ({}, (PASS_0,), True),
        ({}, (PASS_0, PASS_1, (0, "play", (0, 3), "M")), True),
        ({"marker_off": "any_play"}, (PASS_0, PASS_1, (0, "play", (0, 3), "M")), False),
        ({}, (PASS_0, PASS_1, ON_OWN_0), False),
        ({}, (ON_OWN_0, ON_OWN_1, DOUBLE_0, PASS_0), True),
        ({}, ((0, "play", (2, 3), "M"), (1, "play", (2, 2), "M"), PASS_1, PASS_0), True),
        (
            {"failed_cover": "no_mark"},
            ((0, "play", (2, 3), "M"), (1, "play", (2, 2), "M"), PASS_1, PASS_0),
            False,
        ),
    ],
)
def test_who_has_a_marker(changes: dict[str, str], history: History, expected: bool) -> None:
    assert marked(Table(3, 2, 5, HUB | changes), history, 0) is expected


DRAW_0 = (0, "draw", (0, 0))
DRAWS = [(0, "draw", (0, 1)), (0, "draw", (1, 1))]


@pytest.mark.parametrize(
    ("changes", "history", "expected"),
    [
        ({}, (), DRAWS),
        ({}, (DRAW_0,), [PASS_0]),
        ({"no_start": "mark"}, (), [PASS_0]),
        ({"draws_per_turn": "2"}, (DRAW_0,), DRAWS),
        ({"draws_per_turn": "2"}, (DRAW_0, (0, "draw", (0, 2))), [PASS_0]),
        ({"draws_per_turn": "until_playable"}, (DRAW_0, (0, "draw", (0, 2))), DRAWS),
        ({}, (ON_OWN_0, ON_OWN_1, DRAW_0, DOUBLE_0), DRAWS),
        ({"redraw_after_double": "no"}, (ON_OWN_0, ON_OWN_1, DRAW_0, DOUBLE_0), [PASS_0]),
        ({"redraw_after_double": "no"}, (ON_OWN_0, ON_OWN_1, DOUBLE_0), DRAWS),
        ({"first_turn": "train"}, (ON_OWN_0,), [(0, "stop")]),
    ],
)
def test_what_a_player_does_who_has_no_play(
    changes: dict[str, str], history: History, expected: list[tuple[object, ...]]
) -> None:
    table = Table(3, 2, 5, HUB | changes)
    assert moves(table, history, frozenset(), frozenset({(0, 1), (1, 1)})) == expected


def test_a_tile_is_one_move_however_it_is_turned() -> None:
    table = Table(3, 2, 5, HUB)
    assert open_end(table, ((0, "play", (1, 3), 0), (1, "pass"), (0, "play", (0, 1), 0)), 0) == 0


@pytest.mark.parametrize(
    ("changes", "tile", "expected"),
    [({}, (2, 2), "out"), ({"last_tile_double": "must_cover"}, (2, 2), ""), ({}, (0, 2), "out")],
)
def test_the_last_tile(changes: dict[str, str], tile: tuple[int, int], expected: str) -> None:
    history: History = ((0, "play", (2, 3), 0), (1, "play", (1, 3), 1), (0, "play", tile, 0))
    table = Table(3, 2, 2, HUB | changes)
    assert ending(table, history, (frozenset(), frozenset({(0, 3)})), frozenset()) == expected


def test_who_is_out_in_his_first_turn_lets_the_others_have_theirs() -> None:
    table = Table(3, 2, 1, CABOOSE)
    hands = (frozenset(), frozenset({(0, 0)}))
    history: History = ((0, "play", (2, 3), 0),)
    assert ending(table, history, hands, frozenset()) == ""
    assert to_act(table, history) == 1
    assert ending(table, (*history, PASS_1), hands, frozenset()) == "out"
    assert ending(table._replace(options=STATION), history, hands, frozenset()) == "out"


def test_a_round_without_end_is_told() -> None:
    table = Table(3, 2, 3, HUB | {"open_double_binds": "next", "failed_cover": "no_mark"})
    history: History = (
        (0, "play", (1, 3), 0),
        (1, "play", (2, 3), 1),
        (0, "play", (1, 1), 0),
        (0, "pass"),
    )
    # Seat 1 has the duty and no 1; the tile of seat 0 fits his train alone, which never gets a marker.
    hands = (frozenset({(0, 2)}), frozenset({(0, 0), (2, 2)}))
    with pytest.raises(EndlessRound):
        list(walk(table, history, hands, frozenset()))


@pytest.mark.parametrize("option", VALUES)
def test_each_value_of_an_option_plays_all_games_to_their_end(option: str) -> None:
    for value in VALUES[option]:
        for preset in (USUAL, CABOOSE):
            found = count(2, 2, 2, preset | {option: value}, rename=True)
            assert found.deals == 30
            assert found.games == found.out + found.blocked >= 30
