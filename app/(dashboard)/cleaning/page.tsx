import type { Metadata } from "next";
import { requireSession } from "#app/server/session.ts";
import { CleanerTrial } from "#components/cleaning/cleaner-trial.tsx";
import { CleaningTabs } from "#components/cleaning/cleaning-tabs.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { SAFETY_CLASSES } from "#lib/policy/vocabulary.ts";
import { CONTENT_KINDS } from "#lib/sanitise/policy.ts";
import { EXAMPLE } from "#lib/sanitise/trial/example.ts";
import { TRIAL_MAX } from "#lib/sanitise/trial/try-cleaner.ts";

export const metadata: Metadata = { title: "Try the cleaner" };

export default async function TryCleanerPage() {
  await requireSession();
  return (
    <Page>
      <PageTitle
        title="Cleaning"
        facts="What a model gets to see of an output. Policies and contracts may say more; this is the default of the class."
      />
      <CleaningTabs current="try" />
      <CleanerTrial contents={CONTENT_KINDS} safetyClasses={SAFETY_CLASSES} most={TRIAL_MAX} example={EXAMPLE} />
    </Page>
  );
}
