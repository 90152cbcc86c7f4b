"""What `make test`, `make proofs` and `make quick` run and print, when they fail, and how mutants are counted."""

import re
import shutil
import signal
import sys
from pathlib import Path

import pytest

from scripts import check, mutants, proofs, quick, steps
from scripts.steps import Result, Step
from tests.waiting import until

ROOT = Path(check.__file__).parent.parent

YES, NO = str(shutil.which("true")), str(shutil.which("false"))
REPORT = """<testsuites><testsuite>
<testcase classname="tests.a" name="test_one"/>
<testcase classname="tests.a" name="test_two">{}</testcase>
</testsuite></testsuites>"""
WORK = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'sum(i % 7 for i in range(3_000_000))'])"


@pytest.fixture
def run(monkeypatch, tmp_path, capfd):
    """Run steps with a given report of pytest and given services: the exit code and the output."""

    def run(wanted, inside="", ci="", there=(), lacking=()):
        monkeypatch.setenv("CI", ci)
        monkeypatch.setattr(steps, "REPORTS", tmp_path)
        monkeypatch.setattr(check, "PREPARE", float("inf"))
        monkeypatch.setattr(check, "install", lambda: list(lacking))
        monkeypatch.setattr(check.Services, "environment", lambda services: dict(there))
        for step in wanted:
            (tmp_path / f"{step.name}.xml").write_text(REPORT.format(inside))
        monkeypatch.setattr(Path, "unlink", lambda path, missing_ok=False: None)  # the report already exists
        code = check.main(wanted)
        return code, capfd.readouterr().out

    return run


def test_a_run_whose_steps_all_pass_succeeds(run):
    code, said = run([Step("lint", [YES]), Step("sqlite", [YES], tests="all")], ci="1")
    assert code == 0
    assert "2 tests, 0 failed, 0 skipped; all" in said
    assert "2 passed, 0 failed, 0 skipped\nAll 3 steps ran and passed" in said


def test_a_failing_step_ends_the_run(run):
    code, said = run([Step("lint", [NO]), Step("types", [YES])])
    assert code == 1
    assert "lint          FAILED" in said
    assert "types: not run, because lint failed" in said
    assert said.endswith("FAILED: lint\n")


def test_a_failed_test_is_not_run_again(run, tmp_path):
    counted = tmp_path / "runs"
    once = [
        "/bin/sh",
        "-c",
        f'echo run >> {counted}; test "$(wc -l < {counted})" -gt 1',
        "sh",
    ]  # passes next time
    code, said = run([Step("sqlite", once, tests="all")], inside="<failure/>")
    assert code == 1
    assert counted.read_text() == "run\n"
    assert "1 passed, 1 failed, 0 skipped" in said


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("1", 1)])
def test_skipped_tests_are_named_and_fail_in_ci(run, ci, code):
    got, said = run([Step("sqlite", [YES], tests="all")], inside="<skipped/>", ci=ci)
    assert got == code
    assert "skipped: tests.a::test_two" in said
    assert "Everything that ran passed, but some steps didn't run" in said


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("1", 1)])
def test_a_step_without_its_service_is_named_and_fails_in_ci(run, ci, code):
    needy = Step("postgres", [NO], needs="TEST_DATABASE_URL")
    got, said = run([Step("lint", [YES]), needy], ci=ci, lacking=["PostgreSQL is not there: apt-get ..."])
    assert got == code
    assert "PostgreSQL is not there: apt-get ..." in said
    assert "postgres: not run" in said
    assert "ran and passed" not in said


def test_a_step_gets_the_address_of_its_service(run):
    asks = ["/bin/sh", "-c", 'test "$DATABASE_URL" = postgres://x', "sh"]
    step = Step("postgres", asks, needs="TEST_DATABASE_URL", environment={"DATABASE_URL": "TEST_DATABASE_URL"})
    assert run([step], there={"TEST_DATABASE_URL": "postgres://x"})[0] == 0
    assert run([step], there={"TEST_DATABASE_URL": "postgres://y"})[0] == 1


def test_a_step_over_its_budget_fails_even_if_its_tests_pass(run):
    code, said = run([Step("sqlite", [sys.executable, "-c", WORK], budget=0.01)])
    assert code == 1
    assert "over its budget of 0 CPU s" in said


def test_cpu_seconds_include_child_processes_and_services():
    with steps.Services() as services:
        runner = steps.Runner(services, {})
        services.start([sys.executable, "-c", WORK + "; input()"], services.folder(), signal.SIGKILL)
        process = services.running[0][0]
        while not (seen := steps.cpu_of(process.pid)):
            assert process.poll() is None
        result = runner.run(Step("work", [sys.executable, "-c", WORK]))
    assert seen > 0
    assert result.cpu > 0.05


@pytest.mark.parametrize(("measured", "normal"), [(3.0, 10.0), (0.5, 30.0)], ids=["slow", "fast"])
def test_cpu_seconds_on_a_slow_machine_count_less(monkeypatch, measured, normal):
    monkeypatch.setattr(steps, "speed_test", lambda: measured * steps.REFERENCE)
    with steps.SpeedMeter() as meter:
        pass
    result = Result("sqlite", True, cpu=30, slowness=meter.slowness, budget=20)
    assert result.normal_cpu == pytest.approx(normal)
    assert steps.check_budget(result).passed == (normal <= 20)


def test_the_speed_is_measured_again_and_again_while_a_step_runs(monkeypatch):
    monkeypatch.setattr(steps, "MEASURE_EVERY", 0.01)
    with steps.SpeedMeter() as meter:
        until(lambda: len(meter.measured) > 2, "three measurements")
    assert min(meter.measured) > 0


def test_the_budgets_of_all_steps_add_up_to_no_more_than_the_total():
    assert check.PREPARE + sum(step.budget for step in check.STEPS) <= check.TOTAL


def test_the_output_names_what_make_test_does_not_run(run):
    assert "not part of make test: long tests (make proofs)" in run([Step("lint", [YES])])[1]


def test_every_topic_of_proofs_has_tests_and_every_mark_names_a_topic():
    marked = {
        topic
        for path in (ROOT / "tests").rglob("test_*.py")
        for topic in re.findall(r"proof\(\"(\w+)\"\)", path.read_text())
    }
    assert marked == set(proofs.TOPICS) - {"postgres", "shares", "planted"}


def test_an_unknown_topic_is_refused():
    with pytest.raises(SystemExit, match="There's no topic pags"):
        proofs.main(["pages", "pags"])


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("games/notifications/sending.py", "tests/notifications/test_mail.py"),  # imports it
        ("accounts/names.py", "tests/accounts/test_names.py"),
        ("games/rules/push/scoring.py", "tests/rules/push/test_scoring_proved.py"),
        ("tests/rules/test_dealers.py", "tests/rules/test_dealers.py"),
        ("templates/base.html", "tests/test_templates.py"),
    ],
)
def test_quick_finds_the_tests_of_a_file(file, test):
    assert test in quick.find_tests([file])


def test_quick_does_not_run_everything():
    assert quick.find_tests(["games/rules/push/scoring.py"]) == [
        "tests/rules/push/test_scoring.py",
        "tests/rules/push/test_scoring_proved.py",
    ]
    assert quick.find_tests(["README.md"]) == []


def test_the_table_ends_with_the_totals():
    results = [Result("a", True, 1.5, 2, 10), Result("b", False, 2.5, 3, slowness=2)]
    assert steps.format_table(results).splitlines()[-1].split() == ["total", "4.0", "2.8", "5.0"]


@pytest.fixture
def mutated(monkeypatch, tmp_path):
    """Run `make mutants` with given outcomes and exceptions; return its exit code."""

    def mutated(ends, allowed="", only=()):
        monkeypatch.setattr(mutants.sys, "argv", ["mutants.py", *only])
        monkeypatch.setattr(mutants, "MUTMUT", YES)
        monkeypatch.setattr(mutants, "ALLOWED", tmp_path / "allowed.txt")
        mutants.ALLOWED.write_text(allowed)
        monkeypatch.setattr(mutants, "load_outcomes", lambda: {f"m__mutmut_{n}": end for n, end in enumerate(ends)})
        monkeypatch.setattr(mutants, "find_changed_line", lambda name: "x = 2")
        return mutants.main()

    return mutated


def test_fewer_than_five_percent_of_mutants_may_survive(mutated):
    assert mutated(["killed"] * 96 + ["survived"] * 4) == 0
    assert mutated(["killed"] * 95 + ["survived"] * 5) == 1
    assert mutated(["killed"] * 90 + ["no tests"] * 10) == 1
    assert mutated(["not checked"] * 100) == 1


def test_an_exception_only_applies_to_its_line(mutated):
    assert mutated(["survived", "killed"], "m__mutmut_0\nx = 2\nbecause") == 0
    assert mutated(["survived", "killed"], "m__mutmut_0\nx = 3\nbecause") == 1


def test_an_unneeded_exception_is_refused(mutated):
    assert mutated(["killed"], "m__mutmut_0\nx = 2\nbecause") == 1
    assert mutated(["killed"], "m__mutmut_0\nx = 2\nbecause", only=["m*"]) == 0


def test_an_exception_needs_a_reason(mutated):
    with pytest.raises(SystemExit, match="m__mutmut_0 has no reason"):
        mutated(["survived"], "m__mutmut_0\nx = 2")
