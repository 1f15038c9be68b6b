/** What a small call asks for and brings back. */
export const INPUT = '{"maxBytes":65536,"path":"/workspace/reports/2026-1.md"}';

export const OUTPUT = {
  path: "/workspace/reports/2026-1.md",
  bytes: 1080,
  truncated: false,
  text: "Figures. ".repeat(120),
};

/** Measuring an empty queue would measure nothing. */
export class QueueRanDry extends Error {
  constructor() {
    super("The queue ran dry in the middle of a round.");
  }
}
