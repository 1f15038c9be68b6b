/** A layered configuration as others write it: their names for backends and kinds of tools, their image. */
export const LAYERED = `sandboxing:
  default_backend: "subprocess"
  overrides:
    file_system: "subprocess"
    git: "subprocess"
    web: "docker"
    code_execution: "docker"
    terminal: "docker"
    database: "docker"
  subprocess:
    timeout_seconds: 30
    workspace_only: true
    restricted_path: true
  docker:
    image: "synthorg-sandbox:latest"
    network: "none"
    network_overrides:
      database: "bridge"
      web: "bridge"
    allowed_hosts: []
    dns_allowed: true
    loopback_allowed: true
    memory_limit: "512m"
    cpu_limit: "1.0"
    timeout_seconds: 120
    mount_mode: "ro"
    auto_remove: true
  k8s:
    namespace: "synthorg-agents"
    resource_requests:
      cpu: "250m"
      memory: "256Mi"
    resource_limits:
      cpu: "1"
      memory: "1Gi"
    network_policy: "deny-all"
`;
