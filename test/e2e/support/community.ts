import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DemoService, startDemoService } from '../../support/demo-service.ts'
import { removeFolder } from './folder.ts'

export interface TestCommunity {
  /** As its profile has it. */
  name: string
  service: DemoService
  /** Arguments that point the app at this community. */
  args: string[]
  close(): Promise<void>
}

/** Starts a community outside the app, whose service can be made to fail or be stopped. `images` goes into its profile. */
export async function openCommunity(images?: { mapTiles?: string; item?: string }): Promise<TestCommunity> {
  const service = await startDemoService({ now: () => new Date() })
  const folder = await mkdtemp(join(tmpdir(), 'loadout-community-'))
  const file = join(folder, 'community.json')
  const name = 'Hallig Roleplay'
  const profile = { id: 'e2e', name, baseUrl: service.baseUrl, infoUrl: service.infoUrl, images }
  await writeFile(file, JSON.stringify(profile))
  let open = true
  return {
    name,
    service,
    args: ['--community', file],
    async close() {
      if (open) await service.close()
      open = false
      await removeFolder(folder)
    },
  }
}
