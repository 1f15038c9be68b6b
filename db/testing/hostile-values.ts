import fc from "fast-check";
import type { Sql } from "postgres";

/** What nobody should send, for each type that a function of ours takes. Everything is sent as text, as drivers do. */

/**
 * Values that are right for a parameter of that name (or of `function.name`), so that a hostile one beside them is met by
 * more than the first check.
 */
export type FittingValues = Readonly<Record<string, readonly (string | null)[]>>;

/** Signatures of the doors, and which login may use each. */
export interface Door {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly login: string;
}

export async function readDoors(admin: Sql): Promise<Door[]> {
  return admin<Door[]>`
    select p.proname as name, substr(r.rolname, 9) as login,
      coalesce((select jsonb_agg(jsonb_build_object('name', p.proargnames[i], 'type', format_type(p.proargtypes[i - 1], null)) order by i)
        from generate_series(1, p.pronargs) i), '[]') as parameters
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    join pg_roles r on r.rolname ~ '^airlock_' and r.rolcanlogin and has_function_privilege(r.oid, p.oid, 'execute')
    where n.nspname = 'agents' order by 1, 2`;
}

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

const TEXTS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff tail",
  "x".repeat(2_001),
  "x".repeat(300_000),
  "'; drop table agents.people; --",
  "\\",
  "%s %I %L",
  "\u202e\u200b\u0007",
  "null",
  "NaN",
  "{}",
  '{"a":1,"a":2}',
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
  '{"a":9007199254740993}',
  '{"a":1e400}',
  '{"a":1e999999}',
  `{"a":${nested(20_000)}}`,
  `{"a":"${"x".repeat(262_144)}"}`,
  "[]",
  "1",
  "{",
];

const JSONS = [
  "{}",
  "[]",
  "null",
  '"x"',
  "1",
  "true",
  "[null]",
  "[[]]",
  '[{"rule":1}]',
  '[{"rule":"x","stage":"check","concluded":"hold","people":"2.5","saw":"x","sentence":"x"}]',
  '[{"rule":"x","stage":"check","concluded":"hold","people":2,"saw":"x","sentence":"x"}]',
  '[{"rule":"x","stage":"check","concluded":"deny","saw":"x","sentence":"x"}]',
  '{"plan":1,"usage":[],"network":"x","exitCode":"zero","error":null}',
  '{"plan":null,"exitCode":99999999999}',
  '{"exitCode":1.5}',
  '{"a":1,"a":2}',
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
  '{"a":1e400}',
  '{"a":9007199254740993}',
  `[${nested(6_000)}]`,
  `{"a":"${"x".repeat(100_000)}"}`,
  `[${Array.from({ length: 500 }, () => "{}").join(",")}]`,
  "{",
  "",
  "\u0000",
];

const INTEGERS = ["0", "-1", "1", "30", "2147483647", "-2147483648", "2147483648", "1.5", "NaN", "", "9".repeat(40)];
const NUMERICS = ["0", "-1", "-0.0001", "NaN", "Infinity", "-Infinity", "1e400", "1e131071", "1e999999", "", "x"];
const TIMES = ["infinity", "-infinity", "epoch", "now", "0001-01-01", "294276-12-31", "300000-01-01", "", "x"];
const BYTES = [
  "",
  "\\x",
  "\\x00",
  `\\x${"ab".repeat(32)}`,
  `\\x${"ab".repeat(16)}`,
  `\\x${"00".repeat(200_000)}`,
  "\\xzz",
  "x",
];
const IDS = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", "not-a-uuid", "", "1"];
const BOOLEANS = ["true", "false", "maybe", ""];

/** A call of one of the doors, each parameter mostly fitting and now and then hostile. */
export function hostileCall(doors: readonly Door[], fitting: FittingValues) {
  return fc.constantFrom(...doors).chain((door) =>
    fc
      .tuple(
        ...door.parameters.map(({ name, type }) => {
          const fits = fittingFor(fitting, door.name, name);
          const hostile = hostileValue(type);
          if (!fits) return hostile;
          return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fits) }, { weight: 1, arbitrary: hostile });
        }),
      )
      .map((values) => ({ door, values })),
  );
}

export function fittingFor(fitting: FittingValues, door: string, parameter: string) {
  return fitting[`${door}.${parameter}`] ?? fitting[parameter];
}

function hostileValue(type: string): fc.Arbitrary<string | null> {
  const by: Record<string, readonly string[]> = {
    text: TEXTS,
    uuid: IDS,
    jsonb: JSONS,
    integer: INTEGERS,
    bigint: INTEGERS,
    smallint: INTEGERS,
    numeric: NUMERICS,
    "double precision": NUMERICS,
    boolean: BOOLEANS,
    bytea: BYTES,
    "timestamp with time zone": TIMES,
    interval: TIMES,
  };
  const element = type.endsWith("[]") ? type.slice(0, -2) : undefined;
  if (element !== undefined) {
    return fc.oneof(
      fc.constant(null),
      fc.constantFrom("{}", "{NULL}", "{", "x"),
      fc.array(hostileValue(element), { maxLength: 3 }).map((items) => arrayLiteral(items)),
    );
  }
  const values = by[type];
  if (!values) throw new Error(`No hostile values are written for ${type}; add them.`);
  return fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: fc.constantFrom(...values) });
}

function arrayLiteral(items: readonly (string | null)[]): string {
  return `{${items.map((item) => (item === null ? "NULL" : `"${item.replace(/["\\]/g, "\\$&")}"`)).join(",")}}`;
}
