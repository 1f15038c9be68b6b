import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { database } from "#app/server/database.ts";
import { requireSession } from "#app/server/session.ts";
import { EditLink } from "#components/policies/edit-link.tsx";
import { agentsWith } from "#components/policies/profiles/agents-with.ts";
import { isPreset } from "#components/policies/profiles/is-preset.ts";
import { ProfileBody } from "#components/policies/profiles/profile-body.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";

interface ProfilePageProps {
  params: Promise<{ name: string }>;
}

export async function generateMetadata({ params }: ProfilePageProps): Promise<Metadata> {
  return { title: (await params).name };
}

export default async function ProfilePage({ params }: ProfilePageProps) {
  const session = await requireSession();
  const { name } = await params;
  const { document } = await readPolicyInForce(database());
  const profile = Object.hasOwn(document.profiles, name) ? document.profiles[name] : undefined;
  if (!profile) notFound();
  return (
    <Page>
      <PageTitle
        title={name}
        mono
        facts={
          <>
            <Chip>profile</Chip>
            {isPreset(name) && <Chip tone="accent">autonomy preset</Chip>}
            {profile.description && (
              <span className="w-full">
                <VisibleText text={profile.description} />
              </span>
            )}
          </>
        }
        action={<EditLink role={session.role} at={`profiles.${name}`} />}
      />
      <ProfileBody profile={profile} agents={agentsWith(document, name)} now={Date.now()} />
    </Page>
  );
}
