"""The table of `make test`, and what makes the run fail; what `make mutants` counts."""

import shutil

import pytest

from scripts import check, mutants

YES, NO = str(shutil.which("true")), str(shutil.which("false"))
REPORT = """<testsuites><testsuite>
<testcase classname="tests.a" name="test_one"/>
<testcase classname="tests.a" name="test_two">{}</testcase>
</testsuite></testsuites>"""


@pytest.fixture
def run(monkeypatch, tmp_path, capfd):
    """Run the steps given, where pytest wrote that report, and services are there: the exit code, and the table."""

    def run(steps, inside="", ci="", there=(), lacking=()):
        cases = list(check.ElementTree.fromstring(REPORT.format(inside))[0])
        monkeypatch.setenv("CI", ci)
        monkeypatch.setattr(check, "REPORTS", tmp_path / "var")
        monkeypatch.setattr(check, "STEPS", steps)
        monkeypatch.setattr(check, "all_tests", lambda step: cases)
        monkeypatch.setattr(check, "install", lambda: list(lacking))
        monkeypatch.setattr(check.Services, "environment", lambda services: dict(there))
        code = check.main()
        return code, capfd.readouterr().out

    return run


def test_all_steps_pass(run):
    code, table = run({"lint": [YES], "tests": [YES]}, ci="1")
    assert code == 0
    assert "2 tests, 0 failed, 0 skipped" in table
    assert table.endswith("all passed\n")


def test_every_step_runs_though_one_fails(run):
    code, table = run({"lint": [NO], "tests": [YES]})
    assert code == 1
    assert "lint     FAILED" in table
    assert "tests    passed" in table
    assert table.endswith("NOT ALL PASSED\n")


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("1", 1)])
def test_what_is_skipped_is_named_and_fails_in_ci(run, ci, code):
    got, table = run({"tests": [YES]}, inside="<skipped/>", ci=ci)
    assert got == code
    assert "skipped: tests.a::test_two" in table


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("1", 1)])
def test_a_step_without_its_service_is_named_and_fails_in_ci(run, ci, code):
    got, table = run({"tests": [YES], "postgres": [NO]}, ci=ci, lacking=["PostgreSQL is not there: apt-get ..."])
    assert got == code
    assert "PostgreSQL is not there: apt-get ..." in table
    assert "skipped: postgres: not run" in table
    assert "postgres passed" not in table


FIRST = ["/bin/sh", "-c", 'case "$*" in *--last-failed*) exit 0;; *) exit 1;; esac', "sh"]  # passes the second time


def test_what_passes_when_it_runs_alone_is_named(run):
    code, table = run({"browser": FIRST}, inside="<failure/>", ci="1", there={"CHROMIUM": "/chromium"})
    assert code == 0
    assert "browser  passed" in table
    assert "failed at the first try: tests.a::test_two" in table


def test_what_fails_twice_fails(run):
    assert run({"tests": [NO]}, inside="<failure/>")[0] == 1


def test_a_run_that_fails_as_a_whole_is_not_repeated(run, monkeypatch):
    assert run({"tests": FIRST})[0] == 1
    monkeypatch.setattr(check, "FEW", 0)
    assert run({"tests": FIRST}, inside="<failure/>")[0] == 1


def test_a_step_is_told_where_its_service_is(run):
    asks = ["/bin/sh", "-c", 'test "$DATABASE_URL" = postgres://x', "sh"]
    assert run({"postgres": asks}, there={"TEST_DATABASE_URL": "postgres://x"})[0] == 0
    assert run({"postgres": asks}, there={"TEST_DATABASE_URL": "postgres://y"})[0] == 1


def test_what_is_not_run_here_is_named(run):
    assert "not run here: the large shares (make soak)" in run({"tests": [YES]})[1]


@pytest.fixture
def mutated(monkeypatch, tmp_path):
    """What `make mutants` says when these mutants ended so, and those are excepted."""

    def mutated(ends, allowed="", only=()):
        monkeypatch.setattr(mutants.sys, "argv", ["mutants.py", *only])
        monkeypatch.setattr(mutants, "MUTMUT", YES)
        monkeypatch.setattr(mutants, "ALLOWED", tmp_path / "allowed.txt")
        mutants.ALLOWED.write_text(allowed)
        monkeypatch.setattr(mutants, "ends", lambda: {f"m__mutmut_{n}": end for n, end in enumerate(ends)})
        monkeypatch.setattr(mutants, "changed_line", lambda name: "x = 2")
        return mutants.main()

    return mutated


def test_fewer_than_five_percent_may_live(mutated):
    assert mutated(["killed"] * 96 + ["survived"] * 4) == 0
    assert mutated(["killed"] * 95 + ["survived"] * 5) == 1
    assert mutated(["killed"] * 90 + ["no tests"] * 10) == 1
    assert mutated(["not checked"] * 100) == 1


def test_an_exception_holds_for_its_line_only(mutated):
    assert mutated(["survived", "killed"], "m__mutmut_0\nx = 2\nbecause") == 0
    assert mutated(["survived", "killed"], "m__mutmut_0\nx = 3\nbecause") == 1


def test_an_exception_for_nothing_is_refused(mutated):
    assert mutated(["killed"], "m__mutmut_0\nx = 2\nbecause") == 1
    assert mutated(["killed"], "m__mutmut_0\nx = 2\nbecause", only=["m*"]) == 0


def test_an_exception_has_a_reason(mutated):
    with pytest.raises(SystemExit, match="m__mutmut_0 has no reason"):
        mutated(["survived"], "m__mutmut_0\nx = 2")
