import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireSession } from "#app/server/session.ts";
import { agentsWith } from "#components/policies/profiles/agents-with.ts";
import { isPreset } from "#components/policies/profiles/is-preset.ts";
import { ProfileBody } from "#components/policies/profiles/profile-body.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Page, PageTitle } from "#components/ui/page.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";

interface ProfilePageProps {
  params: Promise<{ name: string }>;
}

export async function generateMetadata({ params }: ProfilePageProps): Promise<Metadata> {
  return { title: (await params).name };
}

export default async function ProfilePage({ params }: ProfilePageProps) {
  await requireSession();
  const { name } = await params;
  const document = POLICY_AS_SHIPPED;
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
      />
      <ProfileBody profile={profile} agents={agentsWith(document, name)} now={Date.now()} />
    </Page>
  );
}
