import { useId } from "react";
import { Field, Input, Select } from "#components/ui/field.tsx";
import { tierWord } from "#components/ui/risk-mark.tsx";
import { NEWS, type News } from "#lib/notifications/vocabulary.ts";
import { TIERS, type Tier } from "#lib/policy/vocabulary.ts";
import { NEWS_WORDS } from "./channel-words.ts";

/** What every channel has, whatever its kind. */
export interface ChannelChoices {
  readonly name: string;
  readonly news: readonly News[];
  readonly leastTier: Tier;
}

export function readChoices(form: FormData): ChannelChoices {
  return {
    name: String(form.get("name")).trim(),
    news: NEWS.filter((news) => form.getAll("news").includes(news)),
    leastTier: TIERS.find((tier) => tier === form.get("leastTier")) ?? "low",
  };
}

export function ChannelFields({ start }: { start: ChannelChoices }) {
  const id = useId();
  return (
    <>
      <Field label="Name" htmlFor={`${id}-name`}>
        <Input id={`${id}-name`} name="name" required maxLength={60} defaultValue={start.name} autoComplete="off" />
      </Field>
      <fieldset className="grid gap-1">
        <legend className="font-medium">Told when</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {NEWS.map((news) => (
            <label key={news} className="flex min-h-7 items-center gap-2 max-md:min-h-11">
              <input
                type="checkbox"
                name="news"
                value={news}
                defaultChecked={start.news.includes(news)}
                className="accent-accent"
              />
              {NEWS_WORDS[news]}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label="From this tier on" htmlFor={`${id}-tier`}>
        <Select id={`${id}-tier`} name="leastTier" defaultValue={start.leastTier}>
          {TIERS.map((tier) => (
            <option key={tier} value={tier}>
              {tierWord(tier)}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}
