import { setUpFirstAdmin } from "#app/actions/set-up-first-admin.ts";
import { EntryCard } from "#components/sign-in/entry-card.tsx";
import { SetUpForm } from "#components/sign-in/set-up-form.tsx";

export const metadata = { title: "Set up" };

/** The page of the one-time link. It does not say whether the link is still good until somebody tries it. */
export default async function SetUpPage({ searchParams }: { searchParams: Promise<{ token?: string | string[] }> }) {
  const { token } = await searchParams;
  return (
    <EntryCard
      title="Set up this installation"
      lead="This link works once and makes the first admin."
      foot="The first admin makes the other people, and cannot approve calls: deciding takes operators and reviewers."
    >
      <SetUpForm token={typeof token === "string" ? token : ""} setUp={setUpFirstAdmin} />
    </EntryCard>
  );
}
