/** How many of the last calls may be asked for at once, and how many are if nobody says. */
export const CALLS_MAX = 1_000_000;
export const CALLS_DEFAULT = 10_000;
