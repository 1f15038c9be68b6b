import "server-only";
import { cookies } from "next/headers";
import {
  type Preference,
  type PreferenceValue,
  parsePreference,
  preferenceCookie,
} from "#components/shell/preferences.ts";

export async function readPreference<P extends Preference>(preference: P): Promise<PreferenceValue<P>> {
  return parsePreference(preference, (await cookies()).get(preferenceCookie(preference))?.value);
}
