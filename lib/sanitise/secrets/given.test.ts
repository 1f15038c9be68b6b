import { describe, expect, test } from "vitest";
import { clean } from "../clean.ts";

const cleaned = (text: string): string => clean(text, { content: "verbatim" }).cleaned;

// Put together at run time, so that no scanner of repositories stops on them.
const PASS = ["hT4w", "Z9pLm", "2c"].join("");
const SIGNED = ["qmvz", "77", "!TRkd"].join("");
const SALTED = ["$6$", "Qm4vZt8w", "$", "hR7kLp2XcV9b".repeat(7), "aB"].join("");

describe("passwords that are given to something without a name of their own go", () => {
  test.each([
    ["a client of Oracle", `sqlplus system/${PASS}@//db:1521/XE as sysdba`],
    ["a task of Windows", `schtasks /create /ru kim /rp ${PASS} /tn x`],
    ["an archive", `rar a -hp${PASS} a.rar d`],
    ["its copy", `expdp system/${PASS} directory=d`],
    ["its prompt", `connect scott/${PASS}@ORCL`],
    ["a pipe to chpasswd", `echo "root:${PASS}" | chpasswd`],
    ["a pipe to sudo", `echo ${PASS} | sudo -S apt update`],
    ["a pipe to a registry's client", `echo '${SIGNED}' | docker login -u kim --password-stdin`],
    ["chpasswd's lines", `chpasswd <<EOF\nroot:${PASS}\nkim:${SIGNED}\nEOF`],
    ["a machine's first settings", `chpasswd:\n  list: |\n    root:${PASS}\n    kim:${SIGNED}`],
    ["a string that stands here", `sudo -S <<< "${SIGNED}" ls`],
    ["a user and a password", `evil-winrm -i h -u kim -p '${SIGNED}'`],
    ["with a percent sign", `smbclient //nas/share -U kim%${PASS}`],
    ["with a comma", `lftp -u kim,${PASS} sftp://h`],
    ["the long option", `curl --user="admin:${SIGNED}" https://a.example`],
    ["another", `skopeo copy --src-creds ci:${SIGNED} docker://a docker://b`],
    ["slashes", `xfreerdp /u:kim /p:${PASS} /v:h`],
    ["an account of Windows", `net user kim ${PASS} /add`],
    ["a file of accounts", `htpasswd -b .htpasswd kim ${PASS}`],
    ["a switch of a cache", `requirepass ${PASS}`],
    ["a router", `tacacs-server key ${PASS}`],
    ["a command of a protocol", `USER kim\r\n331 Password, please.\r\nPASS ${PASS}\r\n230 Hello.`],
    ["another of these", `a1 LOGIN kim@acme.example ${PASS}`],
    ["arguments", `requests.get(u, auth=("kim", "${PASS}"))`],
    ["a class", `new NetworkCredential("kim", "${SIGNED}")`],
    ["a driver", `DriverManager.getConnection(url, "app", "${PASS}");`],
    ["a client's method", `req.SetBasicAuth("kim", "${PASS}")`],
    ["a setter", `dataSource.setPassword("${PASS}");`],
    ["what else it may be", `password: process.env.DB_PASS ?? "${PASS}",`],
    ["a pair", `credentials: kim / ${SIGNED}`],
    ["a driver's address", `dsn := "app:${PASS}@tcp(db:3306)/x"`],
    ["a file of hashes", `root:${SALTED}:19700:0:99999:7:::`],
  ])("%s", (_, text) => {
    const result = cleaned(text);
    for (const secret of [PASS, SIGNED, SALTED]) expect(result).not.toContain(secret);
    expect(result).toContain("⟦credential: ");
  });

  test.each([
    "docker run -u user:group2 alpine id",
    "docker run --user node:node20 node npm ci",
    "sudo chown -R app:app2024 /srv",
    "docker run -w /app/Server2 img",
    "mysql -u root -p Shop_DB2 < dump.sql",
    "psql -h db -U app_user2 -p 5432 -d Shop2",
    "echo hello-World2 | sudo tee /etc/motd1",
    "echo $PASSWORD | docker login -u ci --password-stdin",
    "sqlplus user/password@db",
    "sqlplus scott/tiger@orcl",
    "connect to github/codeql-action@v3",
    "PASS 01-TestCase_A1",
    "a1 LOGIN failed for User-2024",
    "login: kim2 / role: Admin1",
    "credentialsId: 'Nexus-Deploy2'",
    "HTTPBasicAuth('user', 'pass')",
    'getToken("refresh_token")',
    "useradd -u 1001 -p '' kim2",
    "journalctl -u my-app@1.service -p warning",
    "root:x:0:0:root:/root:/bin/bash",
    "PATH=$HOME/bin:$PATH:$GOPATH/bin",
  ])("%s stays", (text) => {
    expect(cleaned(text)).toBe(text);
  });
});
