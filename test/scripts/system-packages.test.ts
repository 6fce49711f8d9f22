import { describe, expect, it } from 'vitest'
import { choosePackages, LIBRARIES, notFound, notListed, offered } from '../../scripts/lib/system-packages.mjs'

describe('what the system lacks', () => {
  it('is read from ldd', () => {
    const text =
      '\tlinux-vdso.so.1 (0x0)\n\tlibnss3.so => not found\n\tlibc.so.6 => /lib/libc.so.6 (0x1)\n\tlibgbm.so.1 => not found\n'
    expect(notFound(text)).toEqual(['libnss3.so', 'libgbm.so.1'])
  })

  it('is read from ldconfig, unless ldconfig said nothing', () => {
    const text = '2 libs found in cache\n\tlibgtk-3.so.0 (libc6,x86-64) => /lib/libgtk-3.so.0\n'
    expect(notListed(text, ['libgtk-3.so.0', 'libnotify.so.4'])).toEqual(['libnotify.so.4'])
    expect(notListed('', ['libgtk-3.so.0'])).toEqual([])
  })
})

describe('the packages to install', () => {
  const policy = `libasound2:
  Installed: (none)
  Candidate: (none)
  Version table:
libasound2t64:
  Installed: (none)
  Candidate: 1.2.11-1build2
libnss3:
  Installed: (none)
  Candidate: 2:3.98-1build1
`

  it('are those with a candidate', () => {
    expect(offered(policy)).toEqual(['libasound2t64', 'libnss3'])
  })

  it('follow the names of the release, each once', () => {
    const needs = ['libasound.so.2', 'libnss3.so', 'libsmime3.so'].map(
      (name) => LIBRARIES[name as keyof typeof LIBRARIES],
    )
    expect(choosePackages(needs, offered(policy))).toEqual(['libasound2t64', 'libnss3'])
    expect(choosePackages(needs, ['libasound2', 'libnss3'])).toEqual(['libasound2', 'libnss3'])
  })

  it('fall back to the plain name while the package lists are empty', () => {
    expect(choosePackages([LIBRARIES['libgtk-3.so.0']], [])).toEqual(['libgtk-3-0'])
  })
})
