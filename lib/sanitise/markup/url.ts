/**
 * The parts of an address that matter here, read leniently: what a browser would make of it, not what a standard allows. Nothing
 * is resolved and nothing throws.
 */
export interface Address {
  /** In lower case, without the colon; empty for a relative address. */
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  /** Query and fragment together, without the mark that they begin with. */
  readonly query: string;
  /** Where in it the fragment begins, which a browser keeps to itself; its length where there is none. */
  readonly fragmentAt: number;
}

/** A file or a place beside this one. */
const SIMPLE = /^(?!\/\/)[\w./-]{0,60}$/;
const USUAL_MAX = 1024;
/** An address that has nothing to undo. */
const PLAIN = /^[\w:/?#.=%+~@,;!$'()*[\]{}|-]{1,2048}$/;
/** What most addresses look like; read at one go. */
const USUAL = /^(https?):\/\/([a-z0-9.-]+)(\/[\w./~-]*)?(?:([?#])([\w=&.%+/-]*))?$/;
const SCHEME = /^\s*([a-z][a-z0-9+.-]{1,31})\s*:/i;

export function readAddress(raw: string): Address {
  if (SIMPLE.test(raw)) return { scheme: "", host: "", path: raw, query: "", fragmentAt: 0 };
  const usual = raw.length <= USUAL_MAX ? USUAL.exec(raw) : null;
  if (usual !== null) {
    const [, scheme = "", host = "", path = "", mark = "", query = ""] = usual;
    return { scheme, host, path, query, fragmentAt: mark === "#" ? 0 : query.length };
  }
  // Browsers drop tabs and line ends inside an address and read a backslash as a slash; entities are undone before they look.
  const text = PLAIN.test(raw)
    ? raw
    : undoEntities(raw.slice(0, 8192))
        .replace(/[\t\n\r]/g, "")
        .replaceAll("\\", "/")
        .trim();
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase() ?? "";
  let rest = scheme === "" ? text : text.slice(text.indexOf(":") + 1);
  let host = "";
  if (rest.startsWith("//")) {
    rest = rest.replace(/^\/+/, "");
    const end = rest.search(/[/?#]/);
    host = (end < 0 ? rest : rest.slice(0, end)).replace(/^.*@/s, "").toLowerCase();
    rest = end < 0 ? "" : rest.slice(end);
  }
  const cut = rest.search(/[?#]/);
  if (cut < 0) return { scheme, host, path: rest, query: "", fragmentAt: 0 };
  const query = rest.slice(cut + 1);
  const mark = rest.indexOf("#", cut);
  return { scheme, host, path: rest.slice(0, cut), query, fragmentAt: mark < 0 ? query.length : mark - cut };
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  colon: ":",
  sol: "/",
  Tab: "",
  NewLine: "",
  lpar: "(",
  rpar: ")",
};

function undoEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10);
    return code < 0x80 ? String.fromCharCode(code) : whole;
  });
}

const SHOWN_HOST = 80;
const SHOWN_PATH = 100;
/** A part of a host or path longer than this is not shown: it may be what is being carried out. */
const SHOWN_PART = 40;

/** What a marker shows of it: host and path, without query, fragment and anything that could carry data. Empty: nothing. */
export function shownAddress({ scheme, host, path }: Address, isOpaque: (part: string) => boolean): string {
  if (scheme === "" && host === "" && path.length <= SHOWN_PART && SHOWABLE.test(path) && !path.startsWith("//"))
    return path;
  if (scheme !== "" && host === "")
    return /^(?:mailto|tel|data|javascript|vbscript|file|blob|about)$/.test(scheme) ? scheme : "";
  if (PLAIN_HOST.test(host) && PLAIN_PATH.test(path)) return `${host.slice(0, SHOWN_HOST)}${path.slice(0, SHOWN_PATH)}`;
  const labels =
    host === "" ? [] : host.split(".").map((label) => (isShowable(label) && !isOpaque(label) ? label : "…"));
  const parts = path.split("/").map((part) => (part === "" || (isShowable(part) && !isOpaque(part)) ? part : "…"));
  return `${labels.join(".").slice(0, SHOWN_HOST)}${parts.join("/").slice(0, SHOWN_PATH)}`;
}

/** Parts too short to carry anything: most addresses have no others. */
const PLAIN_HOST = /^(?:[A-Za-z0-9_~:-]{1,15}(?:\.|$))*$(?<!\.)/;
const PLAIN_PATH = /^(?:[A-Za-z0-9._~:-]{0,15}(?:\/|$))*$/;

const SHOWABLE = /^[A-Za-z0-9._~/-]{1,20}$/;

function isShowable(part: string): boolean {
  return part.length <= SHOWN_PART && /^[A-Za-z0-9._~:-]+$/.test(part);
}
