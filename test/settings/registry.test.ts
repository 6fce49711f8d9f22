import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isFailure } from '../../src-preload/contract/failure.ts'
import { openRegistry, profileByHand } from '../../src-main/settings/index.ts'
import { tempDir } from '../support/temp.ts'
import { noLog } from '../support/no-log.ts'

const harbour = profileByHand({ name: 'Harbour', baseUrl: 'https://api.harbour.example/' })

it('keeps added communities, and says which one is chosen', async () => {
  const folder = tempDir()
  const registry = openRegistry(folder, noLog)
  expect(registry.present()).toBeUndefined()
  await registry.add(harbour)
  await registry.choose(harbour.id)
  const again = openRegistry(folder, noLog)
  expect(again.present()).toMatchObject({ id: 'api-harbour-example', baseUrl: 'https://api.harbour.example' })
  await again.choose('demo')
  expect(again.present()).toBeUndefined()
  expect(again.list()).toHaveLength(1)
})

it('never removes the chosen one, and keeps the data of a removed one', async () => {
  const folder = tempDir()
  const registry = openRegistry(folder, noLog)
  await registry.add(harbour)
  await registry.choose(harbour.id)
  expect(() => registry.remove(harbour.id)).toThrow('community-not-removable')
  await registry.choose('demo')
  registry.remove(harbour.id)
  expect(registry.list()).toEqual([])
  expect(readdirSync(join(folder, harbour.id))).toEqual(['profile.json.removed'])
})

it('refuses a file with the ID of a community that is or was kept, but other addresses', async () => {
  const registry = openRegistry(tempDir(), noLog)
  registry.refuseOther(harbour, 'file.json')
  await registry.add(harbour)
  const refused = () => registry.refuseOther({ ...harbour, infoUrl: 'https://bank.example' }, 'file.json')
  expect(refused).toThrow('profile-invalid')
  registry.refuseOther({ ...harbour, name: 'Another name' }, 'file.json')
  registry.remove(harbour.id)
  expect(refused).toThrow('profile-invalid')
})

it('keeps a damaged profile, which may be that of a newer version, when another one takes its place', async () => {
  const folder = tempDir()
  const registry = openRegistry(folder, noLog)
  const path = join(folder, harbour.id, 'profile.json')
  mkdirSync(join(folder, harbour.id))
  writeFileSync(path, '{"version": 2}')
  await registry.add(harbour)
  await registry.add(harbour)
  expect(registry.list()).toEqual([harbour])
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('{"version": 2}')
})

it('outlives damaged files and foreign folders', async () => {
  const folder = tempDir()
  mkdirSync(join(folder, 'broken'))
  writeFileSync(join(folder, 'broken', 'profile.json'), '{')
  mkdirSync(join(folder, 'liar'))
  writeFileSync(join(folder, 'liar', 'profile.json'), JSON.stringify(harbour))
  writeFileSync(join(folder, 'present.json'), '{"present":"../../etc"}')
  const registry = openRegistry(folder, noLog)
  expect(registry.list()).toEqual([])
  expect(() => registry.present()).toThrow('profile-invalid')
  await expect(registry.choose('broken')).rejects.toThrow('profile-invalid')
})

it('says why the chosen community cannot be used: the demo in its place would look like its loss', async () => {
  const folder = tempDir()
  const registry = openRegistry(folder, noLog)
  await registry.add(harbour)
  await registry.choose(harbour.id)
  const path = join(folder, harbour.id, 'profile.json')
  writeFileSync(path, JSON.stringify({ ...harbour, bank: { encoding: 'of a later version' } }))
  const fault = () => {
    try {
      return registry.present()
    } catch (error) {
      return isFailure(error) && error.facts
    }
  }
  expect(fault()).toMatchObject({ path, reason: 'choice', field: 'bank.encoding' })
  writeFileSync(path, JSON.stringify({ ...harbour, id: 'lake' }))
  expect(fault()).toMatchObject({ reason: 'id', field: 'id' })
  await rm(path)
  expect(fault()).toMatchObject({ reason: 'not-there' })
})

it('takes an address without a scheme for https', () => {
  const profile = profileByHand({ name: 'x', baseUrl: 'info.harbour.example/api', infoUrl: 'bank.harbour.example' })
  expect(profile).toMatchObject({
    id: 'info-harbour-example',
    baseUrl: 'https://info.harbour.example/api',
    infoUrl: 'https://bank.harbour.example',
  })
})

it('takes the address of the interface as the service tells it: with its version', () => {
  const typed = ['https://api.harbour.example/v1/', 'api.harbour.example/v1']
  expect(typed.map((baseUrl) => profileByHand({ baseUrl }))).toEqual(typed.map(() => harbour))
  expect(profileByHand({ baseUrl: 'harbour.example/v1/x.json' }).baseUrl).toBe('https://harbour.example/v1/x.json')
})

it('takes no address by hand that is not safe', () => {
  for (const baseUrl of ['http://harbour.example', 'ftp://harbour.example', '', 'https://a:b@harbour.example'])
    expect(() => profileByHand({ name: 'x', baseUrl })).toThrow('profile-invalid')
})

it('what earlier versions kept of a game besides its app id is no recipe any more', async () => {
  const folder = tempDir()
  const registry = openRegistry(folder, noLog)
  await registry.add(profileByHand({ name: 'Harbour', baseUrl: 'https://harbour.example' }))
  const file = join(folder, 'harbour-example', 'profile.json')
  const kept = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...kept, game: { appId: 107410, executables: { linux: ['run'] } } }))
  expect(registry.list()[0]?.game).toEqual({ appId: 107410 })
})

it('a typed address that is too long is refused as an address, also where its host makes the name too long', () => {
  const long = (host: number, path: number) => `https://${'h'.repeat(host)}.example/${'p'.repeat(path)}`
  const wrong = { code: 'profile-invalid', facts: { field: 'baseUrl', reason: 'too-long' } }
  for (const typed of [long(600, 0), long(9, 600)])
    expect(() => profileByHand({ baseUrl: typed })).toThrow(
      expect.objectContaining({ ...wrong, facts: expect.objectContaining(wrong.facts) as unknown }),
    )
  expect(profileByHand({ baseUrl: long(90, 0) }).name).toHaveLength(80)
})
