// Times in the reader's zone: today the clock, this week the day, else the date; the whole of it as a title.
(() => {
  const language = document.documentElement.lang || undefined;
  const timeZone = document.documentElement.dataset.zone; // from the settings; else that of the device
  const forms = {
    clock: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
    day: { weekday: "short" },
    date: { day: "numeric", month: "short" },
    daily: { dateStyle: "short" },
    full: { dateStyle: "full", timeStyle: "short" },
  };
  const say = (form, when) => new Intl.DateTimeFormat(language, { ...forms[form], timeZone }).format(when);
  function localise() {
    for (const time of document.querySelectorAll("time.local[datetime]")) {
      const when = new Date(time.dateTime);
      if (Number.isNaN(when.getTime())) continue;
      const ago = Date.now() - when;
      const isToday = say("daily", when) === say("daily", new Date());
      const text = say(isToday ? "clock" : Math.abs(ago) < 6 * 864e5 ? "day" : "date", when);
      if (time.textContent !== text) time.textContent = text;
      time.title = say("full", when);
    }
  }
  document.addEventListener("htmx:after:swap", localise);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", localise);
  else localise();
})();
