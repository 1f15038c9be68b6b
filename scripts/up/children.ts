import { join, resolve } from "node:path";
import type { LoginUrls } from "#db/logins.ts";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { environmentSchema } from "#lib/environment/variables.ts";
import { notifierKeyFile, notifierSealingKeyFile } from "#lib/notifications/notifier-key.ts";
import { sealingKeyFile } from "#lib/secrets/dispatcher-key.ts";
import { passEnvironment } from "../processes/pass-environment.ts";
import type { ChildSpec } from "../processes/supervise.ts";

export interface Installation {
  readonly home: string;
  readonly host: string;
  readonly ports: { readonly dashboard: number; readonly gateway: number };
  readonly publicUrl: string;
  readonly sessionSecret: string;
  readonly logins: LoginUrls;
  /** A second place for signed checkpoints. */
  readonly checkpointMirror?: string | undefined;
  /** What the dashboard seals credentials to, where the operator has keys of their own. */
  readonly sealingKey?: string | undefined;
  /** The keys of the dashboard that open raw outputs, and what dispatchers seal them to. */
  readonly outputs: {
    readonly key?: string | undefined;
    readonly keyCommand?: string | undefined;
    readonly publicKey: string;
  };
  /** Who has a say before a call is decided: a module of the operator's, and the key that outside checks are asked with. */
  readonly gateway: {
    readonly hooks?: string | undefined;
    readonly checksKey: string;
    readonly url?: string | undefined;
  };
  /** Settings that an operator gave for the dispatcher alone, by their variables' names. */
  readonly dispatcher?: Readonly<Record<string, string | undefined>>;
  /** How people are told what waits. */
  readonly notices?: {
    readonly key?: string | undefined;
    readonly publicKey?: string | undefined;
    readonly plainWebhooks?: string | undefined;
    readonly smtpUrl?: string | undefined;
    readonly mailFrom?: string | undefined;
  };
}

/** How the web app is run: the built server, or Next's development server. */
export interface WebCommand {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly mode: "production" | "development";
}

/** Every process of an installation, each with the one database login it needs and nothing of the others'. */
export function listChildren(installation: Installation, web: WebCommand): ChildSpec[] {
  const {
    home,
    logins,
    publicUrl,
    sessionSecret,
    checkpointMirror,
    gateway,
    dispatcher,
    outputs,
    notices = {},
  } = installation;
  const noticesKey = notices.key ?? notifierKeyFile(home);
  return [
    webChild(installation, web, "dashboard", {
      AIRLOCK_DB_WEB_URL: logins.web,
      NEXTAUTH_URL: publicUrl,
      AIRLOCK_GATEWAY_URL: installation.gateway.url ?? `http://localhost:${installation.ports.gateway}`,
      NEXTAUTH_SECRET: sessionSecret,
      // What was signed, to be shown. The key that signs lies in another folder, which this process is not told of.
      AIRLOCK_CHECKPOINTS: join(home, "checkpoints"),
      AIRLOCK_SECRETS_PUBLIC_KEY: installation.sealingKey ?? sealingKeyFile(home),
      ...(outputs.key ? { AIRLOCK_OUTPUTS_KEY: resolve(outputs.key) } : {}),
      ...(outputs.keyCommand ? { AIRLOCK_OUTPUTS_KEY_COMMAND: outputs.keyCommand } : {}),
      AIRLOCK_NOTICES_PUBLIC_KEY: notices.publicKey ?? notifierSealingKeyFile(noticesKey),
      ...(notices.plainWebhooks ? { AIRLOCK_PLAIN_WEBHOOKS: notices.plainWebhooks } : {}),
    }),
    webChild(installation, web, "gateway", {
      AIRLOCK_DB_GATEWAY_URL: logins.gateway,
      AIRLOCK_CHECKS_KEY: gateway.checksKey,
      AIRLOCK_OUTPUTS_PUBLIC_KEY: resolve(outputs.publicKey),
      // The built server runs in a folder of its own.
      ...(gateway.hooks ? { AIRLOCK_HOOKS: resolve(gateway.hooks) } : {}),
    }),
    nodeChild(installation, web, "dispatcher", "worker", {
      ...dispatcher,
      AIRLOCK_DB_WORKER_URL: logins.worker,
      AIRLOCK_OUTPUTS_PUBLIC_KEY: outputs.publicKey,
      AIRLOCK_HOME: home,
    }),
    nodeChild(installation, web, "housekeeper", "housekeeper", {
      AIRLOCK_DB_HOUSEKEEPER_URL: logins.housekeeper,
      NEXTAUTH_URL: publicUrl,
      AIRLOCK_NOTICES_KEY: noticesKey,
      AIRLOCK_PLAIN_WEBHOOKS: notices.plainWebhooks,
      AIRLOCK_SMTP_URL: notices.smtpUrl,
      AIRLOCK_MAIL_FROM: notices.mailFrom,
    }),
    nodeChild(installation, web, "checkpointer", "checkpointer", {
      AIRLOCK_DB_CHECKPOINTER_URL: logins.checkpointer,
      AIRLOCK_HOME: home,
      AIRLOCK_CHECKPOINT_MIRROR: checkpointMirror,
    }),
  ];
}

function nodeChild(
  { home }: Installation,
  { mode }: WebCommand,
  name: string,
  script: string,
  own: Record<string, string | undefined>,
): ChildSpec {
  return {
    name,
    command: process.execPath,
    args: [...(mode === "development" ? ["--watch"] : []), join(PROJECT_ROOT, "scripts", script, "main.ts")],
    cwd: PROJECT_ROOT,
    env: passEnvironment(own),
    log: logOf(home, name),
  };
}

function webChild(
  { home, host, ports }: Installation,
  { args, cwd, mode }: WebCommand,
  door: "dashboard" | "gateway",
  own: Record<string, string>,
): ChildSpec {
  const port = String(ports[door]);
  return {
    name: door,
    command: process.execPath,
    args: mode === "development" ? [...args, "--hostname", host, "--port", port] : args,
    cwd,
    env: passEnvironment({
      NODE_ENV: mode,
      NEXT_TELEMETRY_DISABLED: "1",
      AIRLOCK_DOORS: door,
      ...(mode === "development" ? developmentEnvironment(door) : {}),
      HOSTNAME: host,
      PORT: port,
      ...own,
    }),
    log: logOf(home, door),
  };
}

/**
 * A development server reads `.env` itself, which may name what this door must not have. A variable that is set, even to nothing,
 * it leaves as it is.
 */
function developmentEnvironment(door: "dashboard" | "gateway"): Record<string, string> {
  const kept = Object.keys(environmentSchema.shape).map((name) => [name, ""]);
  return { ...Object.fromEntries(kept), AIRLOCK_DOORS: door };
}

function logOf(home: string, name: string): string {
  return join(home, "logs", `${name}.log`);
}
