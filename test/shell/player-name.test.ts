import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { CommunityService } from '../../src-main/community/index.ts'
import { keepPlayerName, PlayerService } from '../../src-main/player/index.ts'
import { openSettings, settingsOf } from '../../src-main/settings/index.ts'
import { noLog } from '../support/no-log.ts'
import { tempDir } from '../support/temp.ts'

it('voice knows the signed-in player by name, over restarts, until they sign out', async () => {
  const path = join(tempDir(), 'settings.json')
  const write = (content: object) => writeFileSync(path, JSON.stringify(content))
  const start = () => openSettings(path, write, () => new Date(0))
  const settings = start()
  const community = {
    validateSecret: () => Promise.resolve({ valid: true, name: 'Jule Petersen' }),
    forgetPlayer: () => Promise.resolve(),
  } as unknown as CommunityService
  const rest = {
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve(),
    forget: () => Promise.resolve(),
  }
  const player = new PlayerService(community, rest, () => Promise.resolve())
  player.onChange((view) => keepPlayerName(view, settingsOf(settings, 'harbour'), { error: noLog }))
  settings.change({ playerNames: { elsewhere: 'Somebody' } })
  await player.signIn('a-secret')
  expect(start().settings.playerNames).toEqual({ elsewhere: 'Somebody', harbour: 'Jule Petersen' })
  await player.signOut()
  expect(start().settings.playerNames).toEqual({ elsewhere: 'Somebody' })
})
