"""Goals 3, 6 and 8: how many requests the server answers per second and per CPU second."""

from statistics import median

from tests.bench.measure import ROUNDS, report
from tests.bench.site.client import hang_up, listen_all
from tests.bench.site.counters import Counters
from tests.bench.site.servers import Server
from tests.bench.site.tables import BOARD, JSON, Games, Load, Table, moves, pages, work

TABLES = (1, 10, 50, 200)
SECONDS = 0.5  # per contestant and round
IDLE, SPARE_FILES = 4_000, 1_000
GOALS = {"a move": 0.55, "a move with its board": 0.55, "an empty page": 0.9}
LATER, BESIDE_IDLE = 1.03, 1.05
MOVES = 160  # per game and round


async def of_the_smallest(site: Server, stock: Server, games: Games, counters: Counters) -> None:
    """Goal 3, and the last part of 10."""
    for count in TABLES:
        tables = [Table(site.port, games) for _table in range(count)]
        people = [games.sessions[number % len(games.sessions)] for number in range(count)]
        contestants = {
            "the smallest view": (stock, pages(stock.port, "/", people)),
            "an empty page": (site, pages(site.port, "/bench/empty/", people)),
            "a page of rules": (site, pages(site.port, "/rules/tiles/", people)),
            "a move": (site, moves(tables, JSON)),
            "a move with its board": (site, moves(tables, BOARD)),
        }
        for server, steps in contestants.values():
            await work(server, steps, SECONDS / 2, most=2 * count)
        loads: dict[str, list[Load]] = {name: [] for name in contestants}
        before, asked = counters.read("connections"), 0
        for _round in range(ROUNDS):
            for name, (server, steps) in contestants.items():
                loads[name].append(await work(server, steps, SECONDS))
                asked += loads[name][-1].done
        tell(count, loads)
        if count == TABLES[-1]:
            opened = counters.read("connections") - before
            report("10  connections opened", f"{opened} in {asked:,} requests", "0", opened == 0)


def tell(count: int, loads: dict[str, list[Load]]) -> None:
    """Print a line for each contestant, compared with the first."""
    stock = loads.pop("the smallest view")
    absolute = f"{median(load.rate for load in stock):,.0f}/s, {median(load.per_cpu for load in stock):,.0f}/CPU s"
    print(f"3   {count} tables; the smallest view of stock Django: {absolute}")
    for name, mine in loads.items():
        pairs = list(zip(mine, stock, strict=True))
        by_clock = median(one.rate / other.rate for one, other in pairs)
        by_cpu = median(one.per_cpu / other.per_cpu for one, other in pairs)
        figure = f"{by_clock:.2f} by clock, {by_cpu:.2f} by CPU"
        if name in GOALS:
            report(f"3   {count} tables: {name}", figure, f">= {GOALS[name]}", by_cpu >= GOALS[name])
        else:
            print(f"3   {count} tables: {name:<24} {figure}")


async def late_in_a_game(site: Server, games: Games) -> None:
    """Goal 6: the same games from the same deal, after 30 and after 3,000 moves, in short turns."""
    early, late = Table(site.port, games.early), Table(site.port, games.late)
    await work(site, moves([early], BOARD), 1, most=20)
    await work(site, moves([late], BOARD), 1, most=20)
    ratios = []
    for _round in range(ROUNDS):
        loads = {}
        for table in (early, late):
            loads[table] = await work(site, moves([table], BOARD), 10, most=MOVES)
        ratios.append(loads[early].per_cpu / loads[late].per_cpu)
    value = median(ratios)
    report("6   a move after 3,000 / after 30", f"{value:.3f} by CPU", f"<= {LATER}", value <= LATER)


async def beside_idle_pages(busy: Server, quiet: Server, games: Games, others: Games, files: int) -> None:
    """Goal 8: two servers, one of which has thousands of spectators at other tables."""
    idle = min(IDLE, files - SPARE_FILES)
    sockets = await listen_all(busy.port, [f"/ws/games/{games.quiet[n % len(games.quiet)]}/?v=0" for n in range(idle)])
    tables = {busy: [Table(busy.port, games) for _table in range(10)]}
    tables[quiet] = [Table(quiet.port, others) for _table in range(10)]
    ratios = []
    for number in range(ROUNDS + 1):
        loads = {server: await work(server, moves(tables[server], JSON), 1) for server in tables}
        if number:  # the first round warms up
            ratios.append(loads[quiet].per_cpu / loads[busy].per_cpu)
    value = median(ratios)
    report(f"8   a move, {idle:,} idle pages / none", f"{value:.2f} by CPU", f"<= {BESIDE_IDLE}", value <= BESIDE_IDLE)
    await hang_up(sockets)
