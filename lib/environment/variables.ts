/**
 * Every variable that a process of an installation reads, with the reason it exists; `.env.example` is made from this table, and a
 * test compares the two. What clients are told by (AIRLOCK_URL, AIRLOCK_KEY, AIRLOCK_AUTHOR_KEY) is in their own help.
 */
import { z } from "zod";

const postgresUrl = z
  .string()
  .refine((value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value), "is not a postgres:// address")
  .optional();

const webUrl = z
  .string()
  .refine((value) => /^https?:\/\/[^/]/.test(value) && URL.canParse(value), "is not an http:// or https:// address")
  .optional();

const smtpUrl = z
  .string()
  .refine((value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value), "is not an smtp:// or smtps:// address")
  .optional();

const port = z
  .string()
  .refine(
    (value) => /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 65_534,
    "is not a port from 1 to 65534",
  )
  .transform(Number);

/** `example` is what `.env.example` shows behind the name; nothing is set there. */
export const environmentSchema = z.object({
  PORT: port.default(3000).meta({
    example: "3000",
    description:
      "Where the dashboard listens; the gateway takes the port after it. When it is taken, 'up' says so and takes the next.",
  }),
  AIRLOCK_HOST: z.string().default("127.0.0.1").meta({
    example: "127.0.0.1",
    description: "The address both doors bind to. Loopback unless you set it: put TLS in front before you do.",
  }),
  AIRLOCK_HOME: z.string().optional().meta({
    example: "./.airlock",
    description: "Holds all state: database, keys, logins, workspaces, logs, pids. Back it up; keep it private.",
  }),
  DATABASE_URL: postgresUrl.meta({
    example: "postgres://owner:password@localhost:5432/airlock",
    description:
      "The migration login of a PostgreSQL (16 or later) of your own; read by migration only. Without it a local PostgreSQL is started.",
  }),
  AIRLOCK_DB_WEB_URL: postgresUrl.meta({
    example: "postgres://airlock_web:password@localhost:5432/airlock",
    description:
      "The dashboard's login: decides and configures, cannot ask or run. Migration makes all six; name them only where AIRLOCK_HOME is not shared.",
  }),
  AIRLOCK_DB_GATEWAY_URL: postgresUrl.meta({
    example: "postgres://airlock_gateway:password@localhost:5432/airlock",
    description: "The gateway's login: asks, reads a call's status, cancels. It cannot approve.",
  }),
  AIRLOCK_DB_WORKER_URL: postgresUrl.meta({
    example: "postgres://airlock_worker:password@localhost:5432/airlock",
    description: "The dispatcher's login: claims, heartbeats, completes.",
  }),
  AIRLOCK_DB_AUDITOR_URL: postgresUrl.meta({
    example: "postgres://airlock_auditor:password@localhost:5432/airlock",
    description: "Reads the log to verify and export it, and nothing else.",
  }),
  AIRLOCK_DB_CHECKPOINTER_URL: postgresUrl.meta({
    example: "postgres://airlock_checkpointer:password@localhost:5432/airlock",
    description: "Reads the heads of the log's lanes, to sign checkpoints.",
  }),
  AIRLOCK_DB_HOUSEKEEPER_URL: postgresUrl.meta({
    example: "postgres://airlock_housekeeper:password@localhost:5432/airlock",
    description: "Expiry, retention and other sweeps.",
  }),
  AIRLOCK_CHECKPOINT_MIRROR: z.string().optional().meta({
    example: "/mnt/worm/airlock",
    description:
      "A second directory for signed checkpoints, best on another machine or in a bucket that forbids deleting. AIRLOCK_HOME/checkpoints is always written.",
  }),
  AIRLOCK_CHECKPOINTS: z.string().optional().meta({
    example: "/mnt/worm/airlock",
    description:
      "Where the dashboard reads signed checkpoints, to show how far the log is proved. 'up' sets it to AIRLOCK_HOME/checkpoints; a dashboard on another machine needs a copy.",
  }),
  AIRLOCK_SANDBOXING: z.string().optional().meta({
    example: "/etc/airlock/sandboxing.yaml",
    description:
      "The dispatcher's sandboxing document: which backend each category needs, lifecycles, limits (docs/operations.md). Without it AIRLOCK_HOME/sandboxing.yaml, if there is one.",
  }),
  AIRLOCK_TOOLS: z.string().optional().meta({
    example: "/etc/airlock/tools.yaml",
    description:
      "What the tools that ship may reach, and which more there are: databases, forges, mail and others (docs/tool-notes.md). Without it AIRLOCK_HOME/tools.yaml, if there is one.",
  }),
  AIRLOCK_SECRETS_KEY: z.string().optional().meta({
    example: "/etc/airlock/secrets-key.pem",
    description:
      "The dispatcher's key for tools' credentials: an X25519 private key in PEM, readable by its user alone. Without it one is made and kept in AIRLOCK_HOME/keys; dispatchers on several machines need the same.",
  }),
  AIRLOCK_SECRETS_KEY_COMMAND: z.string().optional().meta({
    example: '["gcloud", "kms", "decrypt", "--plaintext-file=-"]',
    description:
      "Instead of the file: a command, as a JSON list, that prints that key. Run once, when the dispatcher starts.",
  }),
  AIRLOCK_SECRETS_COMMAND: z.string().optional().meta({
    example: '["vault", "kv", "get", "-field=value", "secret/{reference}"]',
    description:
      "For credentials kept as a reference: a command, as a JSON list, that prints the value when a call needs it. {reference} stands for the reference.",
  }),
  AIRLOCK_SECRETS_PUBLIC_KEY: z.string().optional().meta({
    example: "/etc/airlock/secrets-key.pub",
    description:
      "What the dashboard seals credentials to: the public half of the dispatchers' key, in PEM. 'up' sets it to AIRLOCK_HOME/keys/secrets-key.pub.",
  }),
  AIRLOCK_OUTPUTS_KEY: z.string().optional().meta({
    example: "/etc/airlock/outputs-key.pem",
    description:
      "The dashboard's keys for raw outputs: X25519 private keys in PEM, the newest first, readable by its user alone. 'up' makes one and keeps it in AIRLOCK_HOME/keys; dashboards on several machines need the same.",
  }),
  AIRLOCK_OUTPUTS_KEY_COMMAND: z.string().optional().meta({
    example: '["gcloud", "kms", "decrypt", "--plaintext-file=-"]',
    description:
      "Instead of the file: a command, as a JSON list, that prints those keys. Run once, when the first raw output is read.",
  }),
  AIRLOCK_OUTPUTS_PUBLIC_KEY: z.string().optional().meta({
    example: "/etc/airlock/outputs-key.pub",
    description:
      "What dispatchers seal raw outputs to, and the gateway those that agents bring themselves: the public half of the newest of those keys, in PEM. Without it AIRLOCK_HOME/keys/outputs-key.pub; a dispatcher that finds none does not start.",
  }),
  AIRLOCK_NOTICES_KEY: z.string().optional().meta({
    example: "/etc/airlock/notices-key.pem",
    description:
      "The housekeeper's key for where notifications go: an X25519 private key in PEM, readable by its user alone, made when the file is not there. Without it AIRLOCK_HOME/keys/notices-key.pem; housekeepers on several machines need the same.",
  }),
  AIRLOCK_NOTICES_PUBLIC_KEY: z.string().optional().meta({
    example: "/etc/airlock/notices-key.pub",
    description:
      "What the dashboard seals webhook addresses and signing keys to: the public half of the housekeeper's key, in PEM. 'up' sets it to the file beside that key.",
  }),
  AIRLOCK_PLAIN_WEBHOOKS: z.enum(["loopback"]).optional().meta({
    example: "loopback",
    description:
      "Lets webhooks go to this machine itself over http://, for a relay beside it or a test. All other addresses are https:// whatever this says.",
  }),
  AIRLOCK_SMTP_URL: smtpUrl.meta({
    example: "smtps://airlock:password@mail.example.com",
    description:
      "The mail server for notifications; read by the housekeeper only. smtp:// (587) turns to TLS or sends nothing, smtps:// (465) is TLS from the start; ?tls=off for a relay inside your network.",
  }),
  AIRLOCK_MAIL_FROM: z
    .string()
    .regex(/^[^\p{Cc}]*[^\s@]+@[^\s@]+$/u, "is not a mail address")
    .optional()
    .meta({
      example: "Airlock <airlock@example.com>",
      description: "Whom mail comes from. Goes with AIRLOCK_SMTP_URL.",
    }),
  AIRLOCK_HOOKS: z.string().optional().meta({
    example: "/etc/airlock/hooks.mjs",
    description:
      "A module of your own that the gateway loads; its onBeforeToolCall, a function or a list, can stop a call before it is decided (docs/gate.md). When it cannot be loaded, nothing is answered.",
  }),
  AIRLOCK_CHECKS_KEY: z.string().min(32, "is shorter than 32 characters").optional().meta({
    example: "at-least-32-random-characters",
    description:
      "Signs what the gateway asks the policy's outside checks; the services that answer hold the same. Without it a random one is kept in AIRLOCK_HOME/checks-key; several gateways need the same.",
  }),
  AIRLOCK_DOORS: z.enum(["dashboard", "gateway"]).optional().meta({
    example: "dashboard",
    description:
      "Which routes a web process serves: dashboard or gateway. 'up' sets it for each; set it yourself only where you start the processes one by one.",
  }),
  AIRLOCK_GATEWAY_URL: webUrl.meta({
    example: "https://agents.example.com",
    description:
      "Where agents reach the gateway; shown under Connect an agent, and nothing else. Without it http://localhost at the gateway's port.",
  }),
  NEXTAUTH_URL: webUrl.meta({
    example: "https://airlock.example.com",
    description:
      "Where people open the dashboard; links in notifications begin with it. Without it http://localhost:PORT. With https:// the session cookie is marked secure.",
  }),
  NEXTAUTH_SECRET: z.string().min(32, "is shorter than 32 characters").optional().meta({
    example: "at-least-32-random-characters",
    description:
      "Encrypts the session cookie ('openssl rand -base64 48' makes one). Without it a random one is kept in AIRLOCK_HOME; several dashboards behind one address need the same.",
  }),
  AIRLOCK_CHROMIUM: z.string().optional().meta({
    example: "/usr/bin/chromium",
    description: "For 'npm test': the Chromium to use instead of the one that is found by its usual names.",
  }),
});

export type Environment = z.infer<typeof environmentSchema>;
export type VariableName = keyof Environment;
