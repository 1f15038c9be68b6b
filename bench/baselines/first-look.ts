/**
 * The baseline of looking at trust again: the first look, over all that was ever recorded, by the same code on the same database. Fair,
 * because whoever kept no sums would do that every time; the promise is that the second look costs a twentieth of it or less.
 */
export const FIRST_LOOK = "bench/baselines/first-look.ts";
