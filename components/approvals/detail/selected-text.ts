/** Shorter than this stands everywhere; longer than this nobody looks for. */
const LEAST = 4;
const MOST = 500;

/** What is selected inside of an element, as the text was before we named what hides in it, and without our own words in between. */
export function selectedText(area: HTMLElement | null): string {
  const selection = window.getSelection();
  if (!area || !selection || selection.rangeCount === 0) return "";
  const range = selection.getRangeAt(0);
  if (!area.contains(range.commonAncestorContainer)) return "";
  const text = originalText(range.cloneContents()).trim();
  return text.length >= LEAST && text.length <= MOST ? text : "";
}

function originalText(node: Node): string {
  if (node.nodeType === 3) return node.textContent ?? "";
  if (node instanceof HTMLElement) {
    const { points, ours } = node.dataset;
    if (ours !== undefined || node.classList.contains("select-none")) return "";
    if (points !== undefined) return charactersOf(points);
  }
  return Array.from(node.childNodes, originalText).join("");
}

/** The characters that a chip stands for, from their code points in hexadecimal. */
export function charactersOf(points: string): string {
  return points
    .split(" ")
    .map((point) => String.fromCodePoint(Number.parseInt(point, 16)))
    .join("");
}
