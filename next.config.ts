import type { NextConfig } from "next";

const config: NextConfig = {
  output: "standalone",
  reactStrictMode: true,
  poweredByHeader: false,
  // Development tooling writes nothing into the tree.
  agentRules: false,
  devIndicators: false,
  // The driver keeps sockets and types of its own; it is loaded as it is, not bundled.
  serverExternalPackages: ["postgres"],
  experimental: {
    serverActions: { bodySizeLimit: "256kb" },
  },
};

export default config;
