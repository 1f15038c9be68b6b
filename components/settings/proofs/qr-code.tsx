"use client";
import encodeQR from "qr";

/** Dark on light in both themes: cameras look for that. Drawn here, so that what it says goes nowhere to be drawn. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw", { border: 4 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md border bg-panel text-ink [color-scheme:light]"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
