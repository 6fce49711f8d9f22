#!/usr/bin/env node
// Draws resources/icons/*.png from resources/icon.svg with the built app's own Chromium. Run after a change of the SVG:
// npm run build && node scripts/with-desktop.mjs node scripts/render-icons.mjs
import { _electron } from 'playwright'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { electronPath } from './lib/electron.mjs'
import { launchOf } from './lib/launch.mjs'
import { root } from './lib/paths.mjs'

// Sizes by the names under which electron-builder looks for them.
const icons = {
  tray: 32,
  '16x16': 16,
  '32x32': 32,
  '48x48': 48,
  '64x64': 64,
  '128x128': 128,
  '256x256': 256,
  '512x512': 512,
  icon: 1024,
}

const folder = join(root, 'resources', 'icons')
const svg = readFileSync(join(root, 'resources', 'icon.svg'), 'base64')
mkdirSync(folder, { recursive: true })

const userData = mkdtempSync(join(tmpdir(), 'icons-'))
const app = await _electron.launch(launchOf(electronPath(), [`--user-data-dir=${userData}`]))
try {
  const page = await app.firstWindow()
  for (const [name, size] of Object.entries(icons)) {
    const png = await page.evaluate(
      async ([source, side]) => {
        const image = new Image(side, side)
        image.src = `data:image/svg+xml;base64,${source}`
        await image.decode()
        const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
        canvas.getContext('2d').drawImage(image, 0, 0, side, side)
        return canvas.toDataURL('image/png').split(',')[1]
      },
      [svg, size],
    )
    writeFileSync(join(folder, `${name}.png`), Buffer.from(png, 'base64'))
  }
} finally {
  await app.close()
  rmSync(userData, { recursive: true, force: true })
}
