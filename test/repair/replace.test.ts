import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { partNameOf } from '../../src-main/mods/list/index.ts'
import type { Disk } from '../../src-main/mods/repair/disk.ts'
import { realClock } from '../../src-main/mods/repair/index.ts'
import { copyChecked, type FileTools, moveEntry, replaceFile } from '../../src-main/mods/repair/replace.ts'
import { tempDir } from '../support/temp.ts'
import { digestHere } from './digest-here.ts'
import { realDisk } from './real-disk.ts'
import { read, write } from './support.ts'

type Call = 'link' | 'rename' | 'unlink' | 'copyFile'

/** A folder with a mod's file and a fresh one, and a disk whose calls fail as they are told; after each, the disk itself. */
function place(faults: Partial<Record<Call, string | (() => void)>> = {}, change: Partial<FileTools> = {}) {
  const dir = tempDir()
  write(dir, 'mod/one.pbo', 'former')
  write(dir, 'mod/fresh', 'fresh')
  mkdirSync(join(dir, 'kept'))
  const calls: string[] = []
  const sleeps: number[] = []
  const call =
    (name: Call) =>
    async (...given: never[]) => {
      calls.push(name)
      const fault = faults[name]
      if (typeof fault === 'string') throw Object.assign(new Error(fault), { code: fault })
      fault?.()
      return (realDisk[name] as (...given: never[]) => Promise<void>)(...given)
    }
  const open = ((path: string, flags: string) => {
    if (flags === 'r') calls.push(`sync ${path.slice(dir.length + 1)}`)
    return realDisk.open(path, flags)
  }) as Disk['open']
  const disk = { ...realDisk, open, ...Object.fromEntries(['link', 'rename', 'unlink', 'copyFile'].map((name) => [name, call(name as Call)])) } // prettier-ignore
  let now = 0
  const sleep = (ms: number) => {
    sleeps.push(ms)
    now += ms
    return Promise.resolve()
  }
  const clock = { ...realClock, now: () => now, sleep }
  const signal = new AbortController().signal
  const given = { digestOf: digestHere, lockedForMs: 3000, whoHolds: () => Promise.resolve(null), signal }
  const tools: FileTools = { disk, clock, ...given, ...change }
  const [target, fresh, kept] = [join(dir, 'mod/one.pbo'), join(dir, 'mod/fresh'), join(dir, 'kept/one.pbo')]
  const text = (path: string) => read(dirname(path), path.slice(dirname(path).length + 1))?.toString()
  return { dir, tools, calls, sleeps, target, fresh, kept, text, faults }
}

const kind = (reason: string) => ({ reason: { kind: reason } })
const code = (errno: string) => ({ code: errno })

describe('a file that another program holds', () => {
  it('is tried again at pauses that double up to half a second, until the time is over', async () => {
    const { tools, sleeps, fresh, target, kept } = place({ rename: 'EBUSY' })
    await expect(replaceFile(fresh, target, kept, tools)).rejects.toMatchObject(kind('locked'))
    expect(sleeps).toEqual([25, 50, 100, 200, 400, 500, 500, 500, 500, 500])
  })

  it('is given up at the very end of the time, and not tried after an abort', async () => {
    const end = place({ rename: 'EBUSY' }, { lockedForMs: 25 })
    await expect(replaceFile(end.fresh, end.target, end.kept, end.tools)).rejects.toMatchObject(kind('locked'))
    expect(end.sleeps).toEqual([25])
    const aborted = place({}, { signal: AbortSignal.abort() })
    await expect(replaceFile(aborted.fresh, aborted.target, aborted.kept, aborted.tools)).rejects.toThrow('aborted')
    expect(aborted.calls).not.toContain('rename')
  })

  it.each(['EACCES', 'EPERM'])(
    'is no missing right (%s) where the folder may be written, or a program is named',
    async (errno) => {
      const { tools, dir, fresh, target, kept } = place({ rename: errno })
      await expect(replaceFile(fresh, target, kept, tools)).rejects.toMatchObject(kind('locked'))
      const gone = join(dir, 'gone/two.pbo')
      const denied = { reason: { kind: 'no-permission', errno }, remedy: 'none' }
      await expect(replaceFile(fresh, gone, kept, tools)).rejects.toMatchObject(denied)
      const held = { ...tools, whoHolds: () => Promise.resolve('editor') }
      await expect(replaceFile(fresh, gone, kept, held)).rejects.toMatchObject({ reason: { program: 'editor' } })
    },
  )

  it('is no missing right where the system says that it is busy', async () => {
    const { tools, dir, fresh, kept } = place({ rename: 'EBUSY' })
    await expect(replaceFile(fresh, join(dir, 'gone/two.pbo'), kept, tools)).rejects.toMatchObject(kind('locked'))
  })
})

describe('a file that comes in place of another one while that is held', () => {
  /** A call that fails for the moment; then another program has put a file of its own at `path`. */
  const heldOnce = (world: ReturnType<typeof place>, call: Call, isMeant = () => true) => {
    world.faults[call] = () => {
      if (!isMeant()) return
      world.faults[call] = undefined
      rmSync(world.target, { force: true })
      writeFileSync(world.target, 'theirs')
      throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' })
    }
  }

  it.each([undefined, 'EPERM', 'EXDEV'])('is not replaced by a fresh one (links say %s)', async (link) => {
    const world = place(link ? { link } : {})
    heldOnce(world, 'rename', () => world.text(world.kept) !== undefined)
    const replacing = replaceFile(world.fresh, world.target, world.kept, world.tools)
    await expect(replacing).rejects.toMatchObject(kind('in-the-way'))
    const { text, target, kept, fresh } = world
    expect([text(target), text(kept), text(fresh)]).toEqual(['theirs', 'former', 'fresh'])
  })

  it('is not replaced by a fresh one on a disk that has neither links nor file numbers', async () => {
    const world = place({ link: 'EPERM' })
    const lstat = (async (path: string, options?: { bigint: true }) =>
      Object.assign(await realDisk.lstat(path, options), { ino: options ? 0n : 0 })) as Disk['lstat']
    Object.assign(world.tools.disk, { lstat })
    heldOnce(world, 'rename', () => world.text(world.kept) !== undefined)
    const replacing = replaceFile(world.fresh, world.target, world.kept, world.tools)
    await expect(replacing).rejects.toMatchObject(kind('in-the-way'))
    expect(world.text(world.target)).toBe('theirs')
  })

  it('is not replaced where nothing stood before it', async () => {
    const world = place()
    rmSync(world.target)
    heldOnce(world, 'rename')
    const replacing = replaceFile(world.fresh, world.target, '', world.tools)
    await expect(replacing).rejects.toMatchObject(kind('in-the-way'))
    expect([world.text(world.target), world.text(world.fresh)]).toEqual(['theirs', 'fresh'])
  })

  it.each([undefined, 'EXDEV'])('is not removed with one that is moved away (links say %s)', async (link) => {
    const world = place(link ? { link } : {})
    heldOnce(world, 'unlink', () => world.text(world.kept) !== undefined)
    await expect(moveEntry(world.target, world.kept, world.tools)).rejects.toMatchObject(kind('in-the-way'))
    expect([world.text(world.target), world.text(world.kept)]).toEqual(['theirs', 'former'])
  })
})

describe('the former file', () => {
  it.each([
    [undefined, ['link', 'sync kept', 'rename', 'sync mod']],
    ...['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES', 'EINVAL', 'EISDIR', 'UNKNOWN'].map(
      (link): [string, string[]] => [link, ['link', 'rename', 'sync kept', 'rename', 'sync mod']],
    ),
    ['EXDEV', ['link', 'unlink', 'copyFile', 'rename', 'sync kept', 'rename', 'sync mod']],
  ])('is kept where links say %s, and every step is on the disk before the next', async (link, expected) => {
    const { tools, calls, fresh, target, kept, text } = place(link ? { link } : {}, {
      digestOf: () => Promise.resolve(''),
    })
    await replaceFile(fresh, target, kept, tools)
    expect([text(target), text(kept)]).toEqual(['fresh', 'former'])
    expect(calls).toEqual(expected)
  })

  it('keeps its time and its mode on another disk, and on the way back', async () => {
    const { tools, fresh, target, kept } = place({ link: 'EXDEV' })
    const facts = (path: string) => [statSync(path).mode & 0o777, statSync(path).mtimeMs]
    chmodSync(target, 0o600)
    utimesSync(target, 1_500_000_000, 1_500_000_000)
    const former = facts(target)
    await replaceFile(fresh, target, kept, tools)
    expect(facts(kept)).toEqual(former)
    await moveEntry(target, fresh, tools)
    await moveEntry(kept, target, tools)
    expect(facts(target)).toEqual(former)
  })

  it('that cannot be kept is not replaced', async () => {
    const { tools, fresh, target, kept, text } = place({ link: 'EIO' })
    await expect(replaceFile(fresh, target, kept, tools)).rejects.toMatchObject(code('EIO'))
    expect(text(target)).toBe('former')
  })

  it('is never kept over another one', async () => {
    for (const link of ['EPERM', 'EXDEV']) {
      const { tools, fresh, target, kept, text } = place({ link })
      writeFileSync(kept, 'another')
      await expect(replaceFile(fresh, target, kept, tools)).rejects.toMatchObject(kind('in-the-way'))
      expect([text(target), text(kept)]).toEqual(['former', 'another'])
      await expect(moveEntry(target, kept, tools)).rejects.toMatchObject(kind('in-the-way'))
      expect([text(target), text(kept)]).toEqual(['former', 'another'])
    }
  })

  it('that was copied is told from one that came to its place meanwhile', async () => {
    for (const [deed, left] of [
      [() => undefined, undefined],
      [(path: string) => utimesSync(path, 1, 1), 'former'],
      [(path: string) => (rmSync(path), writeFileSync(path, 'later')), 'former'],
      [(path: string) => rmSync(path), 'former'],
    ] as const) {
      const world = place({ link: 'EXDEV' })
      world.faults.rename = () => {
        if (world.text(world.kept) === undefined) return // the copy's own name
        deed(world.target)
        throw Object.assign(new Error('EIO'), { code: 'EIO' })
      }
      await expect(replaceFile(world.fresh, world.target, world.kept, world.tools)).rejects.toMatchObject(code('EIO'))
      expect(world.text(world.kept)).toBe(left)
    }
  })

  it('that was moved comes back, but not over what came to its place', async () => {
    for (const [later, ...expected] of [
      [undefined, 'former', undefined],
      ['later', 'later', 'former'],
    ]) {
      const world = place({ link: 'EPERM' })
      world.faults.rename = () => {
        if (world.text(world.target) !== undefined || world.faults.rename === undefined) return
        world.faults.rename = undefined
        if (later !== undefined) writeFileSync(world.target, later)
        throw Object.assign(new Error('EIO'), { code: 'EIO' })
      }
      await expect(replaceFile(world.fresh, world.target, world.kept, world.tools)).rejects.toMatchObject(code('EIO'))
      expect([world.text(world.target), world.text(world.kept)]).toEqual(expected)
    }
  })

  it('that has a second name loses it only while it still stands there', async () => {
    for (const later of [undefined, 'later']) {
      const world = place()
      world.faults.rename = () => {
        if (later !== undefined) {
          rmSync(world.target)
          writeFileSync(world.target, later)
        }
        throw Object.assign(new Error('EIO'), { code: 'EIO' })
      }
      await expect(replaceFile(world.fresh, world.target, world.kept, world.tools)).rejects.toMatchObject(code('EIO'))
      expect(world.text(world.kept)).toBe(later && 'former')
    }
  })
})

describe('what is moved', () => {
  it('is moved for any reason but that of another volume alone, and told otherwise', async () => {
    const { tools, target, kept, text } = place({ link: 'EIO' })
    await expect(moveEntry(target, kept, tools)).rejects.toMatchObject(code('EIO'))
    expect([text(target), text(kept)]).toEqual(['former', undefined])
    const folder = place({ rename: 'EIO' })
    const empty = join(folder.dir, 'empty')
    mkdirSync(empty)
    await expect(moveEntry(empty, folder.kept, folder.tools)).rejects.toMatchObject(code('EIO'))
    expect(readdirSync(folder.dir)).toContain('empty')
  })

  it('a folder with a file deep in it is not moved', async () => {
    const { tools, dir, kept, text, calls } = place()
    write(dir, 'full/deep/mine', 'mine')
    await expect(moveEntry(join(dir, 'full'), kept, tools)).rejects.toMatchObject(kind('in-the-way'))
    expect([text(join(dir, 'full/deep/mine')), calls]).toEqual(['mine', []])
  })

  it('an empty folder comes back where the file cannot take its place', async () => {
    const world = place()
    rmSync(world.target)
    mkdirSync(join(world.target, 'inner'), { recursive: true })
    world.faults.rename = () => {
      if (existsSync(world.target) || world.faults.rename === undefined) return
      world.faults.rename = undefined
      throw Object.assign(new Error('EIO'), { code: 'EIO' })
    }
    await expect(replaceFile(world.fresh, world.target, world.kept, world.tools)).rejects.toMatchObject(code('EIO'))
    expect(readdirSync(world.target)).toEqual(['inner'])
  })

  it('is on the disk before it counts, also where nothing stood', async () => {
    const { tools, target, fresh, kept, calls } = place()
    await moveEntry(target, kept, tools)
    await replaceFile(fresh, target, '', tools)
    expect(calls).toEqual(['link', 'unlink', 'sync kept', 'rename', 'sync mod'])
  })

  it('an empty folder is never moved over another one', async () => {
    const { tools, dir, kept } = place()
    mkdirSync(join(dir, 'empty'))
    mkdirSync(kept)
    await expect(moveEntry(join(dir, 'empty'), kept, tools)).rejects.toMatchObject(kind('in-the-way'))
  })

  it('across volumes counts as a copy only while both are equal and the first is as it was', async () => {
    const world = place()
    await copyChecked(world.target, world.kept, world.tools)
    expect([world.text(world.target), world.text(world.kept)]).toEqual(['former', 'former'])
    expect(world.calls).toEqual(['unlink', 'copyFile', 'rename', 'sync kept'])
    let turn = 0
    const digests = {
      other: () => Promise.resolve(String(turn++)),
      touched: (path: string) => (utimesSync(path, 1, 1), Promise.resolve('')),
      longer: (path: string) => {
        const { atime, mtime } = statSync(path)
        writeFileSync(path, 'longer than before')
        utimesSync(path, atime, mtime)
        return Promise.resolve('')
      },
    }
    for (const digestOf of Object.values(digests)) {
      const { tools, target, kept, text, dir } = place({}, { digestOf })
      utimesSync(target, 7, 7)
      await expect(copyChecked(target, kept, tools)).rejects.toMatchObject(kind('memory-or-disk'))
      expect([text(kept), readdirSync(join(dir, 'kept'))]).toEqual([undefined, []])
    }
  })

  it('as a part is copied in its own place', async () => {
    const { tools, target, dir, calls } = place()
    await copyChecked(target, join(dir, 'kept', partNameOf('one.pbo')), tools)
    expect(calls).toEqual(['unlink', 'copyFile', 'sync kept'])
  })
})
