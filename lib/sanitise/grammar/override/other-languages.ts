import type { Pattern } from "../pattern.ts";
import type { SentenceRule } from "../rules.ts";

/** The commonest attacks in other languages. Adjectives and verbs stand on either side there, so order says nothing. */
export const IN_OTHER_LANGUAGES: readonly Pattern[] = [
  {
    rule: "override.directives",
    anchor: "directive",
    needs: [
      { any: ["earlier"], before: 4, after: 4 },
      { any: ["disregard"], before: 8, after: 8 },
    ],
  },
];

/** Scripts without spaces between words: the words near each other, in either order, inside of one sentence. */
const UNSPACED: readonly (readonly [rule: SentenceRule, pattern: RegExp])[] = [
  [
    "override.directives",
    /(?:忽略|无视|無視|忘记|忘記|忘れ|不要遵守|不要理会|무시|잊어)[^。！？\n]{0,24}(?:指令|指示|说明|說明|命令|规则|規則|提示|プロンプト|ルール|지시|명령|프롬프트|규칙)/g,
  ],
  [
    "override.directives",
    /(?:之前|以前|先前|前の|これまで|上記|系统|系統|システム|이전|위의|시스템)[^。！？\n]{0,16}(?:指令|指示|说明|說明|命令|规则|規則|提示|プロンプト|ルール|지시|명령|프롬프트|규칙)[^。！？\n]{0,16}(?:忽略|无视|無視|忘记|忘記|忘れ|作废|作廢|무시|잊)/g,
  ],
  [
    "conceal.user",
    /(?:不要|别|別|请勿|勿|不得)[^。！？\n]{0,8}(?:告诉|告訴|透露|提及|通知|让)[^。！？\n]{0,8}(?:用户|用戶|使用者|任何人)|(?:用户|用戶|使用者)[^。！？\n]{0,6}(?:不能|不得|不应|不要)[^。！？\n]{0,6}(?:知道|看到|得知)/g,
  ],
  [
    "conceal.user",
    /(?:ユーザー?|利用者)[^。！？\n]{0,14}(?:言わ|知らせ|伝え|教え|見せ|話さ|明かさ)[^。！？\n]{0,4}ない|사용자[^。！？\n]{0,14}(?:말하지|알리지|언급하지|알려주지|보여주지)/g,
  ],
];

const NOTES_MAX = 20;

/** Where such a sentence stands, in offsets of the text. */
export interface UnspacedHit {
  readonly rule: SentenceRule;
  readonly start: number;
  readonly end: number;
}

export function findUnspaced(text: string): UnspacedHit[] {
  if (!/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text)) return [];
  return UNSPACED.flatMap(([rule, pattern]) =>
    Array.from(
      text.matchAll(pattern),
      ({ index, 0: found }): UnspacedHit => ({ rule, start: index, end: index + found.length }),
    ),
  ).slice(0, NOTES_MAX);
}
