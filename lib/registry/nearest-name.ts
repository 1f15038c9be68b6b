/** The known word that a misspelt one most likely stands for, if any is near enough to be worth a hint. */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  const word = fold(written);
  let best: { name: string; distance: number } | undefined;
  for (const name of known) {
    const distance = editDistance(word, fold(name));
    if (
      distance <= Math.max(1, Math.floor(word.length / 4)) &&
      distance < (best?.distance ?? Number.POSITIVE_INFINITY)
    ) {
      best = { name, distance };
    }
  }
  return best?.name;
}

/** Case and separators are what people mix up first. A long word is cut: no field of ours comes near. */
function fold(word: string): string {
  return word.slice(0, 40).toLowerCase().replaceAll(/[_-]/g, "");
}

/** Damerau's: letters added, left out, changed, and two that changed places; one row at a time. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[line - 1] === to[column - 1];
      const isSwap = from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1];
      next.push(
        Math.min(
          (row[column - 1] ?? 0) + (isSame ? 0 : 1),
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
