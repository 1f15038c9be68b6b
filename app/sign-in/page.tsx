import { redirect } from "next/navigation";
import { currentSession } from "#app/server/session.ts";
import { EntryCard } from "#components/sign-in/entry-card.tsx";
import { SignInForm } from "#components/sign-in/sign-in-form.tsx";
import { ownPath } from "./own-path.ts";

export const metadata = { title: "Sign in" };

/** Most often a session that ended while somebody worked. */
const CAME_FROM_A_PAGE = "You go on where you were. If you had just done something, check whether it was done.";

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const next = ownPath((await searchParams).next);
  if ((await currentSession()).ok) redirect(next);
  return (
    <EntryCard
      title="Sign in"
      lead={next === "/" ? "Two doors, never open at once." : CAME_FROM_A_PAGE}
      foot="No account? An admin of this installation makes one."
    >
      <SignInForm next={next} />
    </EntryCard>
  );
}
