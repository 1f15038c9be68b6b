/** What a name promises. `password` is chosen by people and may be short; `secret` is drawn by machines and is long. */
export type NameStrength = "password" | "secret";

/** Words for what people choose, in the languages that have one of their own; a word stands for what its ending makes of it. */
const PASSWORD_WORDS = [
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
  "pswd",
  "pw",
  "bindpw",
  "rootpw",
  "userpwd",
  "smtppass",
  "keymaterial",
  "key content",
  "unseal key",
  "unseal_key",
  "losungswort",
  "zugangscode",
  "mdp",
  "phrase secrète",
  "clave",
  "contrasen",
  "palavra-passe",
  "palavra passe",
  "parola chiave",
  "parole",
  "parolă",
  "şifre",
  "sifre",
  "hasło",
  "hasła",
  "lösenord",
  "kodeord",
  "jelszó",
  "jelszav",
  "lozinka",
  "zaporka",
  "geslo",
  "parool",
  "salasõna",
  "slaptažod",
  "mật khẩu",
  "sandi",
  "kata laluan",
  "pasahitz",
  "fjalëkalim",
  "nenosiri",
  "парол",
  "лозинк",
  "кодовое слово",
  "құпия сөз",
  "κωδικ",
  "συνθηματικ",
  "密码",
  "密碼",
  "口令",
  "パスワード",
  "パスフレーズ",
  "暗証番号",
  "合言葉",
  "비밀번호",
  "패스워드",
  "암호",
  "비번",
  "كلمة المرور",
  "كلمة مرور",
  "كلمة السر",
  "الرقم السري",
  "رمز الدخول",
  "رمز عبور",
  "گذرواژه",
  "پسورد",
  "پاس ورڈ",
  "סיסמ",
  "รหัสผ่าน",
  "पासवर्ड",
  "कूटशब्द",
  "পাসওয়ার্ড",
  "პაროლ",
  "գաղտնաբառ",
] as const;

/** Words that make a name a promise; the anchors of the assignment scanner. */
export const SECRET_WORDS = [
  ...PASSWORD_WORDS,
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
  "encryption.key",
  "signing.key",
  "secret.key",
  "api.key",
  "access.key",
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
  "primarymasterkey",
  "bw_session",
  "mfa seed",
  "clé secrète",
  "clé d'api",
  "jeton",
  "clave secreta",
  "chave secreta",
  "chiave segreta",
  "geheimschlüssel",
  "geheimer schlüssel",
  "geheime sleutel",
  "gizli anahtar",
  "klucz tajny",
  "секретный ключ",
  "секретний ключ",
  "ключ api",
  "токен",
  "密钥",
  "密鑰",
  "金鑰",
  "令牌",
  "秘密鍵",
  "トークン",
  "apiキー",
  "비밀 키",
  "비밀키",
  "토큰",
  "api 키",
  "المفتاح السري",
  "מפתח סודי",
  "auth_salt",
  "in_salt",
  "nonce_salt",
  "_pat",
  "-pat",
  "_auth",
  "_key",
] as const;

const PASSWORDS: ReadonlySet<string> = new Set(PASSWORD_WORDS);
/** Words that are parts of others, and of what is not secret: they have to be a part of the name by themselves. */
const ALONE: ReadonlySet<string> = new Set([
  "pwd",
  "pass",
  "psk",
  "pswd",
  "pw",
  "mdp",
  "clave",
  "sandi",
  "parole",
  "jeton",
  "sifre",
  "geslo",
]);
/** Parts of names that promise something only at their end. */
const LAST = new Set(["_pat", "-pat", "_auth", "_key"]);
/** Keys that open nothing; any other in capitals is one of a service. */
const OPENS_NOTHING =
  /(?:^|_)(?:public|publishable|primary|foreign|partition|sort|cache|object|idempotency|row|hash|dedup|dedupe|group|index|lookup|join|site|issue|project|storage|registry|query|config|unique|composite|hot|short_?cut|routing|message|event|map|s3|bucket|i18n|locale|feature|flag|host|ssh)_key$/i;
/** A name that goes on like this speaks about the secret and is not it. */
const ABOUT =
  /^[-_.]?(?:types?|counts?|names?|ids?|urls?|uris?|paths?|files?|fields?|labels?|hints?|polic|length|len|min|max|expir|ttl|hash|limit|usage|used|refs?$|reference|store|s?[-_.]?manager|encod|provider|version|arn|reset|change|updat|creat|rotat|at$|cost|price|size|index|rings?$|iz|is[ei]|format|strength|requir|enabl|disabl|budget|endpoint|class|scope|symbol|address|per|rate|valid|verif|input|placeholder|regex|pattern|bucket|age$|kind|status|state|prefix|suffix|s?_?(?:in|out)$|less|port|word)/i;
/** What a name means whose part before the word is one of these: page cursors, language-model tokens, what is public. */
const OTHERWISE = new Set(
  "page next continuation sync cursor cancel cancellation pagination resume start marker max min total input output prompt completion reasoning cached special stop eos bos pad unk public publishable idempotency num".split(
    " ",
  ),
);

/** `dbpass`, `rootpw`. */
const OF_WHAT = /(?:^|[^a-z])(?:db|user|my|smtp|imap|mail|root|admin|ftp|ssh|key|store|http|proxy|ldap|bind)$/;

/** Judges `name`, in which the promising word stands at `[from, to)`. */
export function judgeName(name: string, from: number, to: number): NameStrength | undefined {
  const word = name.slice(from, to);
  const before = name.slice(0, from);
  const after = name.slice(to);
  const known = word.toLowerCase();
  if (after !== "" && (LAST.has(known) || ABOUT.test(after))) return undefined;
  if (known === "_key" && (name !== name.toUpperCase() || OPENS_NOTHING.test(name))) return undefined;
  const partBefore = before === "" ? undefined : /([A-Z]?[a-z0-9]+|[A-Z0-9]+)[-_. ]?$/.exec(before)?.[1];
  if (partBefore !== undefined && OTHERWISE.has(partBefore.toLowerCase())) return undefined;
  // bypass, compass, passage.
  const isPart = before !== "" && /[a-z]$/.test(before) && /^[a-z]/.test(word) && !OF_WHAT.test(before);
  const inside = isPart || (after !== "" && !/^[-_]?\d*$/.test(after));
  if (inside && ALONE.has(known)) return undefined;
  if (known === "pw" && (word === "Pw" || !/^(?:|.*[-_.]|[A-Za-z]{2,})$/.test(before))) return undefined;
  return PASSWORDS.has(known) ? "password" : "secret";
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
