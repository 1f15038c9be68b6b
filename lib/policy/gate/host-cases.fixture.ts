/**
 * Addresses, hostile and honest, against one list of hosts. A hostile one comes with a program that it fools: how some client
 * finds the host. The test compares what that program would dial with the list by plain means of its own.
 */
export const LISTED = [
  "api.example.com:443",
  "api.example.com:8443",
  "*.cdn.example.com:443",
  "127.0.0.1:8080",
  "10.1.0.0/16:5432",
  "10.1.0.0/16:80",
  "[2001:db8::1]:443",
  "[fd00:1::]/32:443",
  "xn--bcher-kva.example:443",
  "git.example:22",
  "plain.example:80",
] as const;

const PORTS: Readonly<Record<string, string>> = {
  "http:": "80",
  "https:": "443",
  "ssh:": "22",
  "ftp:": "21",
  "ws:": "80",
  "wss:": "443",
};

/** How clients find the host: the standard of browsers, the old standard, and habits of both kinds. Each says `host:port`. */
export const CLIENTS = {
  whatwg(text: string) {
    const { protocol, hostname, port } = new URL(text);
    return `${hostname}:${port || PORTS[protocol]}`;
  },
  /** The regular expression of RFC 3986, appendix B; the host is behind the last @. */
  rfc3986(text: string) {
    const [, scheme = "https", authority = ""] = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?/.exec(text.trim()) ?? [];
    const [, host = "", port = PORTS[`${scheme.toLowerCase()}:`]] =
      /^(.*?)(?::(\d*))?$/s.exec(authority.split("@").at(-1) ?? "") ?? [];
    return `${host}:${port}`;
  },
  /** Looks for the last @ first, whatever stands before it. */
  lastAt: (text: string) =>
    `${
      text
        .split("@")
        .at(-1)
        ?.split(/[/:?#]/)[0]
    }:443`,
  cuttingAtControls: (text: string) => CLIENTS.whatwg(text.split(/[\0\t\r\n\v\f\u007f]/)[0] ?? ""),
  afterControls: (text: string) =>
    `${
      text
        .split(/[\0\t\r\n]+/)
        .at(-1)
        ?.split(/[/:]/)[0]
    }:443`,
  withHttps: (text: string) => CLIENTS.whatwg(`https://${text.replace(/^\/\//, "")}`),
  bare: (text: string) => `${new URL(`http://${text.trim()}`).hostname}:${/:(\d+)$/.exec(text.trim())?.[1] ?? "any"}`,
  shell: (text: string) => `an option, ${/-o\w+|-\w/.exec(text)?.[0]}:22`,
  scp: (text: string) => `${new URL(`http://${/@([^:]+):/.exec(text)?.[1]}`).hostname}:22`,
};

export interface HostileHost {
  readonly family: string;
  readonly text: string;
  readonly client: keyof typeof CLIENTS;
  readonly as: "url" | "named" | "host";
}

type Row = readonly [client: keyof typeof CLIENTS, ...texts: readonly string[]];

/** In an argument that is declared an address. */
const ADDRESSES: Readonly<Record<string, readonly Row[]>> = {
  "another host": [
    [
      "whatwg",
      "https://evil.test/",
      "https://evil.test/api.example.com",
      "https://evil.test/?u=https://api.example.com/",
      "https://evil.test/#api.example.com",
    ],
    [
      "whatwg",
      "https://api.example.com.evil.test/",
      "https://apiXexample.com/",
      "https://xapi.example.com/",
      "https://example.com/",
      "https://api.example.co/",
    ],
    [
      "whatwg",
      "https://api.example.com.-evil.test/",
      "https://cdn.example.com/",
      "https://evilcdn.example.com/",
      "https://cdn.example.com.evil.test/",
      "https://a.cdn.example.com.evil.test/",
    ],
  ],
  "another port": [
    [
      "whatwg",
      "http://api.example.com/",
      "https://api.example.com:444/",
      "https://api.example.com:80/",
      "https://api.example.com:22/",
      "https://a.cdn.example.com:8443/",
    ],
    [
      "whatwg",
      "http://127.0.0.1/",
      "http://127.0.0.1:8081/",
      "http://10.1.2.3:22/",
      "https://plain.example/",
      "https://[2001:db8::1]:8443/",
    ],
  ],
  "a user's name in front": [
    [
      "whatwg",
      "https://api.example.com@evil.test/",
      "https://api.example.com:443@evil.test/",
      "https://api.example.com%40@evil.test/",
      "https://a:api.example.com@evil.test/",
    ],
    [
      "whatwg",
      "https://api.example.com&@evil.test/",
      "https://api.example.com;@evil.test/",
      "https://@evil.test/",
      "https://:@evil.test/",
      "https://a@b@evil.test/",
    ],
    [
      "lastAt",
      "https://api.example.com\\@evil.test/",
      "https://api.example.com#@evil.test/",
      "https://api.example.com?@evil.test/",
      "https://api.example.com:443\\@evil.test/",
    ],
  ],
  "slashes of all kinds": [
    [
      "whatwg",
      "https:evil.test",
      "https:/evil.test/",
      "https:///evil.test/",
      "https:\\\\evil.test\\api.example.com",
      "https://evil.test\\.api.example.com/",
      "https:////evil.test//api.example.com",
    ],
    ["rfc3986", "https://api.example.com\\.evil.test/", "https:\\\\api.example.com/"],
  ],
  "controls inside": [
    [
      "cuttingAtControls",
      "https://evil.test\n.cdn.example.com/",
      "https://evil.test\t.cdn.example.com/",
      "https://evil.test\r.cdn.example.com/",
    ],
    ["afterControls", "https://api.example.com/\r\nevil.test", "https://api.example.com\n\nevil.test"],
    ["whatwg", "ht\ttps://evil.test/", "https://evil\n.test/", "\u0001https://evil.test/", " https://evil.test/ "],
  ],
  numbers: [
    [
      "whatwg",
      "http://2130706433/",
      "http://0x7f000001/",
      "http://0177.0.0.1/",
      "http://017700000001/",
      "http://127.1/",
      "http://127.0.1/",
      "http://0x7f.1/",
      "http://0x7f.0.0.0x1/",
    ],
    [
      "whatwg",
      "http://0/",
      "http://0.0.0.0/",
      "http://127.0.0.2:8080/",
      "http://127.255.255.254/",
      "http://10.2.0.1:5432/",
      "http://10.0.255.255:80/",
      "http://167903233:80/",
    ],
    [
      "whatwg",
      "http://%31%32%37.0.0.1/",
      "http://\uff11\uff12\uff17.0.0.1/",
      "http://\u2460\u2461\u2466.0.0.1/",
      "http://127\u30020\u30020\u30021/",
      "http://127.0.0.1./",
    ],
  ],
  "metadata and link-local": [
    [
      "whatwg",
      "http://169.254.169.254/latest/meta-data/",
      "http://2852039166/",
      "http://0xa9fea9fe/",
      "http://0251.0376.0251.0376/",
      "http://169.16689662/",
      "http://[fe80::1]/",
      "http://[::ffff:169.254.169.254]/",
    ],
    [
      "whatwg",
      "http://metadata.google.internal/",
      "http://100.100.100.200/",
      "http://[fd00:ec2::254]/",
      "http://169.254.169.254.nip.io/",
      "http://localhost:8080/",
      "http://localhost.localdomain/",
    ],
  ],
  IPv6: [
    [
      "whatwg",
      "http://[::1]:8080/",
      "http://[::]:8080/",
      "http://[::ffff:127.0.0.1]:8080/",
      "http://[::ffff:7f00:1]:8080/",
      "http://[0:0:0:0:0:0:0:1]/",
      "http://[::127.0.0.1]:8080/",
    ],
    [
      "whatwg",
      "https://[2001:db8::2]/",
      "https://[fd00:2::1]/",
      "http://[64:ff9b::7f00:1]:8080/",
      "https://[2001:db8:0:0:0:0:0:11]/",
      "http://[2002:7f00:1::]/",
    ],
  ],
  "names in other scripts": [
    [
      "whatwg",
      "https://\u0430pi.example.com/",
      "https://api.ex\u0430mple.com/",
      "https://api.example.\u0441om/",
      "https://api.\u0435xample.com/",
      "https://xn--pi-6kc.example.com/",
    ],
    [
      "whatwg",
      "https://api.example.com\uff0eevil.test/",
      "https://api.example.com\u3002evil.test/",
      "https://evil.test\u3002api.example.com.evil.test/",
      "https://b\u00fccher.test/",
      "https://api.example.com\u00b7evil.test/",
    ],
  ],
  dots: [
    [
      "whatwg",
      "https://api.example.com../",
      "https://.cdn.example.com/",
      "https://a..cdn.example.com/",
      "https://..cdn.example.com/",
    ],
    ["whatwg", "https://api%2eexample.com.evil.test/", "https://evil%2etest/", "https://evil.test%2e/"],
  ],
  repositories: [
    ["scp", "git@evil.example:a/b", "git@git.example.evil.test:a", "git@2852039166:a", "git@0x7f.1:a"],
    ["whatwg", "ssh://evil.example/a", "ssh://git@git.example:2222/a", "ssh://git.example.evil.test/a"],
    ["shell", "ssh://-oProxyCommand=id/a", "-oProxyCommand=id@git.example:a", "ssh://-oProxyCommand=id@git.example/a"],
  ],
};

/** In an argument that is called one, and may leave the scheme out. */
const NAMED: Readonly<Record<string, readonly Row[]>> = {
  "without a scheme": [
    [
      "withHttps",
      "evil.test",
      "//evil.test/x",
      "evil.test/api.example.com",
      "evil.test:8443/x",
      "api.example.com.evil.test",
      "2130706433",
      "0x7f.1/x",
      "api.example.com@evil.test",
    ],
  ],
};

/** In an argument that is a host. */
const HOSTS: Readonly<Record<string, readonly Row[]>> = {
  "as a host": [
    [
      "bare",
      "evil.test",
      "evil.test:443",
      "api.example.com:22",
      "api.example.com.evil.test",
      "0x7f000001:80",
      "127.1:80",
      "169.254.169.254",
      "[::1]:8080",
      "localhost",
      "EVIL.test",
      " evil.test ",
    ],
    ["bare", "api.example.com@evil.test", "cdn.example.com", "10.2.0.1", "\uff45vil.test", "2852039166", "evil.test."],
    ["afterControls", "api.example.com\r\nevil.test", "api.example.com\tevil.test", "api.example.com\0evil.test"],
  ],
};

function rowsOf(table: Readonly<Record<string, readonly Row[]>>, as: HostileHost["as"]): HostileHost[] {
  return Object.entries(table).flatMap(([family, rows]) =>
    rows.flatMap(([client, ...texts]) => texts.map((text) => ({ family, text, client, as }))),
  );
}

export const HOSTILE_HOSTS: readonly HostileHost[] = [
  ...rowsOf(ADDRESSES, "url"),
  ...rowsOf(NAMED, "named"),
  ...rowsOf(HOSTS, "host"),
];

/** Refused whatever they dial: nobody reads them the same way, they carry a secret, or they are not for the web. */
export const UNUSABLE: readonly (readonly [why: string, ...texts: string[]])[] = [
  [
    "a password or a name in it",
    "https://user:word@api.example.com/",
    "https://user@api.example.com/",
    "https://:word@api.example.com/",
    "ssh://git:word@git.example/a",
    "https://%75@api.example.com/",
  ],
  [
    "another scheme",
    "ftp://api.example.com/",
    "ws://api.example.com/",
    "wss://api.example.com/",
    "gopher://api.example.com:443/_x",
    "ldap://api.example.com/",
    "dict://api.example.com:443/",
    "git://git.example/a",
    "javascript:alert(1)",
  ],
  [
    "another scheme in front",
    "view-source:https://api.example.com/",
    "blob:https://api.example.com/x",
    "jar:https://api.example.com/a.jar!/",
    "ext::sh -c id",
    "git+ssh://git.example/a",
    "file://api.example.com/x",
  ],
  [
    "no address",
    "",
    "api.example.com",
    "https://",
    "https:",
    "https://?x",
    "https://#",
    "://api.example.com",
    "https//api.example.com",
    "not an address",
    "/relative",
  ],
  [
    "no host",
    "https://[::1/",
    "https://[fe80::1%25eth0]/",
    "https://api.example.com:99999/",
    "https://api.example.com:x/",
    "https://api example.com/",
    "https://api.example.com%00/",
    "https://api.example.com%2f/",
    "https://api<.example.com/",
    "https://api\u2024example.com/",
    "https://256.0.0.1/",
    "https://1.2.3.4.5/",
    "https://0x.0x.0x.0xg/",
  ],
];

/** On the list, in the spellings that people and programs use. */
export const HONEST_HOSTS: readonly (readonly [as: HostileHost["as"], ...texts: string[]])[] = [
  [
    "url",
    "https://api.example.com",
    "https://api.example.com/",
    "https://api.example.com/a/b?c=d#e",
    "HTTPS://API.EXAMPLE.COM/",
    "https://api.example.com:443/",
    "https://api.example.com:8443/x",
    "https://api.example.com./",
  ],
  [
    "url",
    "https://api.example.com?x=1",
    "https://api.example.com#top",
    "https://api.example.com/?to=a@b.test",
    "https://api.example.com/@user",
    "https://api.example.com/#/route?x=@y",
    "https://api.example.com/a%20b",
    "https://api.example.com/a b",
  ],
  [
    "url",
    "https://api.example.com/?u=https://evil.test/",
    "https://api.example.com/https://evil.test/",
    "https://api.example.com//x",
    "https://api.example.com/..",
    "https://api.example.com/?q=\\d",
    "https://api.example.com/%2e%2e/",
    "https://api.example.com:0443/",
    "https://api.example.com:/",
  ],
  [
    "url",
    "https://ap%69.example.com/",
    "https://\uff41pi.example.com/",
    "https://api\u3002example\u3002com/",
    "https://api.exam\u00adple.com/",
    "  https://api.example.com/  ",
    "https://api.example.com/\n",
    "https:api.example.com",
    "https:/api.example.com",
  ],
  [
    "url",
    "https://a.cdn.example.com/",
    "https://a.b.c.cdn.example.com/x",
    "https://A.CDN.EXAMPLE.COM/",
    "https://xn--a-ecp.cdn.example.com/",
    "https://a.cdn.example.com./",
    "https://1.cdn.example.com/",
    "https://a_b.cdn.example.com/",
    "https://a--b.cdn.example.com/",
  ],
  [
    "url",
    "http://127.0.0.1:8080/",
    "http://127.1:8080/",
    "http://0x7f000001:8080/",
    "http://2130706433:8080/",
    "http://0177.0.0.1:8080/",
    "http://10.1.0.0/",
    "http://10.1.255.255/",
    "http://10.1.2.3:80/",
    "http://10.66051/",
  ],
  [
    "url",
    "https://[2001:db8::1]/",
    "https://[2001:0DB8:0:0:0:0:0:1]/",
    "https://[2001:db8::0.0.0.1]/",
    "https://[fd00:1::5]/",
    "https://[fd00:1:ffff::]:443/",
  ],
  [
    "url",
    "https://b\u00fccher.example/",
    "https://xn--bcher-kva.example/",
    "https://B\u00dcCHER.example/",
    "https://bu\u0308cher.example/",
    "http://plain.example/",
    "http://plain.example:80/x",
    "http://PLAIN.example.",
  ],
  [
    "url",
    "ssh://git@git.example/a.git",
    "ssh://git.example:22/a",
    "git@git.example:a/b.git",
    "me@GIT.example:x",
    "ssh://GIT.EXAMPLE/a",
    "user.name@git.example:~/x",
  ],
  [
    "named",
    "api.example.com",
    "api.example.com/v1/x",
    "//api.example.com/x",
    "api.example.com:8443/x",
    "https://api.example.com/",
    "a.cdn.example.com?x=1",
  ],
  [
    "host",
    "api.example.com",
    "API.example.com",
    "api.example.com.",
    "api.example.com:443",
    "api.example.com:8443",
    " api.example.com ",
    "x.cdn.example.com",
    "127.0.0.1",
    "127.0.0.1:8080",
    "127.1",
    "10.1.9.9",
    "10.1.9.9:5432",
  ],
  [
    "host",
    "2001:db8::1",
    "[2001:db8::1]",
    "[2001:db8::1]:443",
    "b\u00fccher.example",
    "xn--bcher-kva.example:443",
    "plain.example:80",
    "git.example:22",
  ],
];
