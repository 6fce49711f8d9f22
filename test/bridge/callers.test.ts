import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { contract } from '../../src-preload/contract/index.ts'

const root = join(import.meta.dirname, '../..')

it('has no member that the page never asks', () => {
  const inPage = readdirSync(join(root, 'src-renderer'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|svelte)$/.test(file))
    .map((file) => join('src-renderer', file))
  // the preload asks for a page that does not come alive
  const sources = [...inPage, 'src-preload/page-failure.ts']
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const members = Object.entries(contract).flatMap(([domain, calls]) =>
    Object.keys(calls).map((name) => `${domain}.${name}`),
  )
  const isCalled = (member: string) => new RegExp(`\\b${member.replace('.', '[./]')}\\b`).test(sources)
  expect(members.filter((member) => !isCalled(member))).toEqual([])
})
