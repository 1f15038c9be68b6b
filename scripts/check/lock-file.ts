/** Entries of a package-lock.json that name where a package was downloaded: the registry is each user's own choice. */
export function findDownloadAddresses(lockFile: string): string[] {
  const { packages = {} } = JSON.parse(lockFile) as { packages?: Record<string, { resolved?: string }> };
  return Object.entries(packages).flatMap(([path, { resolved }]) => (resolved?.startsWith("http") ? [path] : []));
}
