import { Flag } from "#components/ui/chip.tsx";
import { Cell, Head, HeadCell, Row, RowLink, Table } from "#components/ui/table.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { PolicyDocument } from "#lib/policy/document/policy-document.ts";
import { agentsWith } from "./agents-with.ts";
import { isPreset } from "./is-preset.ts";
import { profileSummary } from "./rule-parts.ts";

/** Every profile, what it does in a few words, and how many agents have it. */
export function ProfileTable({ document }: { document: PolicyDocument }) {
  const profiles = Object.entries(document.profiles).sort(([a], [b]) => a.localeCompare(b));
  return (
    <Table label="Profiles">
      <Head>
        <HeadCell>Profile</HeadCell>
        <HeadCell wide>What it says</HeadCell>
        <HeadCell>Narrows</HeadCell>
        <HeadCell right>Agents</HeadCell>
      </Head>
      <tbody>
        {profiles.map(([name, profile]) => (
          <Row key={name}>
            <Cell className="whitespace-nowrap">
              <RowLink href={`/policies/profiles/${name}`}>
                <code className="text-sm">{name}</code>
              </RowLink>
              {isPreset(name) && (
                <span className="ml-2" title="Ships with Airlock: how much an agent does by itself">
                  <Flag tone="accent">preset</Flag>
                </span>
              )}
            </Cell>
            <Cell wide className="text-ink-2">
              <VisibleText text={profile.description} />
            </Cell>
            <Cell className="text-ink-2">{profileSummary(profile)}</Cell>
            <Cell right className="figures">
              {agentsWith(document, name).length || <span className="text-ink-3">0</span>}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
