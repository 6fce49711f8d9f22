import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { badPaths } from './bad-paths.ts'
import { makeGame, place, resultsOf } from './game.ts'
import { hasLinks, hasPipes, tellsCaseApart } from '../support/system.ts'

describe('every listed file ends in one result', () => {
  it.skipIf(!hasPipes)('whatever stands on disk, pipes and sockets too', async () => {
    const game = makeGame()
    for (const name of [
      'ok',
      'gone',
      'short',
      'rotten',
      'folder',
      'pipe',
      'socket',
      'linked',
      'out',
      'loop',
      'dangling',
    ])
      game.add(`@Mod/${name}`)
    game.add('@Mod/empty', Buffer.alloc(0))
    game.add('@Mod/sha1', randomBytes(9), 'sha1')
    game.add('@Mod/sha256', randomBytes(9), 'sha256')
    game.rows.push({ RelativPath: '@Mod/ok2', Hash: 'abc', Size: 1 })
    game.rows.push(
      { RelativPath: '@Mod/../x', Hash: 'a'.repeat(32), Size: 1 },
      { RelativPath: 7, Hash: null, Size: {} },
    )
    const at = (name: string) => join(game.dir, '@Mod', name)
    for (const name of ['gone', 'folder', 'pipe', 'socket', 'linked', 'out', 'loop', 'dangling'])
      renameSync(at(name), at(`${name}.was`))
    truncateSync(at('short'), 3)
    const bytes = readFileSync(at('rotten'))
    bytes[50] = (bytes[50] ?? 0) ^ 1
    writeFileSync(at('rotten'), bytes)
    mkdirSync(join(at('folder'), 'with', 'folders'), { recursive: true })
    execFileSync('mkfifo', [at('pipe')])
    const server = createServer().listen(at('socket'))
    onTestFinished(() => void server.close())
    symlinkSync('linked.was', at('linked'))
    symlinkSync('/etc/hostname', at('out'))
    symlinkSync('loop', at('loop'))
    symlinkSync('nowhere', at('dangling'))
    const results = await resultsOf(game.verify())
    expect(results).toMatchObject({
      '@Mod/gone': ['missing', null],
      '@Mod/short': ['wrong-size', 3],
      '@Mod/rotten': ['wrong-hash', expect.stringMatching(/^[0-9a-f]{32}$/)],
      '@Mod/folder': ['unreadable', 'EISDIR'],
      '@Mod/pipe': ['unreadable', 'EFTYPE'],
      '@Mod/socket': ['unreadable', 'EFTYPE'],
      '@Mod/out': ['unsafe-path', 'link-outside'],
      '@Mod/loop': ['unreadable', 'ELOOP'],
      '@Mod/dangling': ['missing', null],
      '@Mod/ok2': ['unsupported-hash', null],
      '@Mod/../x': ['unsafe-path', 'dot-dot'],
      '': ['unsafe-path', 'not-a-path'],
      '@Mod/gone.was': ['extra', 100],
    })
    for (const sound of ['ok', 'linked', 'empty', 'sha1', 'sha256']) expect(results).not.toHaveProperty(`@Mod/${sound}`)
    const done = await game.verify()
    if (!done.trusted) throw new Error()
    const { extra, ...listed } = done.counts
    expect(Object.values(listed).reduce((sum, count) => sum + count, 0)).toBe(game.rows.length)
    expect(extra).toBe(done.problems.filter(({ result }) => result === 'extra').length)
  })

  it('all bad paths of the corpus, and none of them is ever touched', async () => {
    const game = makeGame()
    game.add('@Mod/ok')
    const all = badPaths.flatMap(({ paths }) => paths)
    for (const path of all) game.rows.push({ RelativPath: path, Hash: 'a'.repeat(32), Size: 0 })
    const done = await game.verify()
    if (!done.trusted) throw new Error()
    expect(done.counts).toMatchObject({ ok: 1, 'unsafe-path': all.length, missing: 0, extra: 0 })
    expect(done.result).toBe('damaged')
  })

  it.skipIf(!tellsCaseApart)('a spelling that differs by case or normal form', async () => {
    const game = makeGame()
    for (const path of ['@Mod/addons/a.pbo', '@Mod/Data/deep/b.pbo', '@Mod/Ärger.txt', '@Mod/both']) game.add(path)
    renameSync(join(game.dir, '@Mod/addons/a.pbo'), join(game.dir, '@Mod/addons/A.PBO'))
    renameSync(join(game.dir, '@Mod/Data'), join(game.dir, '@Mod/data'))
    renameSync(join(game.dir, '@Mod/Ärger.txt'), join(game.dir, '@Mod/A\u0308rger.txt'))
    place(game.dir, '@Mod/BOTH', Buffer.from('another'))
    expect(await resultsOf(game.verify())).toEqual({
      '@Mod/addons/a.pbo': ['case-differs', '@Mod/addons/A.PBO'],
      '@Mod/Data/deep/b.pbo': ['case-differs', '@Mod/data/deep/b.pbo'],
      '@Mod/Ärger.txt': ['case-differs', '@Mod/A\u0308rger.txt'],
      '@Mod/BOTH': ['extra', 7],
    })
    renameSync(join(game.dir, '@Mod'), join(game.dir, '@mod'))
    expect(await resultsOf(game.verify('quick'))).toMatchObject({ '@Mod/both': ['case-differs', '@mod/both'] })
  })

  it('two entries that a disk may take for one, neither of them extra', async () => {
    const game = makeGame()
    game.add('@Mod/ok')
    game.add('@Mod/Twin')
    game.add('@Mod/twin')
    expect(await resultsOf(game.verify())).toEqual({
      '@Mod/Twin': ['unsafe-path', 'duplicate'],
      '@Mod/twin': ['unsafe-path', 'duplicate'],
    })
  })

  it('all missing where there is no mod folder', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    rmSync(join(game.dir, '@Mod'), { recursive: true })
    expect(await resultsOf(game.verify())).toEqual({ '@Mod/a': ['missing', null] })
  })
})

describe('files that change while they are checked', () => {
  it('end in a result each, and nothing hangs', async () => {
    const game = makeGame()
    for (let n = 0; n < 40; n++) game.add(`@Mod/f${n}`, randomBytes(n % 4 === 0 ? 3 << 20 : 5000))
    let n = 0
    const done = await game.verify('full', {
      onProgress() {
        const path = join(game.dir, `@Mod/f${(n += 7) % 40}`)
        try {
          if (n % 3 === 0) rmSync(path)
          else if (n % 3 === 1) appendFileSync(path, 'x')
          else renameSync(path, `${path}.new`)
        } catch {
          // gone already
        }
      },
    })
    if (!done.trusted) throw new Error()
    const { extra: _, ...listed } = done.counts
    expect(Object.values(listed).reduce((sum, count) => sum + count, 0)).toBe(40)
  })
})

const cacheOf = ({ cacheDir }: { cacheDir: string }) =>
  join(cacheDir, readdirSync(cacheDir).find((name) => name.endsWith('.digests')) ?? '')

describe('the quick check', () => {
  it('hashes only a sample when nothing has changed, and what has', async () => {
    const game = makeGame()
    for (let n = 0; n < 200; n++) game.add(`@Mod/f${n}`, randomBytes(1000))
    await game.verify('full')
    const unchanged = await game.verify('quick')
    expect(unchanged).toMatchObject({ result: 'ready', bytesHashed: 64_000, counts: { ok: 200 } })
    const path = join(game.dir, '@Mod/f17')
    writeFileSync(path, randomBytes(1000))
    expect(await resultsOf(game.verify('quick', { random: () => 0 }))).toEqual({
      '@Mod/f17': ['wrong-hash', expect.any(String)],
    })
    expect(await resultsOf(game.verify('quick', { random: () => 0 }))).toHaveProperty(['@Mod/f17'])
  })

  it('sees whatever is different from the last time in a mod that was whole', async () => {
    const game = makeGame()
    for (let n = 0; n < 30; n++) game.add(`@Mod/${n % 2 ? 'addons/' : ''}f${n}`)
    await game.verify('full')
    const at = (path: string) => join(game.dir, '@Mod', path)
    const quick = () => resultsOf(game.verify('quick', { random: () => 0 }))
    expect(await quick()).toEqual({})
    renameSync(at('addons/f7'), at('addons/G7'))
    expect(await quick()).toEqual({ '@Mod/addons/f7': ['missing', null], '@Mod/addons/G7': ['extra', 100] })
    renameSync(at('addons/G7'), at('addons/f7'))
    expect(await quick()).toEqual({})
    mkdirSync(at('addons/new'))
    expect(await quick()).toEqual({})
    writeFileSync(at('addons/new/x'), 'x')
    if (hasLinks) symlinkSync(tmpdir(), at('link'))
    const link = hasLinks ? { '@Mod/link': ['extra', expect.any(Number)] } : {}
    expect(await quick()).toEqual({ '@Mod/addons/new/x': ['extra', 1], ...link })
    if (hasLinks) unlinkSync(at('link'))
    rmSync(at('addons/new'), { recursive: true })
    expect(await quick()).toEqual({})
    game.rows.push({ RelativPath: '@Mod\\addons\\gone', Hash: 'a'.repeat(32), Size: 1 })
    for (let time = 0; time < 2; time++) expect(await quick()).toEqual({ '@Mod/addons/gone': ['missing', null] })
    renameSync(join(game.dir, '@Mod'), join(game.dir, '@Old'))
    expect(Object.keys(await quick())).toHaveLength(31)
  })

  it('tells what its sample finds in a mod that seems unchanged', async () => {
    const game = makeGame()
    for (let n = 0; n < 70; n++) game.add(`@Mod/f${n}`)
    await game.verify('full')
    const spoil = () => {
      writeFileSync(join(game.dir, '@Mod/f0'), randomBytes(100)) // after its stat was seen
      return 0
    }
    const done = await game.verify('quick', { random: spoil })
    expect(done).toMatchObject({ result: 'damaged', counts: { ok: 69, 'wrong-hash': 1 } })
    if (!done.trusted) throw new Error()
    expect(done.filesListed).toBe(70)
    expect(await resultsOf(game.verify('quick'))).toHaveProperty(['@Mod/f0'])
  })

  it('sees a change of equal size whose time was set back', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    await game.verify('full')
    const path = join(game.dir, '@Mod/a')
    const { atime, mtime } = statSync(path)
    writeFileSync(path, randomBytes(100))
    utimesSync(path, atime, mtime)
    expect(await resultsOf(game.verify('quick'))).toHaveProperty(['@Mod/a'])
  })

  it.skipIf(!hasLinks)('reads files through a link to a folder with a name that no list may have', async () => {
    const game = makeGame()
    for (const name of ['a', 'b']) game.add(`@Mod/addons/${name}`)
    renameSync(join(game.dir, '@Mod/addons'), join(game.dir, '@Mod/odd;name'))
    symlinkSync('odd;name', join(game.dir, '@Mod/addons'))
    for (const tier of ['full', 'quick', 'quick'] as const) expect(await resultsOf(game.verify(tier))).toEqual({})
  })

  it('writes its cache only where it found something new', async () => {
    const game = makeGame()
    for (let n = 0; n < 3; n++) game.add(`@Mod/f${n}`)
    await game.verify('full')
    const written = () => statSync(cacheOf(game)).ino // each writing makes a file of its own
    const first = written()
    await game.verify('quick')
    expect(written()).toBe(first)
    rmSync(join(game.dir, '@Mod/f1'))
    await game.verify('quick')
    expect(written()).not.toBe(first)
  })

  it('believes no damaged cache', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    await game.verify('full')
    const cache = cacheOf(game)
    const bytes = readFileSync(cache)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    writeFileSync(cache, bytes)
    expect(await game.verify('quick')).toMatchObject({ result: 'ready', bytesHashed: 100 })
  })
})

describe('the full check', () => {
  it('believes no cache: rot without a trace is found', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    await game.verify('full')
    expect(await game.verify('full')).toMatchObject({ bytesHashed: 100 })
  })

  it('stops in the middle of a file and hands back nothing half-done', async () => {
    const game = makeGame()
    const size = 4 * 2 ** 30 // sparse; takes far longer than it is until the first word of progress
    game.add('@Mod/big', Buffer.alloc(0))
    truncateSync(join(game.dir, '@Mod/big'), size)
    Object.assign(game.rows[0] ?? {}, { Size: size })
    const control = new AbortController()
    let seen = 0
    const reason = new Error('enough')
    const end = await game
      .verify('full', {
        signal: control.signal,
        onProgress({ bytesDone }) {
          seen = bytesDone
          if (bytesDone > 0) control.abort(reason)
        },
      })
      .catch((error: unknown) => error)
    expect(end).toBe(reason)
    expect(seen).toBeLessThan(size)
  })

  it('a quick check counts the bytes that it reads, not those that it knows', async () => {
    const game = makeGame()
    for (let at = 0; at < 100; at++) game.add(`@Mod/${at}`, randomBytes(10))
    await game.verify('full')
    const told: [number, number][] = []
    await game.verify('quick', { onProgress: ({ bytesDone, bytesTotal }) => void told.push([bytesDone, bytesTotal]) })
    expect(told[0]).toEqual([0, 640]) // its sample of 64 files
    expect(told.at(-1)).toEqual([640, 640])
  })

  it('pauses in the middle of a file and goes on without reading anything twice', async () => {
    const game = makeGame()
    const size = 512 << 20 // sparse; takes many times as long as progress waits between two words
    game.add('@Mod/big', Buffer.alloc(0))
    truncateSync(join(game.dir, '@Mod/big'), size)
    Object.assign(game.rows[0] ?? {}, { Size: size, Hash: 'aa559b4e3523a6c931f08f4df52d58f2' })
    let pause = () => undefined as void
    let resume = pause
    const marks: number[] = []
    const rates: number[] = []
    const done = await game.verify('full', {
      onStart(setPaused) {
        pause = () => setPaused(true)
        resume = () => setPaused(false)
      },
      onProgress({ bytesDone, bytesPerSecond }) {
        if (bytesDone > 0 && marks.length === 0) pause()
        if (bytesDone === 0 || marks.length > 3) return
        marks.push(bytesDone)
        rates.push(bytesPerSecond)
        if (marks.length === 4) resume()
      },
    })
    expect(rates.slice(1)).toEqual([0, 0, 0])
    expect(done).toMatchObject({ result: 'ready', bytesHashed: size })
    expect(marks[3]).toBe(marks[2])
  })
})
