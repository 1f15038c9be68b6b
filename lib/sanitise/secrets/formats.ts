/**
 * Credentials that can be told by their own shape: a distinctive prefix, then so many characters of one alphabet. Only public
 * facts about the formats. A prefix that is also a word is `weak`: the rest has to look random.
 *
 * A kind is written into the marker, so it shares no long run with its own prefix.
 * Every pattern is tried at one place, reads a bounded number of characters and has nothing to backtrack into.
 */
export interface TokenFormat {
  readonly kind: string;
  readonly prefix: string;
  /** What follows the prefix; sticky. */
  readonly body: RegExp;
  readonly weak: boolean;
  /** Ends in a CRC-32 of what stands before. */
  readonly checksum: boolean;
  /** The prefix is an address, not part of the secret: it stays readable. */
  readonly address: boolean;
}

const A = "[A-Za-z0-9]";
const W = "\\w";
const D = "[\\w-]";
const H = "[0-9a-fA-F]";
const U = "[A-Z0-9]";
const L = "[a-z0-9]";
/** Base64, also as it stands in an address. */
const B = "(?:[A-Za-z0-9+/=]|%2[BbFf]|%3[Dd])";
const UUID = `${H}{8}-${H}{4}-${H}{4}-${H}{4}-${H}{12}`;

interface Traits {
  readonly weak?: boolean;
  readonly checksum?: boolean;
  readonly address?: boolean;
}

function format(kind: string, prefixes: string, body: string, traits: Traits = {}): TokenFormat[] {
  return prefixes.split(" ").map((prefix) => ({
    kind,
    prefix,
    body: new RegExp(`${body}(?![A-Za-z0-9])`, "y"),
    weak: traits.weak ?? false,
    checksum: traits.checksum ?? false,
    address: traits.address ?? false,
  }));
}

/** How a number of Discord's begins in base64; those that begin like parts of English words are left out. */
const DISCORD_STARTS = ["MT", "Mj", "Mz", "Nj", "Nz"]
  .flatMap((first) => Array.from("AEIMQUYcgk", (third) => `${first}${third}`))
  .join(" ");

const weak = { weak: true } as const;
const checksum = { checksum: true } as const;
const address = { address: true } as const;

export const TOKEN_FORMATS: readonly TokenFormat[] = [
  // source hosts and package registries
  ...format("github", "ghp_ gho_ ghu_ ghr_", `${A}{36,255}`, checksum),
  // Those of installations may be signed, with dots between their parts.
  ...format("github", "ghs_", "[\\w.-]{35,1400}[\\w-]", checksum),
  ...format("github", "github_pat_", `${W}{60,255}`),
  ...format(
    "gitlab",
    "glpat- gldt- glrt- glft- glsoat- glcbt- glimt- glffct- glptt- glagent- gloas- glwt-",
    `(?:${D}|\\.){20,255}`,
  ),
  ...format("gitlab", "GR1348941", `${D}{20}`),
  ...format("npm", "npm_", `${A}{36}`, checksum),
  ...format("pypi", "pypi-", `${D}{50,512}`),
  ...format("gems", "rubygems_", `${H}{48}`),
  ...format("nuget", "oy2", `${L}{43}`),
  ...format("clojars", "CLOJARS_", `${A}{60}`),
  ...format("docker", "dckr_pat_ dckr_oat_", `${D}{20,64}`),
  ...format("atlassian", "ATATT3 ATBB ATCTT3 ATSTT3", `(?:[\\w=-]|%3[Dd]){20,255}`),
  ...format("jfrog", "AKCp cmVmdGtuO", `${A}{50,80}`),
  ...format("sonar", "squ_ sqp_ sqa_", `${H}{40}`),
  ...format("sourcegraph", "sgp_", `${W}{40,64}`),
  ...format("gitea", "gitea_", `${H}{40}`),
  ...format("sourcegraph", "slk_", `${H}{64}`),
  ...format("composer", "packagist_ack_ packagist_oat_ packagist_uut_ packagist_ort_", `${H}{40,80}`),
  ...format("crates", "cio", `${A}{32}`, weak),
  ...format("jsr", "jsrs_ jsrp_", `${A}{32,64}`),
  ...format("deno", "ddp_ ddw_ ddo_", `${A}{36,64}`),
  ...format("snyk", "snyk_uat. snyk_sat.", `${H}{8}\\.(?:${D}|\\.){20,200}`),
  // clouds and infrastructure
  ...format("aws", "AKIA ASIA ABIA ACCA", `${U}{16}`),
  ...format("aws", "ABSK", `${B}{80,300}`),
  ...format("aws", "bedrock-api-key-", `${B}{100,4096}`),
  ...format("aws", "amzn.mws.", UUID),
  ...format("aws", "amzn1.oa2-cs.v1.", `${H}{64}`),
  ...format("aws", "FwoGZXIvYXdz IQoJb3JpZ2lu", `[A-Za-z0-9+/%=]{100,2048}`),
  ...format("aws", "X-Amz-Signature=", `${H}{64}`, address),
  ...format("aws", "X-Amz-Security-Token=", `[A-Za-z0-9+/%=]{100,2048}`, address),
  ...format("google", "X-Goog-Signature=", `${H}{128,1024}`, address),
  ...format("azure", "sig=", `[A-Za-z0-9%+/]{40,64}(?:%3[Dd]|=)`, { weak: true, address: true }),
  ...format("google", "AQ.Ab", `${D}{36,120}`, weak),
  ...format("google", "AIza", `${D}{35}`),
  ...format("google", "GOCSPX-", `${D}{28}`),
  ...format("google", "ya29.", `${D}{20,512}`),
  ...format("google", "1//0", `${D}{40,200}`),
  ...format("alibaba", "LTAI", `${A}{12,20}`),
  ...format("tencent", "AKID", `${A}{32}`),
  ...format("baidu", "bce-v3/ALTAK-", `${A}{21}/${H}{40}`),
  ...format("zhipu", "bigmodel-", `${H}{32}\\.${A}{16}`),
  ...format("xata", "xau_", `${A}{40,80}`),
  ...format("aws", "&Signature=", "[A-Za-z0-9%+/~_-]{27,1024}={0,2}", { weak: true, address: true }),
  ...format("aws", "?Signature=", "[A-Za-z0-9%+/~_-]{27,1024}={0,2}", { weak: true, address: true }),
  ...format("aws", "Signature=", `${H}{64}`, address),
  ...format("azure", "sig=", `${D}{43}`, { weak: true, address: true }),
  ...format("yandex", "AQVN", `${D}{35,38}`),
  ...format("yandex", "y0_", `${D}{50,64}`),
  ...format("yandex", "t1.", `${D}{20,200}={0,2}\\.${D}{80,90}={0,2}`, weak),
  ...format("digitalocean", "dop_v1_ doo_v1_ dor_v1_", `${H}{64}`),
  ...format("digitalocean", "DO00 DO801", `${U}{16}`),
  ...format("heroku", "HRKU-", `${D}{36,80}`),
  ...format("netlify", "nfp_ nfc_ nfo_ nfu_", `${A}{36,44}`),
  ...format("vercel", "vcp_ vci_ vca_ vcr_ vck_", `${A}{24,64}`),
  ...format("vercel", "vercel_blob_rw_", `${A}{16,24}_${A}{24,40}`),
  ...format("fly", "fo1_", `${D}{43}`),
  ...format("fly", "fm1a_ fm1r_ fm2_", `(?:${B}|[_-]){60,1024}`),
  ...format("render", "rnd_", `${A}{28,40}`),
  ...format("cloudflare", "v1.0-", `${H}{24}-${H}{146}`),
  ...format("cloudflare", "cfut_ cfat_ cfk_", `${D}{36,64}`),
  ...format("fastly", "fsly_", `${D}{28,64}`),
  ...format("tailscale", "tskey-", `[a-z]{2,10}-${A}{6,32}-${A}{16,64}`),
  ...format("doppler", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", `(?:${D}|\\.){40,64}`),
  ...format("vault", "hvs. hvb. hvr.", `${D}{24,300}`),
  ...format("vault", "s.", `${A}{24}`, weak),
  ...format("infisical", "st.", `${H}{24}\\.${H}{32}\\.${H}{32}`),
  ...format("pulumi", "pul-", `${H}{40}`),
  ...format("scalingo", "tk-us-", `${D}{48}`),
  ...format("planetscale", "pscale_tkn_ pscale_pw_ pscale_oauth_", `(?:${D}|\\.){30,64}`),
  ...format("supabase", "sbp_", `(?:v0_)?${H}{40}`),
  ...format("supabase", "sb_secret_", `${D}{24,64}`),
  ...format("neon", "napi_", `${L}{40,80}`),
  ...format("mongodb", "mdb_sa_sk_", `${D}{30,60}`),
  ...format("cockroach", "CCDB1_", `${A}{22}_${A}{40}`),
  ...format("aiven", "AVNS_", `${D}{17,40}`),
  ...format("clickhouse", "4b1d", `${A}{38}`, weak),
  ...format("dbt", "dbtc_ dbtu_", `${D}{30,80}`),
  ...format("rancher", "token-", `${L}{5}:${L}{54}`),
  ...format("netbird", "nbp_", `${A}{36}`),
  ...format("endor", "endr+", `${A}{16}`),
  ...format("databricks", "dapi dkea dose", `${H}{32}(?:-\\d)?`),
  ...format("confluent", "cflt", `[A-Za-z0-9+/]{60}`),
  ...format("openshift", "sha256~", `${D}{43}`),
  ...format("onepassword", "ops_eyJ", `(?:${B}|[_-]){250,2048}`),
  ...format("onepassword", "A3-", `${U}{6}-(?:${U}{11}|${U}{6}-${U}{5})-${U}{5}-${U}{5}-${U}{5}`),
  ...format("age", "AGE-SECRET-KEY-1", `[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}`),
  ...format("wallet", "xprv yprv zprv tprv", `${A}{100,112}`),
  ...format("nostr", "nsec1", `${L}{58}`),
  ...format("harness", "pat. sat.", `${D}{22}\\.${H}{24}\\.${A}{20}`, weak),
  ...format("octopus", "API-", `${U}{26}`, weak),
  ...format("launchdarkly", "sdk- api-", UUID),
  ...format("circleci", "CCIPAT_ CCIPRJ_", `${A}{10,40}_${H}{40}`),
  ...format("buildkite", "bkua_ bkat_ bkct_", `${A}{36,64}`),
  ...format("prefect", "pnu_ pnb_", `${A}{36}`),
  ...format("infracost", "ico-", `${A}{32}`, weak),
  ...format("defined-networking", "dnkey-", `${D}{26}-${D}{52}`),
  // models and data for them
  ...format("anthropic", "sk-ant-", `${D}{24,200}`),
  ...format("openrouter", "sk-or-", `${D}{40,128}`),
  ...format("langfuse", "sk-lf-", UUID),
  ...format("openai", "sk-proj- sk-svcacct- sk-admin- sk-None-", `${D}{20,300}`),
  ...format("openai", "sk-", `${D}{20,300}`, weak),
  ...format("elevenlabs", "sk_", `${H}{48}`),
  ...format("huggingface", "hf_ api_org_", `${A}{30,64}`),
  ...format("groq", "gsk_", `${A}{40,64}`),
  ...format("xai", "xai-", `${A}{60,100}`),
  ...format("perplexity", "pplx-", `${A}{32,64}`),
  ...format("replicate", "r8_", `${A}{37}`),
  ...format("nvidia", "nvapi-", `${D}{60,80}`),
  ...format("together", "tgp_v1_", `${D}{40,64}`),
  ...format("cerebras", "csk-", `${L}{40,64}`),
  ...format("fireworks", "fw_", `${A}{20,32}`, weak),
  ...format("voyage", "pa-", `${D}{43}`, weak),
  ...format("jina", "jina_", `${D}{50,80}`),
  ...format("tavily", "tvly-", `${D}{24,64}`),
  ...format("firecrawl", "fc-", `${H}{32}`),
  ...format("pinecone", "pcsk_", `${W}{60,90}`),
  ...format("langsmith", "lsv2_pt_ lsv2_sk_", `${H}{32}_${H}{10}`),
  ...format("weights-biases", "wandb_v1_", `${W}{40,128}`),
  ...format("apify", "apify_api_", `${A}{30,40}`),
  ...format("daytona", "dtn_", `${H}{64}`),
  ...format("cursor", "crsr_", `${H}{64}`),
  ...format("mem0", "m0-", `${A}{40}`, weak),
  ...format("e2b", "e2b_", `${H}{40}`),
  ...format("modal", "as-", `${A}{22}`, weak),
  ...format("runpod", "rpa_", `${A}{36,64}`),
  ...format("browserbase", "bb_live_", `${D}{20,40}`),
  ...format("llamacloud", "llx-", `${A}{40,60}`),
  ...format("kaggle", "KGAT_", `${H}{32}`),
  ...format("anyscale", "esecret_", `${A}{24,40}`),
  ...format("brave", "BSA", `${D}{27,29}`, weak),
  ...format("cartesia", "sk_car_", `${A}{20,40}`),
  // money
  ...format("stripe", "sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_", `${A}{16,255}`),
  ...format("stripe", "whsec_", `[A-Za-z0-9+/=]{24,128}`),
  ...format("square", "sq0atp- sq0csp- sq0idp-", `${D}{22,60}`),
  ...format("square", "EAAA", `${D}{60}`),
  ...format("razorpay", "rzp_live_ rzp_test_", `${A}{14,32}`),
  ...format("flutterwave", "FLWSECK_TEST- FLWSECK-", `${A}{12,40}(?:-X)?`),
  ...format("braintree", "access_token$production$ access_token$sandbox$", `${L}{16}\\$${H}{32}`),
  ...format("plaid", "access-sandbox- access-development- access-production-", UUID),
  ...format("shopify", "shpat_ shpca_ shppa_ shpss_ shptka_", `${H}{32}`),
  ...format("easypost", "EZAK EZTK", `${A}{54}`),
  ...format("shippo", "shippo_live_ shippo_test_", `${H}{40}`),
  ...format("duffel", "duffel_live_ duffel_test_", `${D}{43}`),
  ...format("lob", "live_ test_", `(?:pub_)?${H}{35}`, weak),
  ...format("mollie", "live_ test_", `${A}{30,40}`, weak),
  ...format("gocardless", "live_ sandbox_", `${D}{40}`, weak),
  ...format("adyen", "AQE", `[A-Za-z0-9+/=]{60,200}-[A-Za-z0-9+/=]{20,80}-[^\\s"'|]{10,24}`),
  ...format("xendit", "xnd_production_ xnd_development_", `${A}{40,64}`),
  ...format("midtrans", "SB-Mid-server- Mid-server-", `${D}{20,40}`),
  ...format("polar", "polar_oat_ polar_pat_", `${A}{40,64}`),
  ...format("paddle", "pdl_live_apikey_ pdl_sdbx_apikey_", `${W}{40,80}`),
  ...format("checkout", "sk_sbox_", `${L}{26,40}`),
  // messages and people
  ...format("slack", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe.xoxp- xoxe.xoxb-", `[\\w%-]{20,300}`),
  ...format("slack", "xapp-", `\\d-${U}{6,16}-\\d{8,16}-${H}{32,128}`),
  ...format(
    "slack",
    "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/",
    `[\\w/-]{24,128}`,
    address,
  ),
  ...format("okta", "SSWS", `[ \\t]{1,4}00${D}{40}`),
  ...format("discord", "discord.com/api/webhooks/ discordapp.com/api/webhooks/", `[\\w/-]{40,128}`, address),
  ...format("discord", DISCORD_STARTS, `${A}{19,25}\\.${D}{6}\\.${D}{27,42}`),
  ...format("teams", "webhook.office.com/webhookb2/ outlook.office.com/webhook/", `[\\w@/-]{60,256}`, address),
  ...format("telegram", "api.telegram.org/bot", `\\d{6,12}:${D}{30,40}`, address),
  ...format("twilio", "SK", `[0-9a-f]{32}`),
  ...format("sendgrid", "SG.", `${D}{16,32}\\.${D}{32,64}`),
  ...format("brevo", "xkeysib- xsmtpsib-", `${H}{64}-${A}{16}`),
  ...format("mailgun", "key- pubkey-", `${H}{32}`),
  ...format("resend", "re_", `${A}{8}_${A}{20,32}`, weak),
  ...format("mailersend", "mlsn.", `${H}{64}`),
  ...format("mandrill", "md-", `${D}{22}`, weak),
  ...format("onesignal", "os_v2_app_ os_v2_org_", `${L}{60,140}`),
  ...format("telnyx", "KEY0", `${H}{31}_${A}{22}`),
  ...format("zapier", "hooks.zapier.com/hooks/catch/", `[\\w/-]{12,64}`, address),
  ...format(
    "make",
    "hook.eu1.make.com/ hook.eu2.make.com/ hook.us1.make.com/ hook.us2.make.com/",
    `${L}{24,40}`,
    address,
  ),
  ...format("intercom", "dG9rO", `[A-Za-z0-9+/]{40,80}={0,2}`),
  ...format("matrix", "syt_", `[A-Za-z0-9+/=]{2,64}_${A}{20}_${A}{6}`),
  ...format("discord", "mfa.", `${D}{84}`, weak),
  ...format("twitch", "oauth:", `${L}{30}`, weak),
  ...format("x", "AAAAAAAAAAAAAAAAAAAAA", `[A-Za-z0-9%]{40,120}`),
  ...format("salesforce", "00D", `${A}{12,15}![\\w.]{80,140}`),
  ...format("zoho", "1000.", `${H}{32}\\.${H}{32}`),
  ...format("hubspot", "pat-na1- pat-eu1- pat-na2- pat-ap1-", UUID),
  ...format("frameio", "fio-u-", `[\\w=-]{64}`),
  ...format("typeform", "tfp_", `(?:${D}|\\.){40,80}`),
  ...format("facebook", "EAAM EAAC EAAG EAAI EAAB", `${A}{60,400}`),
  ...format("facebook", "IGQVJ IGQWR", `${D}{80,260}`),
  ...format("facebook", "LLM|", `\\d{12,18}\\|${D}{24,32}`),
  ...format("facebook", "EAA", `${A}{100,400}`, weak),
  // tools that teams use
  ...format("notion", "ntn_", `${A}{40,64}`),
  ...format("notion", "secret_", `${A}{43}`),
  ...format("linear", "lin_api_ lin_oauth_ lin_wh_", `${A}{32,64}`),
  ...format("figma", "figd_ figdh_ figp_ figor_ figo_", `${D}{36,64}`),
  ...format("postman", "PMAK-", `${H}{24}-${H}{34}`),
  ...format("airtable", "pat", `${A}{14}\\.${H}{64}`, weak),
  ...format("asana", "2/", `\\d{10,16}/\\d{10,16}:${H}{32}`, weak),
  ...format("asana", "0/ 1/", `\\d{10,18}:${H}{32}`, weak),
  ...format("clickup", "pk_", `\\d{5,10}_${U}{32}`),
  ...format("trello", "ATTA", `${H}{64}`),
  ...format("dropbox", "sl.", `(?:${D}|\\.){60,1300}`, weak),
  ...format("contentful", "CFPAT-", `${D}{43}`),
  ...format("readme", "rdme_", `${L}{70}`),
  ...format("mapbox", "sk.eyJ tk.eyJ", `${D}{20,200}\\.${D}{20,40}`),
  ...format("zuplo", "zpka_", `${W}{32,80}`),
  ...format("unkey", "unkey_", `${A}{16,48}`),
  ...format("calcom", "cal_live_ cal_", `${H}{32}`, weak),
  ...format("posthog", "phx_ phs_", `${A}{40,64}`),
  ...format("wakatime", "waka_", UUID),
  ...format("settlemint", "sm_aat_ sm_pat_ sm_sat_", `${A}{16}`),
  ...format("adafruit", "aio_", `${A}{28}`),
  ...format("adobe", "p8e-", `${H}{32}`),
  ...format("ubidots", "BBFF- BBUS-", `${D}{30,64}`),
  ...format("intra42", "s-s4t2ud- s-s4t2af-", `${H}{64}`),
  // seeing what runs
  ...format("newrelic", "NRAK- NRJS- NRII- NRRA- NRIQ- NRSP-", `${D}{19,64}`),
  ...format("grafana", "glsa_", `${A}{32}_${H}{8}`),
  ...format("grafana", "glc_", `${B}{32,400}`),
  ...format("sentry", "sntrys_", `(?:${B}|[_-]){40,400}`),
  ...format("sentry", "sntryu_ sntrya_ sntryi_", `${H}{64}`),
  ...format("dynatrace", "dt0c01. dt0s01. dt0s02. dt0s16.", `${U}{8,24}\\.${U}{64}`),
  ...format("datadog", "ddapp_ ddapi_", `${A}{32,40}`, weak),
  ...format("datadog", "pub", `${H}{32}`, weak),
  ...format("logfire", "pylf_", `v\\d_[a-z]{2,8}_${A}{40,50}`),
  ...format("honeycomb", "hcaik_ hcxik_ hcalk_ hcamk_", `${L}{50,70}`),
  ...format("axiom", "xaat- xapt-", UUID),
  ...format("grafana", "eyJrIjoi", `[A-Za-z0-9+/]{60,400}={0,2}`),
  ...format("statsig", "secret-", `${A}{40,50}`, weak),
  // signed or sealed claims, and the keys for them
  ...format(
    "paseto",
    "v1.local. v2.local. v3.local. v4.local. v1.public. v2.public. v3.public. v4.public.",
    `${D}{60,4096}(?:\\.[\\w-]{2,512})?`,
  ),
  ...format(
    "paseto",
    "k1.secret. k2.secret. k3.secret. k4.secret. k1.local. k2.local. k3.local. k4.local.",
    `${D}{40,2048}`,
  ),
  // the configuration of a registry's client, wrapped in base64 once more
  ...format("docker", "eyJhdXRocyI6 ewogICJhdXRocyI6", "[A-Za-z0-9+/]{24,8192}={0,2}"),
  ...format("private-key", "RWRTY0Iy", "[A-Za-z0-9+/]{100,300}={0,2}"),
  ...format("authenticator", "otpauth-migration://offline?data=", "[A-Za-z0-9%+/_-]{32,4096}={0,2}", address),
  ...format(
    "authenticator",
    "otpauth://",
    "[^\\s\"'<>]{1,160}[?&]secret=[A-Za-z2-7]{16,128}=*(?:&[^\\s\"'<>]{0,160})?",
  ),
  // webhooks whose address is all there is
  ...format("feishu", "open.feishu.cn/open-apis/bot/v2/hook/ open.larksuite.com/open-apis/bot/v2/hook/", UUID, address),
  ...format("wecom", "qyapi.weixin.qq.com/cgi-bin/webhook/send?key=", UUID, address),
  ...format("ifttt", "/with/key/", `${D}{20,50}`, address),
  ...format("mattermost", "/hooks/", `${L}{26}`, { weak: true, address: true }),
  // a private key that was wrapped in base64 once more, as cluster configurations hold it
  ...format(
    "private-key",
    "LS0tLS1CRUdJTiBSU0EgUFJJVkFUR LS0tLS1CRUdJTiBQUklWQVRFIEtFW LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFW LS0tLS1CRUdJTiBPUEVOU1NI",
    "[A-Za-z0-9+/]{40,32768}={0,2}",
  ),
  ...format("mercadopago", "APP_USR-", `\\d{14,18}-\\d{6}-${H}{32}-\\d{6,12}`),
  ...format("honeybadger", "hbp_", `${A}{30,40}`),
  ...format("stytch", "secret-live- secret-test-", `[\\w=-]{32,48}`),
  ...format("buildkite", "bkaa_ bkaj_ bkct_", `${H}{40}`),
  ...format("langsmith", "ls__", `${H}{32}`),
  // ourselves
  ...format("airlock", "alk_", `${D}{20,128}`),
];

/** Credentials told by something in their middle. */
export interface InnerFormat {
  readonly kind: string;
  readonly anchor: string;
  /** Matches at the anchor and looks back over what stands before it, which is its first group; sticky. */
  readonly body: RegExp;
}

function inner(kind: string, anchor: string, before: string, after: string): InnerFormat {
  const literal = anchor.replace(/[.~+]/g, "\\$&");
  return { kind, anchor, body: new RegExp(`(?<=(${before}))${literal}${after}(?![A-Za-z0-9])`, "y") };
}

export const INNER_FORMATS: readonly InnerFormat[] = [
  inner("mailchimp", "-us", `${H}{32}`, "\\d{1,2}"),
  inner("telegram", ":AA", "\\d{8,10}", `${D}{33}`),
  inner("terraform", ".atlasv1.", `${A}{14}`, `[\\w=-]{60,70}`),
  inner("maxmind", "_mmk", `${A}{6}_${A}{29}`, ""),
  inner("azure", "Q~", "[\\w~.]{3}\\d", "[\\w~.-]{31,34}"),
  inner("firebase", ":APA91b", `${D}{8,40}`, `${D}{100,200}`),
  inner("azure", "AZDO", `${A}{76}`, `${A}{4}`),
  inner("azure", "JQQJ9", `${A}{50,54}`, `${A}{20,30}`),
  inner("azure", "+ASt", "[A-Za-z0-9+/]{70,80}", "[A-Za-z0-9+/]{4,8}={1,2}"),
  inner("azure", "+ASb", "[A-Za-z0-9+/]{30,36}", "[A-Za-z0-9+/]{4,10}="),
  inner("azure", "ACDb", "[A-Za-z0-9+/]{70,80}", "[A-Za-z0-9+/]{4,10}={1,2}"),
  inner("newrelic", "NRAL", `${A}{40}|${A}{36}`, ""),
  inner("openai", "T3BlbkFJ", `${A}{20}`, `${A}{20}`),
];
