import { mkdir, mkdtemp, open, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from './folder.ts'

/** A community with one mod that takes long to hash on any machine. Its files are sparse, so they take no disk space. */
export interface LargeMod {
  /** A community profile file. */
  profile: string
  gameDir: string
  close(): Promise<void>
}

const FILES = 24
const BYTES = 1 << 30

const mod = {
  Id: 1,
  Name: 'Large',
  appId: 107410,
  DownloadUrl: '',
  IsActive: true,
  Description: '',
  ImageUrl: '',
  HasGameFiles: true,
  Directories: '@Large',
}

const hashList = Array.from({ length: FILES }, (_, at) => ({
  Id: at,
  RelativPath: `@Large\\addons\\${at}.pbo`,
  Hash: '0'.repeat(32),
  FileName: `${at}.pbo`,
  Size: BYTES,
}))

/** Starts its service on a free port and creates its game folder. */
export async function startLargeMod(): Promise<LargeMod> {
  const dir = await mkdtemp(join(tmpdir(), 'loadout-large-'))
  const gameDir = join(dir, 'game')
  await mkdir(join(gameDir, '@Large', 'addons'), { recursive: true })
  for (let at = 0; at < FILES; at++) {
    const file = await open(join(gameDir, '@Large', 'addons', `${at}.pbo`), 'w')
    await file.truncate(BYTES)
    await file.close()
  }
  const answers: Record<string, unknown> = { '/v1/mods': [mod], '/v1/mod/hashlist/1': hashList }
  const server = createServer((request, response) => {
    const data = answers[request.url ?? '']
    response.writeHead(data ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data, requested_at: 1_700_000_000 }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const profile = join(dir, 'community.json')
  await writeFile(join(gameDir, 'arma3_x64.exe'), '') // identifies the game's folder
  await writeFile(profile, JSON.stringify({ id: 'large', name: 'Large', baseUrl: `http://127.0.0.1:${port}` }))
  return {
    profile,
    gameDir,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await removeFolder(dir)
    },
  }
}
