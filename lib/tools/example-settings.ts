/** A `tools.yaml` with every section: what the documentation shows, what the golden manifest is made from, and what tests load. */
export const EXAMPLE_SETTINGS = `tools:
  database:
    host: db.example.com:5432
    database: shop
    tools: [query, mutate, migrate, admin]
  git_push:
    host: github.com:443
  pull_requests:
    forge: github
    host: api.github.com:443
  deployment:
    staging: { host: "ci.example.com:443", path: /deployments }
    production: { host: "ci.example.com:443", path: /deployments }
  containers:
    host: docker.example.com:443
    environment: staging
  web_post:
    hosts: ["api.example.com:443"]
  web_search:
    provider: brave
    host: api.search.brave.com:443
  extract_page:
    hosts: ["example.com:443", "*.example.com:443"]
  email:
    host: smtp.example.com:587
    from: airlock@example.com
    recipients: ["*@example.com"]
  slack:
    channels: ["#deploys", "#alerts"]
  webhooks:
    endpoints:
      finance: { host: "hooks.example.com:443", path: /airlock }
  metrics:
    host: prometheus.example.com:443
  listed_commands: {}
`;
