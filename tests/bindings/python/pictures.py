"""What notebooks show: pictures of the blocks of the processes, well-formed and without a message."""

import xml.etree.ElementTree as ET

import numpy as np

import weft
from support import comm, rank, size

SVG = "{http://www.w3.org/2000/svg}"


def shown(thing):
    """The HTML as a tree, what it says, and its pictures as (rectangles, texts) each."""
    tree = ET.fromstring(thing._repr_html_().replace("&nbsp;", " "))
    pictures = [(svg.findall(f"{SVG}rect"), [text.text for text in svg.findall(f"{SVG}text")]) for svg in tree.iter(f"{SVG}svg")]
    return " ".join(tree.itertext()), pictures


def filled(rectangles):
    """The blocks that are filled."""
    return [r for r in rectangles if "fill-opacity" in r.attrib]


def area(rectangle):
    return float(rectangle.get("width")) * float(rectangle.get("height"))


def test_a_plan_shows_both_sides_and_this_processs_block():
    with weft.Plan((12, 10, 8)) as plan:
        said, pictures = shown(plan)
        assert len(pictures) == 2 and plan.choice in said and "r2c" in said
        for layout, (rectangles, texts) in zip((plan.points_layout, plan.modes_layout), pictures):
            assert len(rectangles) == 1 + size and len(filled(rectangles)) == 1
            assert [str(r) for r in range(size)] == [text for text in texts if not text.startswith("axis")]
            assert str(layout.shape) in said
            part = np.prod(layout.local_shape(rank)) / np.prod(layout.shape)
            assert abs(area(filled(rectangles)[0]) / area(rectangles[0]) - part) < 0.01
    assert "closed" in plan._repr_html_()


def test_pictures_send_no_message():
    """One process alone looks."""
    with weft.Plan((12, 10, 8)) as plan:
        u = plan.points()
        if rank == 0:
            assert all("<svg" in thing._repr_html_() for thing in (plan, u, u.layout))
        comm.Barrier()


def test_an_array_shows_its_block_and_its_ghost_cells():
    layout = weft.Layout((9, 4), size, 0, ghosts=(1, 0))
    u = weft.zeros(layout, "float32")
    said, [(rectangles, texts)] = shown(u)
    assert "float32" in said and f"process {rank}: [{u.box[0][0]}:{u.box[0][1]}, 0:4]" in said
    assert len([r for r in rectangles if "stroke-dasharray" in r.attrib]) == 1
    assert {"axis 0: 9 ↓", "axis 1: 4 →"} <= set(texts)
    assert u[1:]._repr_html_() is None
    with weft.Halo(layout) as halo:
        assert halo.exchange_name in shown(halo)[0]


def test_layouts_of_any_kind_are_drawn():
    empty, [(rectangles, _)] = shown(weft.zeros(weft.Layout((size + 1, 5), size, 0, {0: [size + 1] + [0] * (size - 1)})))
    assert len(rectangles) == 2 and ("nothing" in empty) == (rank > 0)
    for layout, n_blocks in (
        (weft.Layout((16, 12, 8), (2, 2, 2), (0, 1, 2)), 4),       # bricks: a plane of blocks
        (weft.Layout((16, 12), (2, 3), (1, 1)), 6),                # two dimensions of the grid cut one axis
        (weft.Layout((7,), 3, 0), 3),
        (weft.Layout((4096, 4096), (64, 64), (0, 1)), 0),          # too many to draw
        (weft.Layout((10**9, 1, 1), 100, 0), 100),                 # numbers do not fit
    ):
        _, [(rectangles, texts)] = shown(layout)
        assert len(rectangles) == 1 + n_blocks and not filled(rectangles), layout
        assert len(texts) <= 2 + n_blocks
    assert "axis 2" in shown(weft.Layout((16, 12, 8), (2, 2, 2), (0, 1, 2)))[0]
