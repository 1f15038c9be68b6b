/** Pieces of Markdown and HTML, whole and broken, from which the property tests build texts. */
export const MARKUP_FRAGMENTS: readonly string[] = [
  ...'[|]|(|)|](|![|]:|][|[]|[a]|[a]: |[a]: u|[a][]|[b][a]|![a]|![a](u)|[a](u)|[a]( u )|[a](<u v>)|[a](u "t")|[a](\nu\n)|[a](u \'t|"|\''.split(
    "|",
  ),
  ..."<|>|</|<a|<b>|</b>|<a href=|<img src=|<!--|-->|<!X|<?|<![CDATA[|]]>|<div|<div hidden>|</div>|<script>|</script>|<https://a.example/x>|<a@b.example>|<x:y>|/>".split(
    "|",
  ),
  ..."`|``|```|~~~|````|```js|\n```\n|\n~~~\n|`a`|`` ` ``|\\|\\`|\\<|\\[|\\]|\\\\".split("|"),
  ..."\n|\n\n|\n> |\n- |\n1. |\n2) |\n# |\n    |\n  |\n\t|\n---\n|\n===\n|\r\n|  \n|\n| a | b |\n|---|---|\n"
    .replaceAll("| a | b |\n|---|---|\n", "T")
    .split("|"),
  "\n| a | b |\n|---|---|\n| ` | ",
  "| ",
  ..."a b c . * _ ** ~~ & &lt; &#60; ! : //".split(" "),
  ..."https://a.example/p?d=1|http://b.example|//c.example/x|javascript:alert(1)|data:text/html,x|www.d.example|u".split(
    "|",
  ),
  ..."⟦link: a.example⟧|⟦hidden: comment⟧|⟦|⟧|[^1]: |[^1]|[//]: # (|[x]: <> (".split("|"),
  ..."<|im_start|>§[INST]§<system>§### System:§```system§<<SYS>>".split("§"),
];
