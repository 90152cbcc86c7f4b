// Show times in the user's zone, and keep relative ones up to date while the page is visible.
// time.local: the time today, the weekday this week, else the date. time.local.moment: the day, unless it is today, and the time.
// time.away: "in 2 days 3 hours". time.waited: "2 days"; the page's own text under a minute and from a week on.
(() => {
  const root = document.documentElement.dataset, words = { in: root.timeIn, ago: root.timeAgo, now: root.timeNow };
  const language = document.documentElement.lang || undefined;
  const timeZone = document.documentElement.dataset.zone; // from the settings, or else the device's
  const DAY = 864e5, UNITS = [["day", DAY], ["hour", 36e5], ["minute", 6e4], ["second", 1e3]];
  const forms = {
    clock: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
    day: { weekday: "short" },
    date: { day: "numeric", month: "short" },
    past: { day: "numeric", month: "short", year: "numeric" },
    year: { year: "numeric" },
    key: { year: "numeric", month: "2-digit", day: "2-digit" },
    full: { dateStyle: "full", timeStyle: "short" },
  };
  const made = {}, units = {}, told = new WeakMap();
  const say = (form, when) => (made[form] ??= new Intl.DateTimeFormat(language, { ...forms[form], timeZone })).format(when);
  const count = (unit, number) => (units[unit] ??= new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" })).format(number);
  const near = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

  function span(milliseconds) { // the same words as games/clocks/durations.py
    let left = milliseconds;
    const first = UNITS.findIndex(([, size]) => left >= size);
    if (UNITS[first][0] === "minute" && left >= 6e5) return count("minute", Math.floor(left / 6e4));
    const said = [];
    for (const [unit, size] of UNITS.slice(first, first + 2)) {
      const number = Math.floor(left / size);
      left -= number * size;
      if (number) said.push(count(unit, number));
    }
    return said.join(" ");
  }
  function relative(when, now) {
    const left = when - now;
    if (Math.abs(left) < 1e3) return words.now;
    return (left > 0 ? words.in : words.ago).replace("{span}", span(Math.abs(left)));
  }
  const date = (when, now) => say(say("year", when) === say("year", now) ? "date" : "past", when);
  function absolute(when, now, withClock) {
    const days = [0, 1, -1].find((day) => say("key", when) === say("key", now + day * DAY));
    if (!withClock) return days === 0 ? say("clock", when) : Math.abs(now - when) < 6 * DAY ? say("day", when) : date(when, now);
    if (days === 0) return say("clock", when); // "Move by 17:35": today goes without saying
    const day = days === undefined ? (Math.abs(now - when) < 6 * DAY ? say("day", when) : date(when, now)) : near.format(days, "day");
    return `${day} ${say("clock", when)}`;
  }
  function waited(when, now, before) { // the same words, with only the largest unit
    const left = now - when, unit = UNITS.find(([, size]) => left >= size);
    return left < 6e4 || left >= 7 * DAY ? before : count(unit[0], Math.floor(left / unit[1]));
  }
  function localise() {
    const now = Date.now();
    for (const time of document.querySelectorAll("time:is(.local, .away, .waited)[datetime]")) {
      const when = Date.parse(time.dateTime);
      if (Number.isNaN(when)) continue;
      const is = (name) => time.classList.contains(name);
      const text = is("waited") ? waited(when, now, time.textContent) : is("away") ? relative(when, now) : absolute(when, now, is("moment"));
      if (time.textContent !== text) time.textContent = text;
      if (told.get(time) === time.dateTime && time.title) continue;
      told.set(time, time.dateTime);
      time.title = say("full", when);
    }
    pass();
  }
  function pass() { // hide what has expired
    for (const part of document.querySelectorAll("[data-gone]")) part.hidden = Date.parse(part.dataset.gone) <= Date.now();
  }
  for (const name of ["htmx:after:swap", "ten:onward"]) document.addEventListener(name, localise);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) localise(); });
  setInterval(() => { if (!document.hidden) localise(); }, 1000);
  localise();
  const to = document.documentElement.dataset.zoneTo; // users who never chose a zone get the device's, which their quiet hours use too
  if (to) document.addEventListener("DOMContentLoaded", () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    tenSite.post(to, { zone }, { keepalive: true }).catch(() => { /* retried on the next page */ });
  }, { once: true });
  const watch = new MutationObserver(localise); // before the first paint, so that no text shifts
  watch.observe(document, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => { watch.disconnect(); localise(); });
})();
