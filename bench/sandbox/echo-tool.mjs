/** A tool that does next to nothing, so that what is measured is the start. */
export default {
  /** @param {{ n: number }} input */
  async execute({ n }) {
    return { n };
  },
};
