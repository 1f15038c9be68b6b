/**
 * Rounds in which every arm has its turn, forwards and backwards by turns: whatever else the machine does, and whatever
 * drifts while it runs, meets all arms alike.
 */
export async function interleave<Name extends string, Sample>(
  arms: Readonly<Record<Name, () => Promise<Sample>>>,
  rounds: number,
  signal: AbortSignal,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(arms) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      signal.throwIfAborted();
      samples[name].push(await arms[name]());
    }
  }
  return samples;
}
