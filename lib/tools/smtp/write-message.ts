/** A message as it goes over the wire (RFC 5322): every header on lines of its own, the text in base64, so that nothing in either can end it. */
export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly date: Date;
}

const LINE = 76;

export function writeMessage({ from, to, subject, text, messageId, date }: Mail): string {
  return [
    `From: ${from}`,
    `To: ${to.join(",\r\n ")}`,
    `Subject: ${encodedWords(subject)}`,
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${messageId}>`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "Auto-Submitted: auto-generated",
    "",
    ...lines(Buffer.from(text, "utf8").toString("base64")),
  ].join("\r\n");
}

/** RFC 2047, in pieces that never cut a character and never hold a line's end. */
function encodedWords(text: string): string {
  const words: string[] = [];
  let piece = "";
  for (const character of text) {
    if (Buffer.byteLength(piece + character, "utf8") > 42) {
      words.push(piece);
      piece = "";
    }
    piece += character;
  }
  return [...words, piece].map((word) => `=?utf-8?B?${Buffer.from(word, "utf8").toString("base64")}?=`).join("\r\n ");
}

function lines(text: string): string[] {
  return text.match(new RegExp(`.{1,${LINE}}`, "g")) ?? [""];
}
