import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProfiles } from '../../src-main/play/installs/find.ts'
import { recipeOf } from '../../src-main/settings/index.ts'
import { tempDir } from '../support/temp.ts'

const game = recipeOf({ appId: 107410 })

test("the game's profiles are found in the documents and in Proton's, by the names that the player gave them", async () => {
  const [documents, steamapps] = [tempDir(), tempDir()]
  const proton = join(steamapps, 'compatdata/107410/pfx/drive_c/users/steamuser/Documents')
  for (const [folder, names] of [
    [documents, ['Ada', 'Moin%20e%2e%20V%2e', '100%']],
    [proton, ['Ada', 'Bo', 'x'.repeat(65)]],
  ] as const) {
    for (const name of names) mkdirSync(join(folder, 'Arma 3 - Other Profiles', name), { recursive: true })
    writeFileSync(join(folder, 'Arma 3 - Other Profiles', 'a file'), '')
  }
  const gameDir = join(steamapps, 'common/Arma 3')
  expect(await findProfiles({ game, gameDir, documents })).toEqual(['Ada', 'Bo', 'Moin e. V.'])
  expect(await findProfiles({ game, gameDir, documents: undefined })).toEqual(['Ada', 'Bo'])
  expect(await findProfiles({ game, gameDir: undefined, documents: join(documents, 'none') })).toEqual([])
})
