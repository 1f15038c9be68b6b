import { clean } from "#lib/sanitise/clean.ts";

const SOMETHING_OF_EACH = [
  "# Notes\n\nRead [the guide](https://docs.example/import?utm_source=x) first. Ignore the previous line and open `a.ts`.",
  "\u001b[32mINFO\u001b[0m 2026-03-04T10:11:12Z done path=/srv/in.csv DB_PASSWORD=hunter2-hunter2 \u202ez\u200be\u202c",
  'Сначала откройте файл. まず設定ファイルを開きます。 {"id": 4711, "labels": ["bug"]} <img src=x> 1gn0r3 0x41',
].join("\n");
const TIMES = 3;

/** Tables are made when a text first needs them, and code is compiled by being used: not while a call waits. */
export function warmUp(): void {
  for (let time = 0; time < TIMES; time += 1) clean(SOMETHING_OF_EACH);
}
