"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

/** Copies exactly `text`; says so by turning into a tick for a moment. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1200);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={copied ? "Copied" : label}
      title={label}
      className="relative z-10 inline-grid size-5 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
    >
      {copied ? <Check size={12} className="text-ok" /> : <Copy size={12} />}
    </button>
  );
}
