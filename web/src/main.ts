import { mount } from "svelte";
import App from "./App.svelte";
import { preferences } from "./app/preferences.svelte";
import { keepShell } from "./app/shell.svelte";
import "./style/base.css";
import "./style/print.css";

function begin(): void {
  mount(App, { target: document.getElementById("app")! });
  keepShell();
}

if (__SITE__) await import("./app/site");

// English is at hand; another language is loaded before anything is drawn, and English stands in if it cannot be.
if (preferences.wishedLocale === "en") begin();
else void preferences.speak().then(begin, begin);
