import type { NextConfig } from "next";
import { PHASE_DEVELOPMENT_SERVER } from "next/constants.js";

const config: NextConfig = {
  output: "standalone",
  // This clone alone, whatever lock files lie in the folders above it.
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  // buildApp does, and leaves what development servers keep below it.
  cleanDistDir: false,
  reactStrictMode: true,
  poweredByHeader: false,
  // Development tooling writes nothing into the tree.
  agentRules: false,
  devIndicators: false,
  // 'npm run check' proves the types of the whole tree, tests included; a start does not wait for that.
  typescript: { ignoreBuildErrors: true },
  // The driver keeps sockets and types of its own; it is loaded as it is, not bundled.
  serverExternalPackages: ["postgres"],
  experimental: {
    serverActions: { bodySizeLimit: "256kb" },
    // Nobody asks the server for them, and they were three quarters of what it wrote.
    turbopackSourceMaps: false,
    // A failed build can stay in that cache, and writing it costs a first start more than it ever saves.
    turbopackFileSystemCacheForBuild: false,
  },
};

/**
 * The two doors are two development servers, which cannot share one folder, and each would write its own types into
 * tsconfig.json: 'npm run dev' gives each a file of its own that extends it. A build is one for both.
 */
export default function configure(phase: string): NextConfig {
  const door = process.env.AIRLOCK_DOORS;
  if (phase !== PHASE_DEVELOPMENT_SERVER || !door) return config;
  return {
    ...config,
    distDir: `.next/${door}`,
    typescript: { ...config.typescript, tsconfigPath: `.next/tsconfig.${door}.json` },
  };
}
