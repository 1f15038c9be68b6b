import { isIP } from "node:net";
import { failure } from "../failures/failure.ts";

/**
 * The address of a repository, read strictly and written again: what git is given is what was judged, never the text that
 * came in. https, ssh:// and the short form of ssh (git@host:path); nothing else is a transport here.
 *
 * Which hosts may be reached is not decided here: the gate reads the same address before the call is decided, and the
 * egress proxy resolves the name once, checks the addresses it got and dials one of these, so that a name which answers
 * differently a moment later changes nothing.
 */
export interface CloneAddress {
  readonly url: string;
  readonly transport: "https" | "ssh";
  readonly host: string;
  readonly port: number;
  /** The last part of the path, without `.git`: what the folder is called if nobody says. */
  readonly name: string;
}

const USER = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
/** No empty or dotted segments, nothing that a shell, an option parser or a terminal would read. */
const PATH = /^~?[A-Za-z0-9_.+@%~,=-]+(\/[A-Za-z0-9_.+@%~,=-]+)*\/?$/;

export function readCloneUrl(text: string): CloneAddress {
  if (/^https:\/\//i.test(text)) return readUrl(text, "https");
  if (/^ssh:\/\//i.test(text)) return readUrl(text, "ssh");
  const short = /^([^@:/]+)@([^@:/]+):(?!\/\/)(.+)$/.exec(text);
  if (short) return readShort(short[1] ?? "", short[2] ?? "", short[3] ?? "");
  throw refused("it is neither https://, ssh:// nor user@host:path");
}

function readUrl(text: string, transport: "https" | "ssh"): CloneAddress {
  // Where a parser of URLs and git differ in what they make of a text, one of them would judge and the other dial.
  if (!/^[\x21-\x7e]+$/.test(text) || /[\\?#"<>^`{|}]/.test(text)) throw refused("it holds characters that it may not");
  if (/\/(\.|%2e){1,2}(\/|$)/i.test(text)) throw refused("its path is not one");
  if (!URL.canParse(text)) throw refused("it cannot be read");
  const url = new URL(text);
  if (url.password !== "" || (transport === "https" && url.username !== "")) throw refused("it carries credentials");
  if (transport === "ssh" && url.username !== "" && !USER.test(url.username)) throw refused("its user is not one");
  const path = checkedPath(url.pathname.replace(/^\/+/, ""));
  const host = checkedHost(url.hostname, transport);
  const port = url.port === "" ? (transport === "https" ? 443 : 22) : Number(url.port);
  const user = url.username === "" ? "" : `${url.username}@`;
  const written = url.port === "" ? host : `${host}:${port}`;
  return { url: `${transport}://${user}${written}/${path}`, transport, host: bare(host), port, name: nameOf(path) };
}

function readShort(user: string, writtenHost: string, writtenPath: string): CloneAddress {
  if (!USER.test(user)) throw refused("its user is not one");
  const isAbsolute = writtenPath.startsWith("/");
  const path = checkedPath(isAbsolute ? writtenPath.slice(1) : writtenPath);
  const host = checkedHost(writtenHost, "ssh");
  const url = `${user}@${host}:${isAbsolute ? "/" : ""}${path}`;
  return { url, transport: "ssh", host: bare(host), port: 22, name: nameOf(path) };
}

/** As a URL parser understands it: every spelling of an address becomes the address. */
function checkedHost(written: string, transport: "https" | "ssh"): string {
  const parsed = URL.canParse(`https://${written}/`) ? new URL(`https://${written}/`).hostname : "";
  const host = parsed.replace(/\.$/, "");
  const isName = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/.test(host);
  if (isName && host.length <= 253) return host;
  if (transport === "https" && isIP(bare(host)) === 6) return host;
  throw refused("its host is not one");
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}

function checkedPath(path: string): string {
  const isPlain = path.length <= 1024 && PATH.test(path) && !path.startsWith("-");
  if (!isPlain || path.split("/").some((part) => part === "." || part === "..")) throw refused("its path is not one");
  return path;
}

function nameOf(path: string): string {
  const name = path.replace(/\/$/, "").split("/").at(-1) ?? "";
  const plain = name.replace(/\.git$/, "");
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/.test(plain)) throw refused("its last part cannot name a folder");
  return plain;
}

function refused(why: string): Error {
  return failure("url_refused", `The address is refused: ${why}.`);
}
