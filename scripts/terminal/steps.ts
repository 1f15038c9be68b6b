import { styleText } from "node:util";

/** Says something about the step while it runs, and after it: "adopted", "12 migrations". */
export type Say = (note: string) => void;

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * Runs one step and shows it: in a terminal one line that changes, in a log one line when it begins to take long and one when it
 * is over. A person watching a first start must always be able to tell what is being waited for.
 */
export async function step<T>(name: string, work: (say: Say) => Promise<T>, { alone = true } = {}): Promise<T> {
  const started = performance.now();
  // Steps that run side by side cannot share the one line that changes.
  const live = alone && process.stdout.isTTY;
  let note = "";
  const draw = () =>
    process.stdout.write(
      `\r\x1b[2K  … ${name}  ${styleText("dim", `${seconds(performance.now() - started)} ${note}`)}`,
    );
  const announce = () => process.stdout.write(`  … ${name}\n`);
  const timer = live ? setInterval(draw, 200) : setTimeout(announce, 2_000);
  const finish = (sign: string) => {
    clearInterval(timer);
    const line = `  ${sign} ${name.padEnd(22)} ${seconds(performance.now() - started).padStart(7)}  ${styleText("dim", note)}`;
    process.stdout.write(`${live ? "\r\x1b[2K" : ""}${line.trimEnd()}\n`);
  };
  try {
    const value = await work((text) => {
      note = text;
    });
    finish(styleText("green", "✓"));
    return value;
  } catch (error) {
    finish(styleText("red", "✗"));
    throw error;
  }
}
