/** Of the authorities whose word counts on the network. */
export const CERTIFICATES = "/etc/ssl/certs";

/** Harmless parts of /etc that programs need. */
export const SYSTEM_FILES = ["/etc/alternatives", "/etc/ld.so.cache", CERTIFICATES];
