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

/** Levenshtein's, one row at a time. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const swap = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
