import type { MarkupKind } from "../marker.ts";
import { addressesReader } from "./hidden-words.ts";
import { isLetter, LESS, OPEN_BRACKET } from "./letters.ts";
import { type Passage, STRETCH } from "./passage.ts";
import { roleAtAngle } from "./roles.ts";
import {
  addressesOf,
  concealmentOf,
  handlesEvents,
  isVoid,
  namesReader,
  readTag,
  type Tag,
  takesData,
  wordsOf,
} from "./tag.ts";

const COMMENT_MAX = 1 << 16;
const AUTOLINK_START = /^[a-z][a-z0-9+.-]{1,31}:|^[\w.!#$%&'*+/=?^`{|}~-]{1,39}@/i;
const AUTOLINK = /<[^\s<>]{3,4096}>/y;
const UNSEEN = /<(?:!\[CDATA\[|\?)/y;
const UNSEEN_MAX = 4096;
/** What may stand behind the name of a tag. */
const NAME_END = /\/?[a-z][a-z0-9:-]*(?=[\s/>]|$)/iy;

/** Everything that begins with `<`: tags, comments, declarations, addresses between angle brackets, tokens of chats. */
export class Angles {
  readonly #passage: Passage;
  /** Where the next comment ends, looked up once for all that begin before it. */
  #commentEnd = -1;

  constructor(passage: Passage) {
    this.#passage = passage;
  }

  /** At `<`; answers where to read on. */
  read(at: number): number {
    const { text } = this.#passage;
    const next = text.charCodeAt(at + 1);
    if (next === 0x7c || next === 0xff5c || next === LESS) return this.#role(at) ?? at + 1;
    // `!` and `?` start comments and declarations, `/` ends an element.
    if (next === 0x21 || next === 0x3f) return this.#declaration(at);
    if (next !== 0x2f && !isLetter(next)) return at + 1;
    const stop = this.#role(at);
    if (stop !== undefined) return stop;
    return AUTOLINK_START.test(text.slice(at + 1, at + 40)) ? this.#autolink(at) : this.#tag(at);
  }

  /** Behind what speaks as somebody else and was replaced. */
  #role(at: number): number | undefined {
    const role = roleAtAngle(this.#passage.text, at);
    return role !== undefined && this.#passage.log.role(role, this.#passage.placeOf(role)) ? role.end : undefined;
  }

  #autolink(at: number): number {
    const { text, log } = this.#passage;
    AUTOLINK.lastIndex = at;
    const found = AUTOLINK.exec(text);
    if (found === null || !found[0].includes(":")) {
      log.escape(at, "<", "markup.link");
      return at + 1;
    }
    const end = at + found[0].length;
    log.link("link", at, end, found[0].slice(1, -1), false);
    return end;
  }

  #declaration(at: number): number {
    const { text, log } = this.#passage;
    if (text.startsWith("<!--", at)) {
      if (this.#commentEnd < at + 4 && this.#commentEnd !== text.length) {
        const found = text.indexOf("-->", at + 4);
        this.#commentEnd = found < 0 ? text.length : found;
      }
      if (this.#commentEnd < text.length && this.#commentEnd - at <= COMMENT_MAX) {
        const end = this.#commentEnd + 3;
        log.concealed("comment", at, end, text.slice(at + 4, end - 3));
        return end;
      }
    }
    const unseen = this.#unseen(at);
    if (unseen !== undefined) return unseen;
    const after = text.charCodeAt(at + 2);
    if (text.charCodeAt(at + 1) === 0x21 && !isLetter(after) && after !== 0x2d && after !== OPEN_BRACKET) {
      // `<!>` and `<!->` are comments to some.
      if (after !== 0x3e) return at + 1;
    }
    log.escape(at, "<", "markup.html");
    return at + 1;
  }

  /** `<![CDATA[ … ]]>` and `<? … ?>`, which browsers take for comments, where they speak to a reader; answers their end. */
  #unseen(at: number): number | undefined {
    const { text, log } = this.#passage;
    UNSEEN.lastIndex = at;
    if (!UNSEEN.test(text)) return undefined;
    const start = UNSEEN.lastIndex;
    const inner = this.#passage.peek(start, start + UNSEEN_MAX).split(">", 1)[0] ?? "";
    // A program for a machine begins with its name.
    const by =
      /^(?:xml|php|=|import|python|mso|pi\b|\s)/i.test(inner) || text.charAt(at + 1) === "!" ? "comment" : "style";
    if (text.charAt(start + inner.length) !== ">" || !addressesReader(inner, by)) return undefined;
    const end = start + inner.length + 1;
    log.concealed("comment", at, end, inner, by);
    return end;
  }

  #tag(at: number): number {
    const { text, log } = this.#passage;
    NAME_END.lastIndex = at + 1;
    const name = NAME_END.exec(text);
    if (name === null) return at + 1;
    const tag = this.#passage.mayRead(at) ? readTag(text, at) : undefined;
    if (tag === undefined) {
      this.#passage.readUpTo(at + STRETCH);
      log.escape(at, "<", "markup.html");
      return at + 1;
    }
    const said = wordsOf(tag);
    const concealment = concealmentOf(tag);
    if (concealment !== undefined) {
      const end = isVoid(tag) ? tag.end : this.#elementEnd(tag);
      // An element that does not end within reach was read to there.
      this.#passage.readUpTo(end < 0 ? tag.end + STRETCH : tag.end);
      if (end >= 0) {
        const inner = text.slice(tag.end, end);
        // What holds other elements is a page's own; words alone are for whoever reads what pages do not show.
        const isPlain = concealment === "comment" && !inner.slice(0, -tag.name.length - 3).includes("<");
        const by = isQuiet(tag) ? undefined : isPlain ? "unshown" : concealment;
        log.concealed("element", at, end, `${said}\n${inner}`, by, [...addressesOf(tag), ...addressesWithin(inner)]);
        return end;
      }
    }
    this.#passage.readUpTo(tag.end);
    const how = namesReader(tag) ? "comment" : "attribute";
    if (said !== "" && addressesReader(said, how)) {
      log.concealed("element", at, tag.end, said, how, addressesOf(tag));
      return tag.end;
    }
    const addresses = addressesOf(tag);
    const acts = handlesEvents(tag);
    if (addresses.length > 0 || acts) {
      const how = acts && takesData(tag) ? "takes" : acts || tag.name === "meta" ? "acts" : "no";
      log.fetching(kindOf(tag), at, tag.end, addresses, how);
      return tag.end;
    }
    log.escape(at, "<", "markup.html");
    return at + 1;
  }

  /** Behind the tag that closes the element; -1 when none does within reach. */
  #elementEnd({ name, end }: Tag): number {
    const within = this.#passage.text.slice(end, end + STRETCH);
    let depth = 1;
    for (const found of within.matchAll(new RegExp(`<(/?)${name}(?=[\\s/>])[^<>]{0,512}>`, "gi"))) {
      depth += found[1] === "/" ? -1 : 1;
      if (depth === 0) return end + found.index + found[0].length;
    }
    return -1;
  }
}

function kindOf({ name }: Tag): MarkupKind {
  if (/^(?:img|image|picture|source|input|video|audio)$/.test(name)) return "image";
  return name === "a" || name === "area" ? "link" : "html";
}

/** What programs hold and nobody expects to see says nothing by being unseen. */
function isQuiet({ name, inside }: Tag): boolean {
  return name === "style" || (name === "script" && !/type\s*=\s*\\?["']?text\/plain/i.test(inside));
}

function addressesWithin(inner: string): string[] {
  return inner.length < 12
    ? []
    : [...inner.slice(0, 4096).matchAll(/(?:https?:|(?<=url\(\s{0,4}["']?))\/\/[^\s"'<>)\\]{4,2048}/gi)].map(
        ([address]) => address,
      );
}
