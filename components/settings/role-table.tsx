import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { ROLES } from "#lib/policy/vocabulary.ts";
import { may, type Permission } from "#lib/sessions/permissions.ts";

const RIGHTS: readonly (readonly [string, Permission])[] = [
  ["see pages", "pages.see"],
  ["vote on calls", "approvals.decide"],
  ["say what became of a lost call", "invocations.resolve-unknown"],
  ["read raw output, each reading on record", "outputs.read-raw"],
  ["throw and release the kill switch", "kill-switch.throw"],
  ["quarantine a tool", "registry.quarantine"],
  ["put versions of tools and of the policy in force", "registry.review"],
  ["freeze, promote and demote agents", "trust.set"],
  ["import tools of an MCP server", "servers.import"],
  ["connect an MCP server", "servers.connect"],
  ["write the policy", "policy.write"],
  ["make agents", "agents.create"],
  ["issue and revoke keys", "keys.manage"],
  ["invite people, propose and confirm roles", "people.manage"],
  ["keep secrets", "secrets.manage"],
  ["change limits", "settings.change"],
];

/** The table that the pages and actions ask; the database asks its own. */
export function RoleTable() {
  return (
    <Section title="Roles" note="an admin configures and never decides; a reviewer decides and never configures">
      <Table label="Roles">
        <Head>
          <HeadCell>May</HeadCell>
          {ROLES.map((role) => (
            <HeadCell key={role} className="w-24 max-md:w-12 max-md:px-1 text-center">
              {role}
            </HeadCell>
          ))}
        </Head>
        <tbody>
          {RIGHTS.map(([label, permission]) => (
            <Row key={permission}>
              <Cell>{label}</Cell>
              {ROLES.map((role) => (
                <Cell key={role} className="text-center max-md:px-1">
                  {may(role, permission) ? <span className="text-ok">✓</span> : <span className="text-ink-3">–</span>}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
