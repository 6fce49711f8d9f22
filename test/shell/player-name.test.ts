import { expect, it } from 'vitest'
import type { CommunityService } from '../../src-main/community/index.ts'
import { openSettings, type SettingsFile } from '../../src-main/settings/index.ts'
import type { AppContext } from '../../src-main/shell/context.ts'
import { openPlayerService } from '../../src-main/shell/wiring/player.ts'
import type { Vault } from '../../src-main/vault/index.ts'

it('voice knows the signed-in player by name, over restarts, until they sign out', async () => {
  let kept: unknown = {}
  const file: SettingsFile = { path: '/nowhere', read: () => kept, write: (value) => (kept = value) }
  const start = () => openSettings(file, undefined, () => new Date(0))
  const settings = start()
  const context = { profile: { id: 'harbour' }, settings, log: { error: () => undefined } } as unknown as AppContext
  const community = {
    validateSecret: () => Promise.resolve({ valid: true, name: 'Jule Petersen' }),
    forgetPlayer: () => Promise.resolve(),
  } as unknown as CommunityService
  const vault = {
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve(),
    forget: () => Promise.resolve(),
  } as unknown as Vault
  const player = openPlayerService(context, community, vault, { leave: () => Promise.resolve() })
  settings.change({ playerNames: { elsewhere: 'Somebody' } })
  await player.signIn('a-secret')
  expect(start().settings.playerNames).toEqual({ elsewhere: 'Somebody', harbour: 'Jule Petersen' })
  await player.signOut()
  expect(start().settings.playerNames).toEqual({ elsewhere: 'Somebody' })
})
