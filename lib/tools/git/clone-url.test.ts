import { describe, expect, test } from "vitest";
import { readCloneUrl } from "./clone-url.ts";

describe("the address of a repository", () => {
  test.each([
    ["https://git.example/a/b.git", "https://git.example/a/b.git", "git.example", 443],
    ["HTTPS://Git.Example:8443/a/b/", "https://git.example:8443/a/b/", "git.example", 8443],
    ["https://git.example./a/b", "https://git.example/a/b", "git.example", 443],
    ["https://0x7f.1/a/b", "https://127.0.0.1/a/b", "127.0.0.1", 443],
    ["https://2130706433/a/b", "https://127.0.0.1/a/b", "127.0.0.1", 443],
    ["https://[::ffff:7f00:1]/a/b", "https://[::ffff:7f00:1]/a/b", "::ffff:7f00:1", 443],
    ["ssh://git@git.example/a/b.git", "ssh://git@git.example/a/b.git", "git.example", 22],
    ["ssh://git.example:2222/~me/b", "ssh://git.example:2222/~me/b", "git.example", 2222],
    ["git@Git.Example:a/b.git", "git@git.example:a/b.git", "git.example", 22],
    ["git@git.example:/srv/b.git", "git@git.example:/srv/b.git", "git.example", 22],
  ])("%s is %s", (text, url, host, port) => {
    expect(readCloneUrl(text)).toMatchObject({ url, host, port, name: "b" });
  });

  test.each([
    ...[
      "http://git.example/a",
      "git://git.example/a",
      "file:///a/b",
      "/a/b",
      "../a",
      "a/b",
      "ext::sh -c id",
      "fd::3/x",
    ],
    ...["ftp://git.example/a", "rsync://git.example/a", "https:git.example/a", "https::https://git.example/a"],
    ...["https://user@git.example/a", "https://u:p@git.example/a", "ssh://u:p@git.example/a", "git.example:a/b"],
    ...[
      "ssh://-oProxyCommand=id/a",
      "-oProxyCommand=id@git.example:a",
      "git@-oProxyCommand=id:a",
      "ssh://-x@git.example/a",
    ],
    ...[
      "git@git.example:-a/b",
      "https://git.example/-a",
      "git@git.example:--upload-pack=id",
      "ssh://git@git.example/--x",
    ],
    ...["https://git.example/a?b", "https://git.example/a#b", "https://git.example\\@evil.example/a", "https://a b/c"],
    ...[
      "https://git.example/a\n",
      "https://git.example/\u001b[31m",
      "https://git.example/é",
      "https://ＧＩＴ.example/a",
    ],
    ...[
      "https://git.example/a/../b",
      "https://git.example/%2e%2e/x/..",
      "git@git.example:../x",
      "https://git.example/",
    ],
    ...[
      "git@[::1]:a/b",
      "ssh://[::1]/a",
      "https://git.example/a//b",
      "git@host%2f:a",
      "",
      "git@git.example:$(id)",
      "git@a:b;id",
    ],
    ...["git@git.example://a/b", "https://git.example:99999/a", "https://git.example/.git", "a@b@c:d"],
  ])("%j is refused", (text) => {
    expect(() => readCloneUrl(text)).toThrow(expect.objectContaining({ code: "url_refused" }));
  });
});
