import { describe, expect, it } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import { codeOf, connect, failureOf, gate, untilAborted } from './support.ts'

describe('a job', () => {
  it('reports, answers, then is silent', async () => {
    let late: (progress: { doneBytes: number }) => void = () => undefined
    const { client, listening, sent } = connect({
      install: (_input, { report }) => {
        late = report
        report({ doneBytes: 1 })
        return Promise.resolve({ files: 3 })
      },
    })
    const seen: number[] = []
    const answer = await client.files.install({ folder: 'a' }, { onProgress: (now) => seen.push(now.doneBytes) })
    expect(answer).toEqual({ files: 3 })
    expect(seen).toEqual([1])
    expect(listening()).toBe(0)
    late({ doneBytes: 2 })
    expect(sent).toHaveLength(1)
  })

  it('hears a cancel, and the page gets `cancelled`', async () => {
    let heard = false
    const { client } = connect({
      install: async (_input, { signal, report }) => {
        report({ doneBytes: 1 })
        await untilAborted(signal)
        heard = true
        signal.throwIfAborted()
        return { files: 0 }
      },
    })
    const control = new AbortController()
    const running = client.files.install({ folder: 'a' }, { signal: control.signal, onProgress: () => control.abort() })
    expect((await failureOf(running)).code).toBe('cancelled')
    expect(heard).toBe(true)
  })

  it('hears a cancel that comes in the same tick as the question', async () => {
    const started = gate()
    const { client } = connect({
      install: async (_input, { signal }) => {
        await started.opened
        signal.throwIfAborted()
        return { files: 0 }
      },
    })
    const control = new AbortController()
    const running = client.files.install({ folder: 'a' }, { signal: control.signal })
    control.abort()
    started.open()
    expect((await failureOf(running)).code).toBe('cancelled')
  })

  it('is not asked at all when it was cancelled before', async () => {
    let asked = 0
    const { client } = connect({ install: () => Promise.resolve({ files: ++asked }) })
    await expect(client.files.install({ folder: 'a' }, { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(asked).toBe(0)
  })

  it('is aborted when its window goes, and no other window’s', async () => {
    const { opened, open } = gate()
    const begun: AbortSignal[] = []
    const { client, server, caller } = connect({
      install: async (_input, { signal }) => {
        if (begun.push(signal) === 2) open()
        await untilAborted(signal)
        signal.throwIfAborted()
        return { files: 0 }
      },
    })
    const running = client.files.install({ folder: 'a' })
    const others = server.invoke({ ...caller, id: 11 }, 'files/install', 'b', { folder: 'b' })
    await opened
    server.forget(caller)
    expect((await failureOf(running)).code).toBe('cancelled')
    expect(begun.map((signal) => signal.aborted)).toEqual([true, false])
    server.forget({ id: 11 })
    expect(codeOf(await others)).toBe('cancelled')
  })

  it('ends as failed, with the reason, when main fails around it', async () => {
    const { opened, open } = gate()
    const { client, server, notes } = connect({
      install: async (_input, { signal }) => {
        open()
        await untilAborted(signal)
        throw new DOMException('as a library tells an abort', 'AbortError')
      },
    })
    const running = client.files.install({ folder: 'a' })
    await opened
    server.fail(new Failure('work-ended', { incident: 'N1' }))
    expect(await failureOf(running)).toMatchObject({ code: 'work-ended', facts: { incident: 'N1' } })
    expect(notes).toEqual([])
    expect(await client.files.count({ folder: 'abc' })).toEqual({ files: 3 })
  })

  it('sends no progress once it is aborted', async () => {
    const started = gate()
    const { client, sent } = connect({
      install: async (_input, { signal, report }) => {
        started.open()
        await untilAborted(signal)
        report({ doneBytes: 9 })
        return { files: 0 }
      },
    })
    const control = new AbortController()
    const running = client.files.install({ folder: 'a' }, { signal: control.signal, onProgress: () => undefined })
    await started.opened
    control.abort()
    await running
    expect(sent).toEqual([])
  })

  it('keeps a failure and its facts', async () => {
    const { client, notes } = connect({
      install: () => Promise.reject(new Failure('settings-not-saved', { errno: 'ENOSPC' })),
    })
    const failure = await failureOf(client.files.install({ folder: 'a' }))
    expect(failure.is('settings-not-saved') && failure.facts.errno).toBe('ENOSPC')
    expect(notes).toEqual([])
  })

  it('turns anything unexpected into an incident whose detail stays in main', async () => {
    const { client, notes } = connect({
      install: () => {
        throw new TypeError('secret detail')
      },
    })
    const failure = await failureOf(client.files.install({ folder: 'a' }))
    expect(failure).toMatchObject({ code: 'bug', facts: { incident: 'incident-1' } })
    expect(JSON.stringify(failure)).not.toContain('secret detail')
    expect(String(notes[0])).toContain('secret detail')
  })
})
