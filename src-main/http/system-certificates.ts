import tls from 'node:tls'

/** Functions of newer Nodes (22.19, 24.5), which Electron 45 has. */
interface NewerTls {
  getCACertificates: (type: 'default' | 'system') => string[]
  setDefaultCACertificates: (certificates: readonly string[]) => void
}

/**
 * Makes this thread trust the computer's certificates too, as browsers do. Virus scanners and firewalls that read encrypted connections put
 * theirs there. Node's own stay alone on an older Node, and if one of the computer's cannot be read.
 */
export function trustSystemCertificates(newer: Partial<NewerTls> = tls as Partial<NewerTls>): void {
  const { getCACertificates, setDefaultCACertificates } = newer
  if (!getCACertificates || !setDefaultCACertificates) return
  try {
    setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')])
  } catch {
    return
  }
}
