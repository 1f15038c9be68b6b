import Link from "next/link";
import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { SettingItem } from "#lib/operations/list-settings.ts";
import { ChangeSetting, type SetSettingAction } from "./change-setting.tsx";
import { boundsWords, valueWords } from "./setting-words.ts";

interface LimitsTabProps {
  settings: readonly SettingItem[];
  mayChange: boolean;
  set: SetSettingAction;
}

/** Numbers that this installation goes by. Their bounds are the database's: no admin moves them. */
export function LimitsTab({ settings, mayChange, set }: LimitsTabProps) {
  return (
    <Section
      title="Limits"
      note={
        mayChange
          ? "a change holds from now on; what already waits keeps its time"
          : "admins change them, with a reason"
      }
    >
      <Table label="Limits">
        <Head>
          <HeadCell>What it limits</HeadCell>
          <HeadCell right className="w-28 max-md:w-16">
            Value
          </HeadCell>
          <HeadCell wide right className="w-36">
            Allowed
          </HeadCell>
          <HeadCell wide className="w-52">
            Last changed
          </HeadCell>
          {mayChange && (
            <HeadCell right className="w-24">
              <span className="sr-only">Change</span>
            </HeadCell>
          )}
        </Head>
        <tbody>
          {settings.map((setting) => {
            const [value, unit] = valueWords(setting, setting.value);
            return (
              <Row key={setting.name}>
                <Cell>
                  {setting.description}
                  <code className="block text-xs text-ink-3 max-md:hidden">{setting.name}</code>
                  <span className="block text-sm text-ink-2 md:hidden">
                    {boundsWords(setting)} · <Changed setting={setting} />
                  </span>
                </Cell>
                <Cell right className="figures whitespace-nowrap">
                  <b className="font-semibold">{value}</b> <span className="max-md:block">{unit}</span>
                </Cell>
                <Cell wide right className="figures whitespace-nowrap text-ink-2">
                  {boundsWords(setting)}
                </Cell>
                <Cell wide className="text-ink-2">
                  <Changed setting={setting} />
                </Cell>
                {mayChange && (
                  <Cell right>
                    <ChangeSetting setting={setting} set={set} />
                  </Cell>
                )}
              </Row>
            );
          })}
        </tbody>
      </Table>
    </Section>
  );
}

function Changed({ setting: { name, changedBy, changedAt } }: { setting: SettingItem }) {
  if (!changedAt) return "as installed";
  return (
    <Link href={`/audit?subject=setting:${name}`} prefetch={false} className="hover:underline">
      {changedBy}, <Ago at={changedAt} />
    </Link>
  );
}
