import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readFileSync, writeFileSync } from 'node:fs'

const GAP = 6
const CAPTION = 20

const page = (files, columns) => `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: ${GAP}px; padding: ${GAP}px; background: #777; font: 12px sans-serif }
figure { margin: 0 } img { display: block; width: 100% } figcaption { height: ${CAPTION}px; color: #fff; padding: 2px; box-sizing: border-box }
</style>${files.map((file) => `<figure><figcaption>${basename(file)}</figcaption><img src="${pathToFileURL(file)}"></figure>`).join('')}`

/** The ratio of a PNG's height to its width, from its header. */
function shapeOf(file) {
  const head = readFileSync(file)
  return head.readUInt32BE(20) / head.readUInt32BE(16)
}

/** The height that all rows of pictures need, whatever the windows' shape. */
function heightOf(files, columns, width) {
  const pictureWidth = (width - GAP) / columns - GAP
  const rows = Math.ceil(files.length / columns)
  return Math.ceil(GAP + rows * (CAPTION + pictureWidth * Math.max(...files.map(shapeOf)) + GAP))
}

/** Puts pictures side by side onto one: `to` is the PNG's path; its page is left beside it. */
export async function contactSheet(app, files, to, { columns, width }) {
  const height = heightOf(files, columns, width)
  const html = to.replace(/\.png$/, '.html')
  writeFileSync(html, page(files, columns))
  const data = await app.evaluate(
    async ({ BrowserWindow }, [address, size]) => {
      const window = new BrowserWindow({
        ...size,
        useContentSize: true,
        show: false,
        frame: false,
        webPreferences: { offscreen: true },
      })
      await window.loadFile(address)
      await window.webContents.executeJavaScript('Promise.all([...document.images].map((image) => image.decode()))')
      const image = await window.webContents.capturePage()
      window.destroy()
      return image.toPNG().toString('base64')
    },
    [html, { width, height }],
  )
  writeFileSync(to, Buffer.from(data, 'base64'))
}
