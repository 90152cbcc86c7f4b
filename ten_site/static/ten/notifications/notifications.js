// Refresh the devices and the latest notifications while one is being sent, and when this device has been added.
(() => {
  const ways = () => document.getElementById("ways");
  let looks = 30, timer = 0;

  const renew = () => htmx.ajax("GET", ways().dataset.address, { target: "#ways", swap: "outerMorph" });
  function wait() {
    clearTimeout(timer);
    if ("changes" in ways().dataset && looks > 0) timer = setTimeout(() => { looks -= 1; renew(); }, 1500);
  }

  document.addEventListener("htmx:after:swap", wait);
  document.addEventListener("ten:device", renew);
  wait();
})();
