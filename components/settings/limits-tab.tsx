import Link from "next/link";
import { Section } from "#components/ui/section.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { SettingItem } from "#lib/operations/list-settings.ts";
import { ChangeSetting, type SetSettingAction } from "./change-setting.tsx";
import { groupSettings } from "./setting-groups.ts";
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
        {groupSettings(settings).map((group) => (
          <tbody key={group.title} className="border-b last:border-b-0">
            <tr className="border-b">
              <th scope="rowgroup" colSpan={5} className="px-3 pt-4 pb-1.5 text-left font-semibold">
                {group.title}
              </th>
            </tr>
            {group.settings.map((setting) => (
              <Limit key={setting.name} setting={setting} mayChange={mayChange} set={set} />
            ))}
          </tbody>
        ))}
      </Table>
    </Section>
  );
}

function Limit({ setting, mayChange, set }: { setting: SettingItem } & Omit<LimitsTabProps, "settings">) {
  const [value, unit] = valueWords(setting, setting.value);
  return (
    <Row>
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
}

function Changed({ setting: { name, changedBy, changedAt } }: { setting: SettingItem }) {
  if (!changedAt) return "as installed";
  return (
    <Link href={`/audit?subject=setting:${name}`} prefetch={false} className="hover:underline">
      {changedBy}, <Ago at={changedAt} />
    </Link>
  );
}
