import { describe, expect, test } from "vitest";
import { clean } from "../clean.ts";
import { endsInChecksum } from "./checksum.ts";

/** Characters drawn by a small seeded generator: nothing here was ever issued, and nothing here looks as if it had been. */
let state = 20_261_116;
function draw(alphabet: string, length: number): string {
  let drawn = "";
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    drawn += alphabet.charAt(Math.floor((state / 2 ** 32) * alphabet.length));
  }
  return drawn;
}
const HEX = "0123456789abcdef";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const DASH = `${ALNUM}_-`;
const uuid = (): string => [8, 4, 4, 4, 12].map((length) => draw(HEX, length)).join("-");
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const base64url = (text: string): string => Buffer.from(text).toString("base64url");

/** Each kind with a maker of what has to go. */
const TOKENS: readonly (readonly [kind: string, make: () => string])[] = [
  ["github", () => `ghp_${draw(ALNUM, 36)}`],
  ["github", () => `github_pat_${draw(ALNUM, 22)}_${draw(ALNUM, 59)}`],
  ["gitlab", () => `glpat-${draw(DASH, 19)}7`],
  ["npm", () => `npm_${draw(ALNUM, 36)}`],
  ["pypi", () => `pypi-AgEIcHlwaS5vcmc${draw(DASH, 120)}`],
  ["docker", () => `dckr_pat_${draw(DASH, 27)}`],
  ["aws", () => `AKIA${draw(UPPER, 16)}`],
  ["aws", () => `ASIA${draw(UPPER, 16)}`],
  ["google", () => `AIza${draw(DASH, 35)}`],
  ["google", () => `GOCSPX-${draw(DASH, 28)}`],
  ["digitalocean", () => `dop_v1_${draw(HEX, 64)}`],
  ["vault", () => `hvs.${draw(DASH, 95)}`],
  ["vault", () => `s.${draw(ALNUM, 22)}4q`],
  ["infisical", () => `st.${draw(HEX, 24)}.${draw(HEX, 32)}.${draw(HEX, 32)}`],
  ["newrelic", () => `${draw(HEX, 36)}FFFF${"NRAL"}`],
  ["okta", () => `SSWS 00${draw(DASH, 39)}7`],
  ["discord", () => `${base64(`1${draw("0123456789", 17)}`)}.${draw(ALNUM, 6)}.${draw(DASH, 37)}9`],
  ["jsr", () => `jsrp_${draw(ALNUM, 32)}`],
  ["doppler", () => `dp.pt.${draw(ALNUM, 43)}`],
  ["databricks", () => `dapi${draw(HEX, 32)}`],
  ["anthropic", () => `sk-ant-api03-${draw(DASH, 93)}AA`],
  ["openai", () => `sk-proj-${draw(DASH, 74)}T3Blbk${"FJ"}${draw(DASH, 74)}`],
  ["openai", () => `sk-${draw(ALNUM, 20)}T3Blbk${"FJ"}${draw(ALNUM, 20)}`],
  ["openrouter", () => `sk-or-v1-${draw(HEX, 64)}`],
  ["huggingface", () => `hf_${draw(ALNUM, 34)}`],
  ["groq", () => `gsk_${draw(ALNUM, 52)}`],
  ["replicate", () => `r8_${draw(ALNUM, 37)}`],
  ["stripe", () => `sk_live_${draw(ALNUM, 24)}`],
  ["stripe", () => `whsec_${draw(ALNUM, 32)}`],
  ["shopify", () => `shpat_${draw(HEX, 32)}`],
  ["slack", () => `xoxb-${draw("0123456789", 12)}-${draw("0123456789", 13)}-${draw(ALNUM, 24)}`],
  ["slack", () => `xapp-1-A${draw(UPPER, 10)}-${draw("0123456789", 13)}-${draw(HEX, 64)}`],
  ["sendgrid", () => `SG.${draw(DASH, 22)}.${draw(DASH, 43)}`],
  ["twilio", () => `SK${draw(HEX, 32)}`],
  ["telegram", () => `${draw("123456789", 9)}:AA${draw(DASH, 33)}`],
  ["mailchimp", () => `${draw(HEX, 32)}-us12`],
  ["mailgun", () => `key-${draw(HEX, 32)}`],
  ["brevo", () => `xkeysib-${draw(HEX, 64)}-${draw(ALNUM, 16)}`],
  ["hubspot", () => `pat-na1-${uuid()}`],
  ["notion", () => `ntn_${draw(ALNUM, 46)}`],
  ["linear", () => `lin_api_${draw(ALNUM, 40)}`],
  ["postman", () => `PMAK-${draw(HEX, 24)}-${draw(HEX, 34)}`],
  ["airtable", () => `pat${draw(ALNUM, 14)}.${draw(HEX, 64)}`],
  ["atlassian", () => `ATATT3${draw(DASH, 186)}`],
  ["terraform", () => `${draw(ALNUM, 14)}.atlasv1.${draw(DASH, 66)}`],
  ["azure", () => `${draw(ALNUM, 3)}8Q~${draw(ALNUM, 34)}`],
  ["age", () => `AGE-SECRET-KEY-1${draw("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)}`],
  ["grafana", () => `glsa_${draw(ALNUM, 32)}_${draw(HEX, 8)}`],
  ["sentry", () => `sntryu_${draw(HEX, 64)}`],
  ["gems", () => `rubygems_${draw(HEX, 48)}`],
  ["jwt", () => `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url('{"sub":"1","n":2}')}.${draw(DASH, 43)}`],
  ["honeybadger", () => `hbp_${draw(ALNUM, 36)}`],
  ["buildkite", () => `bkaa_${draw(HEX, 40)}`],
  ["langsmith", () => `ls__${draw(HEX, 32)}`],
  ["github", () => `ghs_${draw(ALNUM, 36)}`],
  ["github", () => `ghs_${draw(ALNUM, 12)}_eyJ${draw(ALNUM, 60)}.${draw(DASH, 80)}.${draw(DASH, 85)}A`],
  ["aws", () => `bedrock-api-key-${draw(ALNUM, 200)}`],
  ["google", () => `AQ.Ab${draw(DASH, 46)}A`],
  ["daytona", () => `dtn_${draw(HEX, 64)}`],
  ["cursor", () => `crsr_${draw(HEX, 64)}`],
  ["polar", () => `polar_oat_${draw(ALNUM, 43)}`],
  ["airlock", () => `alk_${draw(DASH, 40)}`],
  ["paseto", () => `v4.local.${draw(DASH, 120)}A`],
  ["paseto", () => `k4.secret.${draw(DASH, 85)}A`],
  ["matrix", () => `syt_${draw(ALNUM, 8)}_${draw(ALNUM, 20)}_${draw(ALNUM, 6)}`],
  ["logfire", () => `pylf_v1_us_${draw(ALNUM, 43)}`],
  ["baidu", () => `bce-v3/ALTAK-${draw(ALNUM, 21)}/${draw(HEX, 40)}`],
  ["facebook", () => `LLM|${draw("123456789", 15)}|${draw(DASH, 26)}A`],
  ["docker", () => `eyJhdXRocyI6${draw(ALNUM, 80)}`],
];

const CONTEXTS: readonly ((token: string) => string)[] = [
  (token) => token,
  (token) => `export TOKEN=${token}\n`,
  (token) => `{"ok":true,"value":"${token}","ttl":3600}`,
  (token) => `curl -H 'X-Api-Key: ${token}' https://api.example/v1`,
  (token) => `The value is \`${token}\`, store it safely.`,
  (token) => `a,b\n1,${token},x\n`,
  (token) => `"line one\\n${token}\\nline three"`,
  (token) => `https://a.example/cb?x=1&t=${token}&y=2`,
  (token) => `# gitleaks:allow pragma: allowlist secret secretlint-disable noqa airlock:ignore\n${token}`,
];

/** No run of eight characters of the secret may be left. */
function leaks(cleaned: string, secret: string): boolean {
  for (let i = 0; i + 8 <= secret.length; i++) if (cleaned.includes(secret.slice(i, i + 8))) return true;
  return false;
}

describe("tokens are told by their own shape, in any company and whatever a comment beside them asks", () => {
  test.each(TOKENS)("%s", (kind, make) => {
    for (const context of CONTEXTS) {
      const token = make();
      const { cleaned, findings } = clean(context(token));
      expect(cleaned, context(token)).toContain("⟦credential: ");
      expect(leaks(cleaned, token), cleaned).toBe(false);
      expect(findings.some((finding) => finding.rule.startsWith("credential.") && finding.severity === "high")).toBe(
        true,
      );
    }
    expect(clean(make()).cleaned).toBe(`⟦credential: ${kind} #1⟧`);
  });
});

const SECRET = draw(ALNUM, 32);
const BASE64_SECRET = `${draw(`${ALNUM}/+`, 86)}==`;
const PASSWORD = ["Hrsvc", "ML2D0Yfo1mf", "nc"].join("#");

test("the private half of a PuTTY key goes, and its public half stays", () => {
  const half = draw(ALNUM, 64);
  const { cleaned, findings } = clean(`Public-Lines: 1\n${half}\nPrivate-Lines: 1\n${SECRET}${SECRET}\nPrivate-MAC: 0`);
  expect(cleaned).toContain(half);
  expect(leaks(cleaned, SECRET)).toBe(false);
  expect(findings).toMatchObject([{ rule: "credential.private-key", severity: "critical" }]);
});

describe("secrets that only their company gives away", () => {
  test.each([
    ["an assignment", `DB_PASSWORD="${PASSWORD}"`, PASSWORD],
    ["YAML", `client_secret: ${SECRET}\n`, SECRET],
    ["JSON", `{"apiKey":"${SECRET}"}`, SECRET],
    ["JSON in a string", `"{\\"secret\\":\\"${SECRET}\\"}"`, SECRET],
    ["dotted keys", `spring.datasource.password=${PASSWORD}`, PASSWORD],
    ["a header", `X-Auth-Token: ${SECRET}`, SECRET],
    ["a bearer header", `Authorization: Bearer ${SECRET}`, SECRET],
    ["a basic header", `Authorization: Basic ${base64(`admin:${PASSWORD}`)}`, base64(`admin:${PASSWORD}`)],
    ["a flag", `tool --token ${SECRET} run`, SECRET],
    ["an element", `<password>${PASSWORD}</password>`, PASSWORD],
    ["SQL", `ALTER ROLE app PASSWORD '${PASSWORD}';`, PASSWORD],
    ["emphasis", `**Password:** ${PASSWORD}`, PASSWORD],
    ["a sentence", `The password is ${PASSWORD}`, PASSWORD],
    ["a connection string", `AccountName=st1;AccountKey=${BASE64_SECRET};EndpointSuffix=x`, BASE64_SECRET],
    ["an AWS secret", `aws_secret_access_key = ${draw("abcXYZ019", 8)}/${SECRET}`, SECRET],
    ["a name that ends in another", `AZURE_SECRET=${SECRET}`, SECRET],
    [
      "a database address",
      `postgres://svc:${PASSWORD.replaceAll("#", "%23")}@db.internal.example:5432/app`,
      "ML2D0Yfo1mf",
    ],
    ["an address with a token", `https://deploy:${SECRET}@git.example.org/x.git`, SECRET],
    ["a command's user", `curl -u admin:${PASSWORD} https://a.example`, PASSWORD],
    [
      "a registry's configuration",
      `{"auths":{"r.example":{"auth": "${base64(`ci:${PASSWORD}`)}"}}}`,
      base64(`ci:${PASSWORD}`),
    ],
    ["a header of another scheme", `Authorization: Klaviyo-API-Key ${SECRET}`, SECRET],
    ["a personal access token by its name", `DEVOPS_PAT=${SECRET}`, SECRET],
    ["a service's key by its name", `MAPS_SERVER_KEY=${SECRET}`, SECRET],
    ["a call that defines it", `define('DB_PASSWORD', '${PASSWORD}');`, PASSWORD],
    ["a command's password", `mysqldump -uroot -p${PASSWORD} shop`, PASSWORD],
    ["a command's password in quotes", `sshpass -p '${PASSWORD}' ssh a.example`, PASSWORD],
    ["a session's cookie", `Cookie: theme=dark; sessionid=${SECRET}; lang=en`, SECRET],
    ["a key of everything that can be typed", `SECRET_KEY = "k(${SECRET}]-&x7Qz!Lm"`, SECRET],
    ["a signed address", `https://d1.example/a.mp4?Expires=19&Signature=${draw(ALNUM, 60)}__&Key-Pair-Id=K1`, ""],
    ["an authenticator's address", `otpauth://totp/Acme:kim?secret=${draw(UPPER, 32)}&issuer=Acme`, ""],
    ["a webhook", `https://hooks.slack.com/services/T0${draw(UPPER, 8)}/B0${draw(UPPER, 8)}/${SECRET}`, SECRET],
  ])("%s", (_, text, secret) => {
    const { cleaned, findings } = clean(text);
    expect(cleaned).not.toMatch(/(?:Signature|secret)=\w/);
    expect(secret !== "" && leaks(cleaned, secret), cleaned).toBe(false);
    const credentials = findings.filter(({ rule }) => rule.startsWith("credential."));
    expect(credentials).toMatchObject([{ severity: "high", action: "masked" }]);
  });

  test("a password found by its name is masked wherever else it stands", () => {
    expect(clean(`password: ${PASSWORD}\nlog: login with ${PASSWORD} ok`).cleaned).toBe(
      "password: ⟦credential: password #1⟧\nlog: login with ⟦credential: password #1⟧ ok",
    );
  });

  test("user, host and name stay readable", () => {
    expect(clean(`postgres://svc:${SECRET}@db.example:5432/app`).cleaned).toBe(
      "postgres://svc:⟦credential: url-password #1⟧@db.example:5432/app",
    );
  });
});

describe("private keys", () => {
  const lines = Array.from({ length: 12 }, () => draw(`${ALNUM}+/`, 64));
  const pem = (label: string, end = `-----END ${label}-----\n`): string =>
    [`-----BEGIN ${label}-----`, ...lines, end].join("\n");

  test.each([
    "PRIVATE KEY",
    "RSA PRIVATE KEY",
    "EC PRIVATE KEY",
    "OPENSSH PRIVATE KEY",
    "ENCRYPTED PRIVATE KEY",
    "PGP PRIVATE KEY BLOCK",
  ])("%s", (label) => {
    const { cleaned, findings } = clean(`before\n${pem(label)}after`);
    expect(cleaned).toBe("before\n⟦credential: private-key #1⟧\nafter");
    expect(findings).toMatchObject([{ rule: "credential.private-key", severity: "critical" }]);
  });

  test("without an end, with escaped line ends, and in base64 once more", () => {
    for (const text of [pem("PRIVATE KEY", ""), JSON.stringify(pem("PRIVATE KEY")), base64(pem("RSA PRIVATE KEY"))]) {
      const { cleaned } = clean(text);
      for (const line of lines) expect(leaks(cleaned, line)).toBe(false);
      expect(cleaned).toContain("⟦credential: private-key #1⟧");
    }
  });

  test.each(["> ", "# ", "+", " 12 | ", "12\t"])("in lines that begin with %j", (lead) => {
    const { cleaned } = clean(pem("RSA PRIVATE KEY").trimEnd().replace(/^/gm, lead), { content: "verbatim" });
    for (const line of lines) expect(leaks(cleaned, line)).toBe(false);
  });

  test("in lines that are shorter than any word", () => {
    const body = lines.join("").replace(/.{12}/g, "$&\n");
    const text = `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;
    expect(clean(text, { content: "verbatim" }).cleaned).toBe("⟦credential: private-key #1⟧\n");
  });

  test("in the armour of another standard", () => {
    const text = `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n${lines.join("\n")}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----\n`;
    expect(clean(text).cleaned).toBe("⟦credential: private-key #1⟧\n");
  });

  test("certificates, public keys and the mention of a key stay", () => {
    for (const text of [
      pem("CERTIFICATE"),
      pem("PUBLIC KEY"),
      "starts with -----BEGIN PRIVATE KEY----- and ends",
      "Files with -----BEGIN PRIVATE KEY----- are found by the scanner and told to the owner of the folder at once",
      "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    ]) {
      expect(clean(text).cleaned).toBe(text);
    }
  });
});

describe("what only looks like a secret stays", () => {
  test.each([
    `commit ${draw(HEX, 40)}`,
    `${draw(HEX, 64)}  dist/app.tar.gz`,
    `"integrity": "sha512-${draw(`${ALNUM}+/`, 86)}=="`,
    `request id ${uuid()}`,
    `ETag: W/"${draw(HEX, 32)}"`,
    `traceparent: 00-${draw(HEX, 32)}-${draw(HEX, 16)}-01`,
    `<img src="data:image/png;base64,${draw(`${ALNUM}+/`, 200)}">`,
    `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${draw(ALNUM, 44)} ada@example`,
    `"nextPageToken": "${draw(ALNUM, 40)}"`,
    "AKIAIOSFODNN7EXAMPLE",
    "password: <your-password>",
    "password: ${DB_PASSWORD}",
    "password: {{ vault.password }}",
    "PASSWORD=changeme123",
    "token: process.env.GITHUB_TOKEN",
    "const token = await getToken(options.scope1);",
    "token: string; secret: number",
    "api_key = os.environ['API_KEY']",
    "The password must contain at least 8 characters.",
    "password: required|min:8",
    "max_tokens: 4096, total_tokens=123456",
    "token_type: bearer2024abc-short",
    "secretName: my-app-secret-v2",
    "Authorization: Bearer <token>",
    "Authorization: Bearer $TOKEN",
    "basic authentication is required",
    "postgres://user:password@localhost:5432/db",
    "postgres://postgres:postgres@localhost/app",
    "redis://:${REDIS_PASSWORD}@cache:6379",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "sk-your-openai-api-key-goes-in-here",
    "<task-notification-center-1234567890abcd>",
    "risk-assessment-report-for-the-second-quarter-2024",
    "sk_learn_model_selection_train_test_split",
    "PWD=/home/user1/project2",
    `CACHE_KEY=${draw(HEX, 32)}`,
    `cache_key: "user-${draw(HEX, 32)}"`,
    `SEARCH_PATH=${draw(ALNUM, 24)}`,
    `Cookie: theme=${draw(ALNUM, 24)}`,
    "mysql -u root -p shop < dump.sql",
    "Authorization: Bearer authentication-is-required-here",
    "--pass-arg=asyncify-imports@env.await_2x",
    "https://a.example/@scope/pkg@1.2.3:latest",
    "secret: /run/secrets/db2_password",
    "password_hash_rounds: 12, token_expires_at: 2024-05-01T10:00:00Z",
  ])("%s", (text) => {
    expect(clean(text, { content: "verbatim" }).cleaned).toBe(text);
  });
});

describe("secrets that a declaration, a neighbour or a device's configuration gives away", () => {
  const pass = ["qmvz", "77", "!TRkd"].join("");
  const NO_DIGIT = ["cTlacjdMbTJY", "azRWdzhUbg=="].join("");
  test.each([
    ["a typed declaration", `const apiToken: string = "${SECRET}";`],
    ["a typed declaration of another language", `let token: &'static str = "${SECRET}";`],
    ["a variable with a default", `variable "db_password" {\n  type = string\n  default = "${SECRET}"\n}`],
    ["a name and its value, on two lines", `- name: DB_PASSWORD\n  value: ${SECRET}`],
    ["a name and its value, in two members", `{"name":"API_TOKEN","value":"${SECRET}"}`],
    ["two attributes", `<add key="ApiSecret" value="${SECRET}" />`],
    ["a symbol and a string", `config :app, :api_token, "${SECRET}"`],
    ["the private part of a key in JSON", `{"kty":"EC","crv":"P-256","d":"${SECRET}"}`],
    ["a file of passwords", `db.acme.example:5432:shop:kim:${SECRET}`],
    ["a driver's address", `jdbc:oracle:thin:scott/${SECRET}@//db:1521/x`],
    ["a wireless network", `WIFI:T:WPA;S:Cafe;P:${SECRET};;`],
    ["a router", `snmp-server community ${SECRET} RW`],
    ["a directory's command", `ldapsearch -x -D cn=admin -w ${SECRET} -b dc=acme`],
    ["a sentence", `The password for the archive is: ${pass}`],
    ["a sentence in another language", `Ihr Passwort lautet: ${pass}`],
    ["a word of another language", `Contrase\u00f1a: ${pass}`],
    ["a block of YAML", `api_token: |\n  ${SECRET}\n`],
    ["a value on the next line", `password:\n  ${pass}\n`],
    ["an image's environment", `FROM scratch\nENV API_TOKEN ${SECRET}\n`],
    ["a string of bytes", `api_token = b"${SECRET}"`],
    ["an application's strings", `<string name="api_token">${SECRET}</string>`],
    ["an element of its own", `<apiToken>\n  ${SECRET}\n</apiToken>`],
    ["a page's attribute", `data-x="{&quot;password&quot;:&quot;${pass}&quot;}"`],
    ["an address in an address", `next=%3Fapi_token%3D${SECRET}%26x`],
    ["an address in an address in small letters", `next=%3fapi_token%3d${SECRET}%26x`],
    ["a member with a short name for its value", `{"key":"API_TOKEN","val":"${SECRET}"}`],
    ["words in base64 without a digit", `SharedAccessKey=${NO_DIGIT}`],
    ["a command's user without a space", `curl -uadmin:${SECRET} https://a.example`],
    ["a token in place of a user", `git clone https://${SECRET}@git.example/x.git`],
    ["a statement of SQL", `CREATE USER kim IDENTIFIED BY '${pass}'`],
    ["a store of keys", `keytool -list -storepass ${pass}`],
    ["a passcode", `Passcode: ${pass}`],
  ])("%s", (_name, text) => {
    const { cleaned } = clean(text, { content: "verbatim" });
    const secret = [pass, NO_DIGIT].find((one) => text.includes(one)) ?? SECRET;
    expect(leaks(cleaned, secret), cleaned).toBe(false);
  });

  test("what stands behind a secret in an escaped address stays, and the same secret elsewhere goes", () => {
    const text = `next=%3Ftoken%3D${SECRET}%26page%3D2%26size%3Dlarge and ${SECRET}\n`;
    const masked = "⟦credential: secret #1⟧";
    expect(clean(text, { content: "verbatim" }).cleaned).toBe(
      `next=%3Ftoken%3D${masked}%26page%3D2%26size%3Dlarge and ${masked}\n`,
    );
  });

  test("the words of a wallet go, advice about them stays", () => {
    const words = "river amber candle stone winter piano garden mirror violet orange silver planet";
    expect(clean(`seed phrase: ${words}`).cleaned).not.toContain("amber candle");
    const advice = "Seed phrase: write down the twelve words that appear on the screen and keep them offline.";
    expect(clean(advice).cleaned).toBe(advice);
  });

  test.each([
    `{"d":"${draw(ALNUM, 32)}","name":"no key"}`,
    "let token: String = String::new();",
    'variable "db_password" {\n  type = string\n  sensitive = true\n}',
    "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db",
    "snmp-server community public RO",
    "localhost:5432:postgres accepting connections",
    "Senha: m\u00ednimo de 8 caracteres",
    "password:\n  required: true\n  minLength: 8\n",
    "token:\n  type: string\n",
    '<input name="password">Forgot1password?</input>',
    "user identified by name1234 and so on",
    "ENV SECRET_NAME my-secret-name-v2",
    "build -update:latestVersion2 here, then -url:https://Host1.example/x",
    '<a href="/list?tokena=A&tokenb=B">package_name-0.1.2.tar.gz</a>',
    "https://0f3a9c7e5b1d28640f3a9c7e5b1d2864@o1.ingest.sentry.example/2",
    "https://first.last@git.example/x.git",
  ])("%s stays", (text) => {
    expect(clean(text, { content: "verbatim" }).cleaned).toBe(text);
  });

  test("a text of nothing but members of no key is searched once for each stretch of it", () => {
    const text = (size: number): string => `{"d":"${"aB3".repeat(8)}"},`.repeat(size);
    const work = (size: number): number => {
      const before = process.cpuUsage();
      clean(text(size), { content: "verbatim" });
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    work(8_000);
    const least = Math.max(1_000, Math.min(work(8_000), work(8_000)));
    expect(Math.min(work(32_000), work(32_000)) / least).toBeLessThan(10);
  });
});

test("words that say nothing together, with a number behind them, are a password, and the name of a thing is none", () => {
  const phrase = ["lemon", "glass", "battery", "78"].join("-");
  expect(clean(`password: ${phrase}`).cleaned).toBe("password: ⟦credential: password #1⟧");
  for (const text of ["password: lemon-database-password-78", "password: read-only-user-22", `branch: ${phrase}`])
    expect(clean(text).cleaned).toBe(text);
});

describe("the word for it in other letters, and what stands further off", () => {
  const pass = ["hT4w", "Z#9pLm", "2c"].join("");
  test.each([
    `Пароль: ${pass}`,
    `Ваш пароль для входа: ${pass}`,
    `"пароль": "${pass}"`,
    `密码：${pass}`,
    `您的密码是 ${pass}，请妥善保管`,
    `パスワードは「${pass}」です。`,
    `비밀번호: ${pass}`,
    `كلمة المرور: ${pass}`,
    `סיסמה: ${pass}`,
    `รหัสผ่าน: ${pass}`,
    `पासवर्ड: ${pass}`,
    `Κωδικός πρόσβασης: ${pass}`,
    `Hasło: ${pass}`,
    `Twoje hasło to ${pass}`,
    `Şifreniz: ${pass}`,
    `Mật khẩu: ${pass}`,
    `Lösenord: ${pass}`,
    `clave: ${pass}`,
    `Password for kim (prod): ${pass}`,
    `A temporary password is generated for root@localhost: ${pass}`,
    `password -> ${pass}`,
    `The generated password for the first user is:\n${pass}\n`,
    `<wsse:Password Type="#PasswordText">${pass}</wsse:Password>`,
    `<key>password</key>\n<string>${pass}</string>`,
    `"password": {\n "type": "string",\n "value": "${pass}"\n}`,
    `pw: ${pass}`,
    `Le mot de passe du serveur est ${pass}`,
    `пароль для wifi - ${pass}`,
    `логин admin пароль ${pass}`,
    `账号 admin 密码 ${pass}`,
    `<td>Password:</td><td>${pass}</td>`,
    `printf '%s' '${pass}' | docker login -u kim --password-stdin`,
  ])("%s", (text) => {
    const { cleaned } = clean(text, { content: "verbatim" });
    expect(cleaned).not.toContain(pass);
    expect(cleaned).toContain("⟦credential: password #1⟧");
  });

  test.each([
    "Пароль: не менее 8 символов",
    "Пароль должен содержать не менее 8 символов, включая цифры: A1b2",
    "密码：至少8位，包含字母和数字",
    "密码错误，请重试 (E1001)",
    "パスワード：8文字以上の半角英数字",
    "비밀번호: 8자 이상 영문+숫자",
    "Clave foránea: fk_Cliente_2024",
    "parole: Hearing2024 scheduled",
    "mdp: Markov2Chain",
    '"page-has-main": { "pass": "ドキュメントには少なくとも1つのmainランドマークがあります" }',
    "password changed to Argon2id",
    "password: test1234",
    "Password: see Confluence-Page2",
    "密码 8-20位Abc123组合",
    "unexpected token: Template2Literal",
    "Password for admin: see Step-2b",
    "password SHA-256 hashed",
    "arn:aws:secretsmanager:eu-west-1:123456789012:secret:Prod/Db-a1B2c3",
    '<input type="password" class="Form-control2 Mb-3">',
    "isinstance(key, Ed25519PrivateKey|Ed25519PublicKey)",
  ])("%s stays", (text) => {
    expect(clean(text, { content: "verbatim" }).cleaned).toBe(text);
  });
});

test("a GitHub or npm checksum is recognised, and outweighs what looks like a placeholder", () => {
  // CRC-32 of thirty zeros, in six base-62 digits.
  const body = `${"0".repeat(30)}${checksumOf("0".repeat(30))}`;
  expect(endsInChecksum(body)).toBe(true);
  expect(clean(`ghp_${body}`).cleaned).toBe("⟦credential: github #1⟧");
  expect(clean(`ghp_${"0".repeat(36)}`).cleaned).toBe(`ghp_${"0".repeat(36)}`);
});

/** Written apart from the code under test, bit by bit. */
function checksumOf(text: string): string {
  let sum = 0xffffffff;
  for (const character of text) {
    sum ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  let rest = ~sum >>> 0;
  let digits = "";
  const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  for (let i = 0; i < 6; i++) {
    digits = base62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
