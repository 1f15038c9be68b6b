/** Stands where something is being fetched that nobody misses meanwhile, so that what is around it stays on the screen. */
export function Nothing() {
  return null;
}
