import tls from 'node:tls'

/** Functions of newer Nodes (22.19, 24.5), which Electron 45 has. */
interface NewerTls {
  getCACertificates: (type: 'default' | 'system') => string[]
  setDefaultCACertificates: (certificates: readonly string[]) => void
}

/**
 * Makes this thread trust the computer's certificates too, as browsers do. Virus scanners and firewalls that read encrypted connections put
 * theirs there. Does nothing on an older Node.
 */
export function trustSystemCertificates(): void {
  const { getCACertificates, setDefaultCACertificates } = tls as Partial<NewerTls>
  if (!getCACertificates || !setDefaultCACertificates) return
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')])
}
