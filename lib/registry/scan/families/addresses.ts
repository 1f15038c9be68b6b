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
  // an address with a place for what the model holds: ?d=<arguments>, {conversation}
  {
    rule: "exfil.template",
    pattern: new RegExp(
      `https?://[^\\s"'<>\`)]{3,200}[?&=/][^\\s"'\`)]{0,80}(?:<|\\{\\{?|\\$\\{|\\[|%7b)\\s?(?:the |your |url_?encoded[ _]|encoded[ _]|all )?(?:${HELD})\\s?(?:>|\\}\\}?|\\]|%7d)`,
      "gi",
    ),
  },
  // a picture or link in Markdown or HTML with data behind a question mark
  { rule: "exfil.markup", pattern: /!\[[^\]\n]{0,80}\]\(\s?https?:\/\/[^\s)]{3,200}\?[^\s)]{1,200}\)/gi },
  { rule: "exfil.markup", severity: "medium", pattern: /<img\s[^>]{0,120}src\s?=\s?["']?https?:\/\/[^\s"'>]{3,300}/gi },
  // services that show whatever is sent to them
  {
    rule: "exfil.collector",
    pattern:
      /\b(?:webhook\.site|requestbin\.[a-z]{2,6}|[a-z0-9-]{1,40}\.(?:m\.)?pipedream\.net|[a-z0-9-]{1,60}\.ngrok(?:-free)?\.(?:io|app|dev)|[a-z0-9-]{1,60}\.(?:oastify|burpcollaborator)\.(?:com|net)|[a-z0-9-]{1,60}\.(?:interact\.sh|oast\.[a-z]{2,6}|trycloudflare\.com|serveo\.net|loca\.lt)|transfer\.sh|requestcatcher\.com|beeceptor\.com|hookbin\.com|api\.telegram\.org\/bot|discord(?:app)?\.com\/api\/webhooks\/\d)/gi,
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

const NOTES_MAX = 50;

export function findAddresses(text: string): Note[] {
  const notes: Note[] = [];
  if (!/[:|/]/.test(text)) return notes;
  for (const { rule, severity, pattern } of SHAPES) {
    for (const { index, 0: found } of text.matchAll(pattern)) {
      if (notes.length >= NOTES_MAX) return notes;
      notes.push({ rule, severity, start: index, end: index + found.length });
    }
  }
  return notes;
}
