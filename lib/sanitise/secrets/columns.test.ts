import { describe, expect, test } from "vitest";
import { clean } from "../clean.ts";

const cleaned = (text: string): string => clean(text, { content: "verbatim" }).cleaned;

// Put together at run time, so that no scanner of repositories stops on them.
const FIRST = ["qmvz", "77", "!TRkd"].join("");
const SECOND = ["hT4w", "Z#9pLm", "2c"].join("");
const TOKEN = ["Zk3Qv9", "LmX2", "cRt7", "Bw5N", "dY8s"].join("");

describe("a name at the head of a column makes secrets of the cells below it", () => {
  test.each([
    ["Markdown", `| user | password |\n|---|---|\n| kim | ${FIRST} |\n| eve | \`${SECOND}\` |\n`],
    ["a database's client", ` id | password\n----+----------\n  1 | ${FIRST}\n  2 | ${SECOND}\n(2 rows)\n`],
    [
      "another's",
      `+----+-----------+\n| id | password  |\n+----+-----------+\n|  1 | ${FIRST} |\n|  2 | ${SECOND} |\n`,
    ],
    [
      "lines of boxes",
      `┌────┬──────────┐\n│ id │ password │\n├────┼──────────┤\n│ 1  │ ${FIRST} │\n│ 2  │ ${SECOND} │\n`,
    ],
    ["commas", `id,name,password\n1,kim,${FIRST}\n2,eve,${SECOND}\n`],
    ["commas and quotation marks", `"name","password"\n"Fox, Kim","${FIRST}"\n"eve","${SECOND}"\n`],
    ["semicolons", `user;password;role\nkim;${FIRST};a\neve;${SECOND};b\n`],
    ["tabulators", `user\tpassword\nkim\t${FIRST}\neve\t${SECOND}\n`],
    ["spaces", `name      password\n----      --------\nkim       ${FIRST}\neve       ${SECOND}\n`],
    ["a wiki", `|| User || Password ||\n| kim | ${FIRST} |\n| eve | ${SECOND} |\n`],
    ["a statement", `INSERT INTO users (name, password) VALUES ('kim', '${FIRST}'), ('eve', '${SECOND}');`],
  ])("%s", (_, text) => {
    const result = cleaned(text);
    expect(result).not.toContain(FIRST);
    expect(result).not.toContain(SECOND);
    expect(result.split("⟦credential: password").length).toBe(3);
    expect(result).toMatch(/kim|1/);
  });

  test("keys too, and the rest of the table stays", () => {
    expect(cleaned(`NAME   TOKEN\nci     ${TOKEN}\n`)).toBe("NAME   TOKEN\nci     ⟦credential: secret #1⟧\n");
    expect(cleaned(`| Password | ${FIRST} |`)).toBe("| Password | ⟦credential: password #1⟧ |");
    expect(cleaned(`<th>Password</th><td>${SECOND}</td>`)).toBe("<th>Password</th><td>⟦credential: password #1⟧</td>");
  });

  test.each([
    "| Field | Type |\n|---|---|\n| password | String2 |\n| token | OAuth2 access token |",
    "| user | password |\n|---|---|\n| kim | ******** |\n| eve | <set on first login> |\n| joe | ${DEV_PASSWORD} |",
    "| Suite | Pass |\n|---|---|\n| Unit2 | 98.5%-a1B2c3 |",
    "| Token | Count |\n|---|---|\n| GPT-4o | 128000 |",
    "id,name,token_count\n1,Kim2,a1B2c3D4e5F6g7H8",
    "NAME                  TYPE                                  DATA\nregcred-x7K2p   kubernetes.io/dockerconfigjson   1",
    "INSERT INTO users (name, password) VALUES ($1, $2)",
    "⟦role: token⟧\n---\nThe build is green. q9Zr7Lm2Xk4Vw8Tn",
    "const names = [\n  'showChecksum',\n  'token',\n  'showCode39Start2Stop7',\n];",
  ])("%s stays", (text) => {
    expect(cleaned(text)).toBe(text);
  });

  test("heads over heads are read once", () => {
    const work = (text: string): number => {
      const before = process.cpuUsage();
      cleaned(text);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    for (const line of ["password,token\n", "| password | token |\n", "insert into a (password) values ('b'),"]) {
      work(line.repeat(2_000));
      const least = Math.max(1_000, Math.min(work(line.repeat(2_000)), work(line.repeat(2_000))));
      expect(Math.min(work(line.repeat(8_000)), work(line.repeat(8_000))) / least, line).toBeLessThan(12);
    }
  });

  test("a line that is a rule but for its end is read once, however long", () => {
    const work = (length: number): number => {
      const text = `name | password\n${"-".repeat(length)}x\n| a | ${"_".repeat(length)}x |`;
      const before = process.cpuUsage();
      cleaned(text);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    work(4_000);
    const least = Math.max(1_000, Math.min(work(4_000), work(4_000)));
    expect(Math.min(work(32_000), work(32_000)) / least).toBeLessThan(24);
  });
});
