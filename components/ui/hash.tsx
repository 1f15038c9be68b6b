import { CopyButton } from "./copy-button.tsx";

const SCHEME = /^(?:[a-z0-9]+:)+/;

/** A hash, an id or a key's name: head and tail are shown, the whole is copied and stands in the title. */
export function Hash({
  value,
  head = 8,
  tail = 4,
  copy = true,
  scheme = true,
}: {
  value: string;
  head?: number;
  tail?: number;
  copy?: boolean;
  /** Left out in columns where every value has the same. */
  scheme?: boolean;
}) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-0.5 align-middle font-mono text-xs" title={value}>
      <span className="truncate">{shorten(scheme ? value : value.replace(SCHEME, ""), head, tail)}</span>
      {copy && <CopyButton text={value} label="Copy the whole value" />}
    </span>
  );
}

/** `al1:sha256:9f2c41d0…e1a7`: a scheme in front stays whole, because it says what kind of hash it is. */
export function shorten(value: string, head = 8, tail = 4): string {
  const scheme = SCHEME.exec(value)?.[0] ?? "";
  const body = value.slice(scheme.length);
  if (body.length <= head + tail + 1) return value;
  return `${scheme}${body.slice(0, head)}…${tail > 0 ? body.slice(-tail) : ""}`;
}
