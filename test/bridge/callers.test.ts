import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { contract } from '../../src-preload/contract/index.ts'

const page = join(import.meta.dirname, '../../src-renderer')

it('has no member that the page never asks', () => {
  const sources = readdirSync(page, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|svelte)$/.test(file))
    .map((file) => readFileSync(join(page, file), 'utf8'))
    .join('\n')
  const members = Object.entries(contract).flatMap(([domain, calls]) =>
    Object.keys(calls).map((name) => `${domain}.${name}`),
  )
  const isCalled = (member: string) => new RegExp(`\\b${member.replace('.', '\\.')}\\b`).test(sources)
  expect(members.filter((member) => !isCalled(member))).toEqual([])
})
