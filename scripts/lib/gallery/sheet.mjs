import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeFileSync } from 'node:fs'

const page = (files, columns) => `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: 6px; padding: 6px; background: #777; font: 12px sans-serif }
figure { margin: 0 } img { display: block; width: 100% } figcaption { color: #fff; padding: 2px }
</style>${files.map((file) => `<figure><figcaption>${basename(file)}</figcaption><img src="${pathToFileURL(file)}"></figure>`).join('')}`

/** Puts pictures side by side onto one: `to` is the PNG's path; its page is left beside it. */
export async function contactSheet(app, files, to, { columns, width, height }) {
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
