import { type DemoCredentials, keepDemoCredentials } from "#db/demo/credentials.ts";

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the browser tests through their config.`);
  return value;
}

/** The home of the installation under test. */
export function home(): string {
  return required("AIRLOCK_E2E_HOME");
}

/** Its sign-ins and keys. */
export function demo(): DemoCredentials {
  return keepDemoCredentials(home());
}

export function gatewayUrl(): string {
  return required("AIRLOCK_E2E_GATEWAY");
}
