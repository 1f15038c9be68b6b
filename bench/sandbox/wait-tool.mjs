/** A tool that says when it began, and then waits. */
export default {
  /** @param {{ waitMs: number }} input */
  async execute({ waitMs }) {
    const startedAt = Date.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return { startedAt };
  },
};
