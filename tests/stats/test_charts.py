"""Charts draw values to scale, with readable labels."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.stats.charts import EDGE, HEIGHT, LEFT, LETTER, WIDTH, Bar, Point, draw_bars, draw_line

values = st.floats(-5_000, 5_000).map(lambda value: round(value, 2))


def numbers(svg: str, pattern: str) -> list[float]:
    return [float(number) for found in re.findall(pattern, svg) for number in re.split("[ ,]", found) if number]


@given(st.lists(st.builds(Point, st.just("x"), values, st.floats(0, 500)), min_size=1, max_size=60))
def test_a_line_stays_within_its_drawing_and_rises_where_values_rise(points):
    svg = draw_line("Title", "About", points, ("a",), []).svg
    drawn = numbers(svg, r'<polyline class="line" points="([^"]+)"')
    xs, ys = drawn[0::2], drawn[1::2]
    assert len(xs) == len(points)
    assert xs == sorted(xs)
    assert all(0 <= x <= WIDTH for x in xs)
    band = numbers(svg, r'<polygon class="band" points="([^"]+)"')
    assert all(-0.2 <= y <= HEIGHT + 0.2 for y in (*ys, *band[1::2]))
    highest = max(range(len(points)), key=lambda place: points[place].value)
    assert ys[highest] == min(ys)


@given(st.lists(st.builds(Bar, st.just("x"), st.floats(0, 5_000), st.floats(0, 5_000)), min_size=1, max_size=60))
def test_bars_start_at_zero_and_are_as_high_as_their_values(found):
    svg = draw_bars("Title", "About", found, ("a",), []).svg
    tops, heights = numbers(svg, r'class="bar" x="[^"]+" y="([^"]+)"'), numbers(svg, r'height="([^"]+)"/>')
    assert len(tops) == len(found)
    for top, height in zip(tops, heights, strict=True):
        assert top + height == pytest.approx(HEIGHT, abs=0.2)
        assert 0 <= height <= HEIGHT
    most = max(found, key=lambda bar: bar.value).value
    for bar, height in zip(found, heights, strict=True):
        if most > 1e-6:
            assert height == pytest.approx(max(heights) * bar.value / most, abs=0.3)


def test_grid_lines_are_at_round_numbers():
    svg = draw_line("Title", "About", [Point("a", 1490, 20), Point("b", 1612, 84)], ("a",), []).svg
    assert re.findall(r'mark-words"[^>]*>([^<]+)<', svg) == ["1400", "1500", "1600", "1700"]


def test_large_numbers_are_written_out():
    svg = draw_bars("Title", "About", [Bar("a", 2_400_000)], ("a",), []).svg
    assert re.findall(r'mark-words"[^>]*>([^<]+)<', svg) == ["0", "1,000,000", "2,000,000", "3,000,000"]


@given(st.integers(1, 90), st.integers(1, 10))
def test_labels_do_not_overlap_or_get_cut_off_and_include_the_last(count, length):
    labels = [f"{number:x>{length}}" for number in range(count)]
    svg = draw_bars("Title", "About", [Bar(label, 1) for label in labels], ("a",), []).svg
    shown = [(float(x), label) for x, label in re.findall(r'class="label" x="([^"]+)"[^>]*>([^<]+)<', svg)]
    assert shown[-1][1] == labels[-1]
    edges = [edge for x, label in shown for edge in (x - LETTER * len(label) / 2, x + LETTER * len(label) / 2)]
    assert edges == sorted(edges)
    assert edges[0] >= -LEFT
    assert edges[-1] <= WIDTH + EDGE


def test_titles_and_labels_of_charts_are_escaped():
    svg = draw_bars("<script>", '"&', [Bar("<b>", 1)], ("a",), []).svg
    assert "<script>" not in svg
    assert "<b>" not in svg
    assert "<title>&lt;script&gt;</title>" in svg


@pytest.mark.parametrize(("most", "marks"), [(1, "0 1"), (2, "0 1 2"), (347, "0 100 200 300 400")])
def test_axes_of_counts_have_whole_numbers(most, marks):
    svg = draw_bars("Title", "About", [Bar("x", 1), Bar("y", most)], ("a",), []).svg
    assert re.findall(r'class="mark-words"[^>]*>([^<]+)<', svg) == marks.split()
