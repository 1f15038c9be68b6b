/** Where machines keep what nobody should be asked for, as parts of a path. */
const SECRET_PARTS = [
  "/.ssh",
  "~/.ssh",
  ".ssh/",
  "id_rsa",
  "id_ed25519",
  "id_ecdsa",
  "id_dsa",
  "authorized_keys",
  "known_hosts",
  "/.aws",
  ".aws/",
  "/etc/passwd",
  "/etc/shadow",
  "/etc/sudoers",
  "/proc/self/environ",
  "/.kube",
  ".kube/",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".docker/config",
  ".gnupg",
  ".pgpass",
  ".my.cnf",
  ".config/gcloud",
  "application_default_credentials",
  "wallet.dat",
  "keychain-db",
  "login.keychain",
  ".bash_history",
  ".zsh_history",
  ".python_history",
  ".psql_history",
  "mcp.json",
  "claude_desktop_config",
  "credentials.json",
  "secrets.json",
  "secrets.y",
  "secrets.toml",
  "service-account.json",
  "cookies.sqlite",
  "logins.json",
  "key4.db",
  ".htpasswd",
  "terraform.tfstate",
  ".vault-token",
  ".cursor/",
  ".claude/",
  ".codex/",
  ".azure/",
  ".terraformrc",
  "ntds.dit",
  "config/master.key",
  ".env.",
] as const;

const DOT_ENV = /(?:^|[/~])\.?[a-z0-9_-]{0,40}\.env$|^\.env$|(?:^|\/)\.env(?:\.[a-z]{1,20})?$/;
const KEY_FILE = /[a-z0-9_-]\.(?:pem|p12|pfx|key|keystore|jks|kdbx|ppk|asc)$/;

export function isSecretPath(chunk: string): boolean {
  if (!chunk.includes(".") && !chunk.includes("/") && !chunk.includes("_") && !chunk.includes("kube")) return false;
  if (chunk.length > 512) return false;
  if (/^["'`]?~\/\.[a-z]/.test(chunk)) return true;
  return SECRET_PARTS.some((part) => chunk.includes(part)) || DOT_ENV.test(chunk) || KEY_FILE.test(chunk);
}
