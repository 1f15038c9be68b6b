/** What a name promises. `password` is chosen by people and may be short; `secret` is drawn by machines and is long. */
export type NameStrength = "password" | "secret";

/** Words that make a name a promise; the anchors of the assignment scanner. */
export const SECRET_WORDS = [
  "password",
  "passwd",
  "passphrase",
  "passcode",
  "passwort",
  "kennwort",
  "mot de passe",
  "contrase",
  "senha",
  "wachtwoord",
  "passord",
  "salasana",
  "adgangskode",
  "haslo",
  "heslo",
  "parola",
  "kata sandi",
  "pwd",
  "pass",
  "psk",
  "secret",
  "token",
  "credential",
  "apikey",
  "api_key",
  "api-key",
  "api key",
  "accesskey",
  "access_key",
  "access-key",
  "access key",
  "secretkey",
  "privatekey",
  "private_key",
  "private-key",
  "private key",
  "secret key",
  "authkey",
  "auth_key",
  "auth-key",
  "accountkey",
  "account_key",
  "account-key",
  "sharedaccesskey",
  "presharedkey",
  "preshared_key",
  "pre-shared-key",
  "encryption_key",
  "encryptionkey",
  "encryption-key",
  "signing_key",
  "signingkey",
  "signing-key",
  "master_key",
  "masterkey",
  "master-key",
  "master.key",
  "service_key",
  "service-key",
  "subscription-key",
  "subscription_key",
  "subscriptionkey",
  "functions-key",
  "license_key",
  "license-key",
  "licensekey",
  "webhook_key",
  "jwt_key",
  "hmac_key",
  "session_key",
  "admin_key",
  "admin-key",
  "adminkey",
  "phpsessid",
  "jsessionid",
  "connect.sid",
  "app_key",
  "appkey",
  "authorization",
  "auth_token",
  "bindpw",
  "_pat",
  "-pat",
  "_auth",
  "_key",
] as const;

const PASSWORDS = new Set(
  "password|passwd|passphrase|passcode|passwort|kennwort|mot de passe|contrase|senha|wachtwoord|passord|salasana|adgangskode|haslo|heslo|parola|kata sandi|pwd|pass|psk|bindpw".split(
    "|",
  ),
);
/** Parts of names that promise something only at their end. */
const LAST = new Set(["_pat", "-pat", "_auth", "_key"]);
/** Keys that open nothing; any other in capitals is one of a service. */
const OPENS_NOTHING =
  /(?:^|_)(?:public|publishable|primary|foreign|partition|sort|cache|object|idempotency|row|hash|dedup|dedupe|group|index|lookup|join|site|issue|project|storage|registry|query|config|unique|composite|hot|short_?cut|routing|message|event|map|s3|bucket|i18n|locale|feature|flag|host|ssh)_key$/i;
/** A name that goes on like this speaks about the secret and is not it. */
const ABOUT =
  /^[-_.]?(?:types?|counts?|names?|ids?|urls?|uris?|paths?|files?|fields?|labels?|hints?|polic|length|len|min|max|expir|ttl|hash|limit|usage|used|refs?$|reference|store|manager|provider|version|arn|reset|change|updat|creat|rotat|at$|cost|price|size|index|rings?$|iz|is[ei]|format|strength|requir|enabl|disabl|budget|endpoint|class|scope|symbol|address|per|rate|valid|verif|input|placeholder|regex|pattern|bucket|age$|kind|status|state|prefix|suffix|s?_?(?:in|out)$|less|port|word)/i;
/** What a name means whose part before the word is one of these: page cursors, language-model tokens, what is public. */
const OTHERWISE = new Set(
  "page next continuation sync cursor cancel cancellation pagination resume start marker max min total input output prompt completion reasoning cached special stop eos bos pad unk public publishable idempotency num".split(
    " ",
  ),
);

/** Judges `name`, in which the promising word stands at `[from, to)`. */
export function judgeName(name: string, from: number, to: number): NameStrength | undefined {
  const word = name.slice(from, to);
  const before = name.slice(0, from);
  const after = name.slice(to);
  if (after !== "" && ABOUT.test(after)) return undefined;
  if (LAST.has(word.toLowerCase()) && after !== "") return undefined;
  if (word.toLowerCase() === "_key" && (name !== name.toUpperCase() || OPENS_NOTHING.test(name))) return undefined;
  const partBefore = before === "" ? undefined : /([A-Z]?[a-z0-9]+|[A-Z0-9]+)[-_. ]?$/.exec(before)?.[1];
  if (partBefore !== undefined && OTHERWISE.has(partBefore.toLowerCase())) return undefined;
  if (!PASSWORDS.has(word.toLowerCase())) return "secret";
  // Short words are parts of others (bypass, compass, passage): they have to be a part of the name by themselves.
  const inside = (/[a-z]$/.test(before) && /^[a-z]/.test(word)) || !/^[-_]?\d*$/.test(after);
  return word.length <= 4 && inside ? undefined : "password";
}

/** What a whole name promises, such as the key of a structured value. */
export function strengthOfName(name: string): NameStrength | undefined {
  const folded = name.toLowerCase();
  for (const word of SECRET_WORDS) {
    const from = folded.lastIndexOf(word);
    const strength = from < 0 ? undefined : judgeName(name, from, from + word.length);
    if (strength !== undefined) return strength;
  }
  return undefined;
}
