import { eachSignal } from "./signals.ts";
import { type Unit, unitAt } from "./units.ts";

/** Calls `judge` for each unit that the gate opens, in text order, none twice. */
export function eachUnit(text: string, judge: (unit: Unit) => void): void {
  let done = 0;
  const open = (start: number, end: number): void => {
    for (let at = Math.max(done, start - 1); at < end; ) {
      const unit = unitAt(text, at);
      if (unit.end > done) {
        done = unit.end;
        judge(unit);
      }
      at = Math.max(unit.end, at + 1);
    }
  };
  eachSignal(text, { open, openLanguage: () => undefined, suspect: () => undefined });
}
