import Link from "next/link";
import { Chip } from "#components/ui/chip.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { ActionTypeItem } from "#lib/registry/action-types/list-action-types.ts";
import { RegisterActionType, type RegisterActionTypeAction } from "./register-action-type.tsx";

/** Every kind of action that a tool or a rule may name. One that is not here is an error where it is used. */
export function ActionTypesTab({
  types,
  register,
}: {
  types: readonly ActionTypeItem[];
  /** Null for a person who may not. */
  register: RegisterActionTypeAction | null;
}) {
  return (
    <Section
      title="Action types"
      note={register ? "a type stays once it is registered" : "admins register new ones"}
      action={register && <RegisterActionType register={register} />}
    >
      <Table label="Action types">
        <Head>
          <HeadCell>Type</HeadCell>
          <HeadCell wide>What it is</HeadCell>
          <HeadCell right>Tools</HeadCell>
          <HeadCell wide>From</HeadCell>
        </Head>
        <tbody>
          {types.map((type) => (
            <Row key={type.name}>
              <Cell>
                <code className="whitespace-nowrap text-sm font-medium">{type.name}</code>
                <span className="block text-sm text-ink-2 md:hidden">{type.description}</span>
              </Cell>
              <Cell wide className="text-ink-2">
                {type.description}
              </Cell>
              <Cell right className="figures">
                {type.tools}
              </Cell>
              <Cell wide className="text-ink-2">
                {type.builtIn ? (
                  <Chip>built in</Chip>
                ) : (
                  <Link href={`/audit?subject=action_type:${type.name}`} prefetch={false} className="hover:underline">
                    {type.createdBy}, <Ago at={type.createdAt} />
                  </Link>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
