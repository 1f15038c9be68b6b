/** What every child of ours may know of the environment it was started in. The rest it gets by name, because it needs it. */
const PASSED_ON = [
  ...["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "TERM"],
  ...["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "NODE_COMPILE_CACHE"],
];

/** An environment for a child: the harmless part of ours, and what is named here. A variable given as nothing is left out. */
export function passEnvironment(
  given: Record<string, string | undefined>,
  ours: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const passed = PASSED_ON.map((name) => [name, ours[name]] as const);
  const entries = [...passed, ...Object.entries(given)].filter(([, value]) => value !== undefined);
  return { NODE_ENV: "production", ...Object.fromEntries(entries) };
}
