import { app } from 'electron'

/**
 * Makes this program the one that opens `loadout://` links, where the installer has not done it (AppImage, zip). Runs from
 * source leave the system alone.
 */
export function registerLinks(): void {
  if (app.isPackaged && !app.isDefaultProtocolClient('loadout')) app.setAsDefaultProtocolClient('loadout')
}

/** Hears links that macOS hands over as events; other systems pass them as arguments. */
export function onOpenUrl(heard: (link: string) => void): void {
  app.on('open-url', (event, link) => {
    event.preventDefault()
    heard(link)
  })
}
