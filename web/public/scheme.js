// Chooses dark or light before anything is drawn, so that the page does not flash.
(function () {
  var scheme = "auto";
  try {
    scheme = JSON.parse(localStorage.getItem("outflank.settings") || "{}").scheme || "auto";
  } catch (unreadable) {
    // Damaged settings: the system decides.
  }
  if (scheme === "auto") scheme = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  document.documentElement.dataset.scheme = scheme;
})();
