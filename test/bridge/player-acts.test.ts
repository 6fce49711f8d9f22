import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { createServer, type PlayerActs } from '../../src-main/bridge/index.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { call, job, topic, type DomainHandlers } from '../../src-preload/contract/members.ts'
import type { Proposal } from '../../src-preload/contract/player-act.ts'
import { tempDir } from '../support/temp.ts'
import { codeOf, gate, noActs } from './support.ts'

const contract = {
  money: {
    pay: call<string>()('player', v.undefined()),
    ask: call<string>()('player', v.undefined()),
    either: call<string>()('player', v.undefined()),
    link: call<string>()('player', v.undefined()),
    folder: call<string>()('player', v.undefined()),
    save: call<string>()('player', v.undefined()),
    look: call<string>()('reads', v.undefined()),
  },
}
type Handlers = DomainHandlers<(typeof contract)['money']>
const question = { kind: 'external-link', url: 'https://example.org/' } as const
const page = { id: 7, send: () => undefined }

/** A server whose player acts as told; `done` has what was carried out. */
function open(acts: Partial<PlayerActs> = {}, save: (path: string) => Promise<string> | string = String) {
  const done: string[] = []
  const over = new AbortController()
  const carry = (what: string) => {
    done.push(what)
    return what
  }
  const money: Handlers = {
    pay: () => ({ question, over: over.signal, yes: () => carry('pay'), no: () => void done.push('not paid') }),
    ask: () => ({ question, yes: () => carry('ask') }),
    either: () => ({ question, yes: () => carry('one'), other: () => carry('other') }),
    link: () => ({ pressOr: question, yes: () => carry('link') }),
    folder: () => ({ dialog: 'folder', taken: async (path) => carry(await save(path)) }),
    save: () => ({ dialog: 'save', taken: save }),
    look: () => 'seen',
  }
  const server = createServer(contract, { money: () => money }, () => 'incident', { ...noActs, ...acts })
  const ask = (name: string) => server.invoke(page, `money/${name}`, name, undefined)
  return { ask, done, over, server }
}

it('does nothing of what needs the player where the player does nothing', async () => {
  const asked: unknown[] = []
  const { ask, done } = open({ ask: (of) => Promise.resolve(asked.push(of) < 0) })
  for (const name of ['pay', 'ask', 'link', 'folder']) expect(codeOf(await ask(name))).toBe('cancelled')
  expect(asked).toEqual([question, question, question])
  expect(done).toEqual(['not paid'])
  expect(await ask('look')).toEqual({ ok: true, value: 'seen' })
})

it('carries out what the player said yes to, pressed for or picked', async () => {
  const yes = open({ ask: () => Promise.resolve(true) })
  for (const name of ['pay', 'ask', 'link']) expect(await yes.ask(name)).toEqual({ ok: true, value: name })
  const presses = [7]
  const pressed = open({ keepPress: (id) => () => presses.splice(presses.indexOf(id) >>> 0, 1).length > 0 })
  expect(await pressed.ask('link')).toEqual({ ok: true, value: 'link' })
  expect(codeOf(await pressed.ask('link'))).toBe('cancelled') // one press, one link
  expect(codeOf(await open({ keepPress: () => () => true }).ask('pay'))).toBe('cancelled') // a press is no yes
  const picked = open({ pick: () => Promise.resolve('/games/x') })
  expect(await picked.ask('folder')).toEqual({ ok: true, value: '/games/x' })
})

it('does nothing that was cancelled while it was prepared', async () => {
  const [begun, prepared] = [gate(), gate()]
  const done: string[] = []
  const look = async () => {
    begun.open()
    await prepared.opened
    return { pressOr: question, yes: () => String(done.push('link')) }
  }
  const only = { money: { look: call<string>()('player', v.undefined()) } }
  const acts = { ...noActs, keepPress: () => () => true }
  const server = createServer(only, { money: () => ({ look }) }, () => 'incident', acts)
  const running = server.invoke(page, 'money/look', '1', undefined)
  await begun.opened
  server.cancel(page, '1')
  prepared.open()
  expect([codeOf(await running), done]).toEqual(['cancelled', []])
})

it('carries out the other yes only where there is one', async () => {
  const { ask, done } = open({ ask: () => Promise.resolve('other') })
  expect(await ask('either')).toEqual({ ok: true, value: 'other' })
  for (const name of ['pay', 'ask', 'link']) expect(codeOf(await ask(name))).toBe('cancelled')
  expect(done).toEqual(['other', 'not paid'])
  expect(await open({ ask: () => Promise.resolve(true) }).ask('either')).toEqual({ ok: true, value: 'one' })
})

it('tells a file that could not be written by its name, and any other fault as the fault that it is', async () => {
  const path = join(tempDir(), 'gone', 'receipt.pdf')
  const save = (saving: (path: string) => Promise<void>, name = 'save') =>
    open({ pick: () => Promise.resolve(path) }, (at) => saving(at).then(() => at)).ask(name)
  expect(await save((at) => writeFile(at, ''))).toMatchObject({
    failure: { code: 'file-not-saved', facts: { name: 'receipt.pdf', errno: 'ENOENT' } },
  })
  expect(codeOf(await save(() => Promise.reject(new Failure('money-locked', {}))))).toBe('money-locked')
  expect(codeOf(await save(() => Promise.reject(new Error('not printed'))))).toBe('bug')
  expect(codeOf(await save((at) => writeFile(at, ''), 'folder'))).toBe('bug') // nothing was to be saved there
})

it.each(['page has gone', 'subject is over'])('closes a question whose %s: that is a no', async (why) => {
  const shown = gate()
  const { ask, done, over, server } = open({
    ask: (_question, signal) =>
      new Promise((answer) => {
        signal?.addEventListener('abort', () => answer(false))
        shown.open()
      }),
  })
  const asking = ask('pay')
  await shown.opened
  if (why === 'page has gone') server.forget(page)
  else over.abort()
  expect(codeOf(await asking)).toBe('cancelled')
  expect(done).toEqual(['not paid'])
})

it('takes a question that could not be shown for a no', async () => {
  const { ask, done } = open({ ask: () => Promise.reject(new Error('no window')) })
  expect(codeOf(await ask('pay'))).toBe('bug')
  expect(done).toEqual(['not paid'])
})

it('does not compile without a class, nor with a handler that works before the player has acted', () => {
  // @ts-expect-error a member says what it may bring about
  const unclassed = call<string>()(v.undefined())
  // @ts-expect-error so does a job
  const work = job<never, string>()(v.undefined())
  const free: Handlers = {
    // @ts-expect-error an answer, where only a proposal may come
    pay: () => 'paid',
    ask: () => ({ question, yes: () => '' }),
    link: (): Proposal<string> => ({ pressOr: question, yes: () => '' }),
    folder: () => ({ dialog: 'folder', taken: () => '' }),
    save: () => ({ dialog: 'save', taken: () => '' }),
    look: () => '',
  }
  void [unclassed, work, free]
  expect(topic<string>().access).toBe('reads')
})
