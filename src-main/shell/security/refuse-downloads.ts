import type { Session } from 'electron'

/** A page saves nothing to disk. What the player exports goes through main, with its own dialog. */
export function refuseDownloads(session: Session, log: (line: string) => void): void {
  session.on('will-download', (event) => {
    event.preventDefault()
    log('security: download refused')
  })
}
