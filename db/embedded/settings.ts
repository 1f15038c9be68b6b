import type { Layout } from "./layout.ts";

interface SettingsQuestion {
  readonly layout: Pick<Layout, "data" | "socketDirectory">;
  /** For tests: the data is thrown away afterwards, so it need not survive a power cut. */
  readonly throwaway: boolean;
}

/** The server's command line. Settings are given here and not in a file, so that `ps` shows what is in force. */
export function serverArguments({ layout, throwaway }: SettingsQuestion): string[] {
  const settings: Record<string, string> = {
    // Its OpenSSL is old and nobody else needs to reach it: no TCP at all, and only our own account may open the socket.
    listen_addresses: "",
    unix_socket_directories: quoteListItem(layout.socketDirectory),
    unix_socket_permissions: "0700",
    // Sized for two cores and a laptop's memory; a busier installation brings its own server. Tests open pools for many
    // workspaces at once and hold none of them long.
    max_connections: throwaway ? "250" : "100",
    shared_buffers: "128MB",
    effective_cache_size: "1GB",
    maintenance_work_mem: "64MB",
    random_page_cost: "1.1",
    // Nothing replicates from here.
    wal_level: "minimal",
    max_wal_senders: "0",
    max_wal_size: "1GB",
    // Statements may carry what agents sent; an error is enough in a log that nobody redacts.
    log_min_error_statement: "panic",
    log_parameter_max_length_on_error: "0",
    log_checkpoints: "off",
    log_line_prefix: "%m [%p] ",
    timezone: "UTC",
    log_timezone: "UTC",
    ...(throwaway ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off" } : {}),
  };
  return ["-D", layout.data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** The directory setting is a list: a comma or blank in a path has to be quoted. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
