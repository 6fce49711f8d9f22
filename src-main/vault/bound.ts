/** Stands between the hosts and the value; no address has one. */
const BREAK = '\n'

/** A value as it is kept: the hosts it was given for, then itself, in one text, so that neither is ever without the other. */
export const bind = (hosts: string, value: string): string => hosts + BREAK + value

/** The value, if it was kept for these hosts. */
export const unbind = (hosts: string, kept: string): string | undefined =>
  kept.startsWith(hosts + BREAK) ? kept.slice(hosts.length + BREAK.length) : undefined
