import { expect, test } from 'vitest'
import { readBanner } from '../../src-main/communities/index.ts'
import { serve } from '../support/serve.ts'

const MOST = 1024 * 1024
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])
const pictures: Record<string, Buffer> = {
  png,
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  webp: Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 ', 'latin1'),
  wave: Buffer.from('RIFF\x01\x02\x03\x04WAVEfmt ', 'latin1'),
  svg: Buffer.from('<svg onload="alert(1)"/>'),
  page: Buffer.from('<!doctype html>'),
  nothing: Buffer.alloc(0),
  largest: Buffer.concat([png, Buffer.alloc(MOST - png.length)]),
  'too-large': Buffer.concat([png, Buffer.alloc(MOST - png.length + 1)]),
}

test('a banner is a picture by its own bytes and of a size, and else there is none', async () => {
  const origin = await serve(({ url }, response) => {
    const body = pictures[(url ?? '').slice(1)]
    response.writeHead(body ? 200 : 404, { 'content-type': 'image/png' }).end(body ?? png)
  })
  const { signal } = new AbortController()
  const kindOf = async (name: string) => (await readBanner(`${origin}/${name}`, signal))?.split(';')[0]
  const names = [...Object.keys(pictures), 'absent']
  expect(Object.fromEntries(await Promise.all(names.map(async (name) => [name, await kindOf(name)])))).toEqual({
    png: 'data:image/png',
    jpeg: 'data:image/jpeg',
    webp: 'data:image/webp',
    largest: 'data:image/png',
  })
  expect(await readBanner(`${origin}/png`, signal)).toBe(`data:image/png;base64,${png.toString('base64')}`)
  expect(await readBanner(undefined, signal)).toBeUndefined()
  expect(await readBanner(`${origin}/png`, AbortSignal.abort())).toBeUndefined()
})
