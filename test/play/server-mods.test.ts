import { expect, it } from 'vitest'
import { modsOfServer, type ListedMod } from '../../src-preload/contract/server-mods.ts'

const mod = (id: number, folder: string, more: Partial<ListedMod> = {}): ListedMod => ({
  ...{ id, name: folder, folder, active: true, hasFiles: true },
  ...more,
})
const mods = [mod(5, '@Harbour'), mod(6, '@Maps'), mod(7, '@Sounds', { hasFiles: false })]
const of = (modId: number | null, startParameters: string, list = mods) =>
  modsOfServer({ modId, startParameters }, list)

it.each([
  ['its own mod first', 5, '@Maps;@Harbour', [5, 6]],
  ['a mod that only its start parameters name, in any case', null, '-mod=@MAPS', [6]],
  ['its own mod where its start parameters name none', 5, '', [5]],
  ['its own mod although the list does not have it', 9, '@Harbour', [9, 5]],
  ['no mod of its own without files', 7, '@Harbour', [5]],
  ['each mod once', 5, '@Harbour; @harbour ;', [5]],
  ['no mod of others, of the workshop, or without files', null, '@CUP;!Workshop\\@Maps;@Sounds;', []],
] as const)('a server loads %s', (_, modId, startParameters, ids) => {
  expect(of(modId, startParameters)).toEqual(ids)
})

it('of two mods with one folder, a server loads its own, or the one in use', () => {
  const twice = [mod(1, '@Maps', { active: false }), mod(2, '@Maps'), mod(3, '@maps')]
  expect([of(1, '@Maps', twice), of(2, '@Maps', twice)]).toEqual([[1], [2]])
  expect(of(null, '@Maps', twice.slice(0, 2).reverse())).toEqual([2])
})
