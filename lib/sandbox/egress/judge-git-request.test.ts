import { describe, expect, test } from "vitest";
import { judgeGitRequest } from "./judge-git-request.ts";

const FETCH = { "content-type": "application/x-git-upload-pack-request" };

describe("what a tool that may fetch and not push asks for", () => {
  test.each([
    ["GET", "/team/repo.git/info/refs?service=git-upload-pack", {}],
    ["HEAD", "/", {}],
    ["GET", "/team/repo.git/objects/info/packs", {}],
    ["POST", "/team/repo.git/git-upload-pack", FETCH],
    ["POST", "/repo/git-upload-pack", FETCH],
  ])("goes out: %s %s", (method, target, headers) => {
    expect(judgeGitRequest({ method, headers }, target)).toBeNull();
  });

  test.each([
    ["GET", "/repo.git/info/refs?service=git-receive-pack", {}, "push_refused"],
    ["GET", "/repo.git/info/refs?service=git%2Dreceive-pack", {}, "push_refused"],
    ["GET", "/repo.git/info/refs?service=git%252Dreceive-pack", {}, "push_refused"],
    ["GET", "/repo.git/info/refs?service=GIT-RECEIVE-PACK", {}, "push_refused"],
    [
      "POST",
      "/repo.git/git-receive-pack",
      { "content-type": "application/x-git-receive-pack-request" },
      "push_refused",
    ],
    ["POST", "/repo.git/git-receive-pack", FETCH, "push_refused"],
    ["POST", "/repo.git/git-upload-pack/../git-receive-pack", FETCH, "push_refused"],
    ["POST", "/repo.git/x/../git-upload-pack", FETCH, "method_not_allowed"],
    ["POST", "/repo.git/%67it-upload-pack", FETCH, "method_not_allowed"],
    ["POST", "/repo.git/git-upload-pack?x=1", FETCH, "method_not_allowed"],
    ["POST", "/repo.git/git-upload-pack", {}, "method_not_allowed"],
    ["POST", "/repo.git/git-upload-pack", { ...FETCH, "x-http-method-override": "PUT" }, "method_not_allowed"],
    ["POST", "/api/v3/repos/a/b/git/refs", {}, "method_not_allowed"],
    ["PUT", "/repo.git/refs/heads/main", {}, "method_not_allowed"],
    ["MKCOL", "/repo.git/objects/aa", {}, "method_not_allowed"],
    ["PROPFIND", "/repo.git/", {}, "method_not_allowed"],
  ])("stays: %s %s", (method, target, headers, reason) => {
    expect(judgeGitRequest({ method, headers }, target)).toBe(reason);
  });
});
