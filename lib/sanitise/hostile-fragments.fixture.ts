/**
 * Pieces from which the property tests build texts. Random bytes almost never form a sequence; these do at every turn.
 */
export const HOSTILE_FRAGMENTS: readonly string[] = [
  // terminal control, whole and broken, 7- and 8-bit
  ..."\x1b|\x1b[|\x1b]|\x1b]8;;|\x1bP|\x1b_|\x1b^|\x1bX|\x1bk|\x9b|\x9d|\x90|\x98|\x9c|\x07|\x18|\x1a|\x1b\\|31m|0;t|m".split(
    "|",
  ),
  ..."\x00|\x7f|\x08|\x0c|\x85|\r|\n|\r\n|\t".split("|"),
  // hidden characters
  ..."\u200b|\u200c|\u200d|\u200e|\u200f|\u202e|\u202c|\u2066|\u2069|\u00ad|\u2060|\ufeff|\ufe0f|\ufe0e|\ufe00|\u034f".split(
    "|",
  ),
  ..."\u{e0100}|\u{e0101}|\u{e0067}|\u{e0062}|\u{e0073}\u{e0063}\u{e0074}\u{e007f}|\u180e|\u180b|\u115f|\u1160".split(
    "|",
  ),
  ..."\ue000|\ue0b0|\u0378|\u{f0000}|\ufdd0|\uffff|\ufff9|\ud800|\udc00|\ud83d|\ude00".split("|"),
  // the company that makes some of them honest
  ..."\u{1f3f4}|\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}|👩|💻|❤|🏽|1|\u20e3".split("|"),
  ..."می|ش|א|ك\u064b|क|\u094d|ខ|ไ|葛|ᠠ|ᄀ|\u05b0".split("|"),
  // ordinary characters, and those with which addresses, assignments and markup are written
  ..."abzA07 .-_/:=@\"'`\\<>(){$%&,;?#*!…",
  // our own markers, real and forged
  ..."⟦|⟧|⟦credential: |⟦credential: github #1⟧|⟦cut: 12 characters⟧|⟦airlock|[credential: |github #2|cut: ".split("|"),
  // the words that rules for credentials start from, and bodies for them
  ..."ghp_|sk-|sk-ant-|AKIA|eyJ|eyJhbGciOiJIUzI1NiJ9|.eyJzdWIiOiIxIn0.|xoxb-|://|user:|dp.pt.|-us12|AA|\\n|%3D|is |--".split(
    "|",
  ),
  ..."-----BEGIN |PRIVATE KEY-----|-----END PRIVATE KEY-----|Bearer |Basic |password|token|secret|api_key|=".split("|"),
  ..."A1b2C3d4E5f6G7h8|q9Zr7Lm2Xk4Vw8Tn|0f3a9c7e5b1d2864|abcdefghij|xxxxxxxx|ABCDEFGHIJKLMNOP|Hr#ML2D0Yfo1!nc".split(
    "|",
  ),
];
