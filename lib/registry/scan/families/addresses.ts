import type { Note } from "./note.ts";

/** Addresses and command lines that carry data out or code in, by their shape alone. Bounded expressions on the text as given. */
interface Shape {
  readonly rule: Note["rule"];
  readonly severity?: Note["severity"];
  readonly pattern: RegExp;
}

const HELD =
  "arguments?|args|context|conversation|chat|history|prompts?|results?|outputs?|responses?|contents?|summary|secrets?|env|environment|data|messages?|transcript|payload|credentials?|memory|base64|answer|reply|everything|system_prompt|user_input|file_contents?";

const SHAPES: readonly Shape[] = [
  // a picture or link in Markdown or HTML with data behind a question mark
  {
    rule: "exfil.markup",
    pattern:
      /!\[[^\]\n]{0,80}\]\(\s?https?:\/\/[^\s?)]{3,200}\?(?:[^\s=)]{1,40}=[^\s&)]{0,40}&){0,3}[^\s=)]{1,40}=(?:\)|\.{2,3}|[<{[$]|[A-Z_]{4,}\b|(?:data|conversation|summary|secrets?|context|history|prompt|result)\b)/g,
  },
  { rule: "exfil.markup", severity: "medium", pattern: /<img\s[^>]{0,120}src\s?=\s?["']?https?:\/\/[^\s"'>]{3,300}/gi },
  // services that show whatever is sent to them
  {
    rule: "exfil.collector",
    pattern:
      /webhook\.site|requestbin\.|pipedream\.net|\.ngrok(?:-free)?\.|\.(?:oastify|burpcollaborator)\.|\.interact\.sh|\.oast\.[a-z]|\.trycloudflare\.com|\.serveo\.net|\.loca\.lt|\btransfer\.sh|requestcatcher\.com|beeceptor\.com|hookbin\.com|api\.telegram\.org\/bot|discord(?:app)?\.com\/api\/webhooks\/\d/gi,
  },
  // fetched and run, or a way in
  {
    rule: "exfil.shell",
    pattern:
      /\b(?:curl|wget|iwr|invoke-webrequest)\s[^\n|;&]{3,300}\|\s?(?:sudo\s)?(?:sh|bash|zsh|python3?|node|iex|perl)\b/gi,
  },
  {
    rule: "exfil.shell",
    pattern:
      /\b(?:bash\s-i\s>&|nc\s(?:-[a-z]{1,6}\s){1,3}[^\n]{0,80}|\/dev\/tcp\/|base64\s(?:-d|--decode)\s?\|\s?(?:sh|bash)|powershell\s-e(?:nc|ncodedcommand)?\s)/gi,
  },
  {
    rule: "exfil.shell",
    pattern:
      /\b(?:cat|tar|zip|base64)\s[^\n|]{0,120}(?:\.ssh|\.env|\.aws|\/etc\/passwd|id_rsa)[^\n|]{0,80}\|\s?(?:curl|nc|wget|base64)\b/gi,
  },
];

/** A place for what the model holds, such as `<arguments>` or `{conversation}`; it counts inside of an address only. */
const PLACE = new RegExp(
  `(?:<|\\{\\{?|\\$\\{|\\[|%7b)\\s?(?:the |your |url_?encoded[ _]|encoded[ _]|all )?(?:${HELD})\\s?(?:>|\\}\\}?|\\]|%7d)`,
  "gi",
);
const ADDRESS_MAX = 280;

function findTemplates(text: string): Note[] {
  const notes: Note[] = [];
  for (const { index, 0: place } of text.matchAll(PLACE)) {
    if (notes.length >= NOTES_MAX) break;
    const before = text.slice(Math.max(0, index - ADDRESS_MAX), index);
    const address = /https?:\/\/[^\s"'`)]{3,}$/i.exec(before.slice(Math.max(0, before.lastIndexOf("http"))));
    if (address === null || !/[?&=/]/.test(address[0].slice(10))) continue;
    notes.push({ rule: "exfil.template", start: index - address[0].length, end: index + place.length });
  }
  return notes;
}

const NOTES_MAX = 50;

export function findAddresses(text: string): Note[] {
  if (!/[:|/]/.test(text)) return [];
  const notes = findTemplates(text);
  for (const { rule, severity, pattern } of SHAPES) {
    for (const { index, 0: found } of text.matchAll(pattern)) {
      if (notes.length >= NOTES_MAX) return notes;
      notes.push({ rule, severity, start: index, end: index + found.length });
    }
  }
  return notes;
}
