import { followSetupLink } from "#app/actions/follow-setup-link.ts";
import { one, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { EntryCard } from "#components/sign-in/entry-card.tsx";
import { SetUpForm } from "#components/sign-in/set-up-form.tsx";
import { readSetupLink } from "#lib/sessions/read-setup-link.ts";

export const metadata = { title: "Set up" };

/** The page of a one-time link: for the first admin of an installation, and for everybody who is invited later. */
export default async function SetUpPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const token = one(await searchParams, "token") ?? "";
  const link = token ? await readSetupLink(database(), token) : undefined;
  if (!link) {
    return (
      <EntryCard title="This link does not work any more" lead="It was used, has expired, or is not complete.">
        <p className="text-ink-2">An admin can send you a new one. The very first comes from starting Airlock again.</p>
      </EntryCard>
    );
  }
  return (
    <EntryCard
      title={link.first ? "Set up this installation" : `Welcome, ${link.name}`}
      lead={link.first ? "This link works once and makes the first admin." : `Choose a password for ${link.email}.`}
      foot={
        link.first &&
        "The first admin invites the others, and cannot approve calls: deciding takes operators and reviewers."
      }
    >
      <SetUpForm token={token} first={link.first} setUp={followSetupLink} />
    </EntryCard>
  );
}
