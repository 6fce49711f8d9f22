#!/usr/bin/env node
// Does for electron-builder what fpm does, which is downloaded and cannot be had everywhere: makes a deb of what it is told, by dpkg-deb.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const text = { type: 'string' }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { ...text, short: 's' },
    t: { ...text, short: 't' },
    d: { ...text, short: 'd', multiple: true },
    force: { type: 'boolean' },
    'deb-recommends': { ...text, multiple: true },
    ...Object.fromEntries(
      [
        ...[
          'after-install',
          'after-remove',
          'architecture',
          'deb-compression',
          'deb-priority',
          'description',
          'license',
        ],
        ...['maintainer', 'name', 'package', 'url', 'vendor', 'version', 'category'],
      ].map((name) => [name, text]),
    ),
  },
})
if (values.s !== 'dir' || values.t !== 'deb') throw new Error('only a deb of folders is made here')

const tree = mkdtempSync(join(tmpdir(), 'loadout-deb-'))
try {
  for (const mapping of positionals) {
    const [from, to] = mapping.split('=')
    mkdirSync(dirname(join(tree, to)), { recursive: true })
    cpSync(from, join(tree, to), { recursive: true, verbatimSymlinks: true })
  }
  for (const name of readdirSync(tree, { recursive: true })) {
    const found = lstatSync(join(tree, name))
    if (!found.isSymbolicLink()) chmodSync(join(tree, name), found.isDirectory() || found.mode & 0o111 ? 0o755 : 0o644)
  }
  const control = {
    Package: values.name,
    Version: values.version,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    Priority: values['deb-priority'],
    Section: values.category ?? 'default',
    Homepage: values.url,
    Depends: values.d?.join(', '),
    Recommends: values['deb-recommends']?.join(', '),
    Description: values.description.replace(/\n(?! )/g, '\n '),
  }
  const lines = Object.entries(control).filter(([, value]) => value)
  mkdirSync(join(tree, 'DEBIAN'))
  writeFileSync(join(tree, 'DEBIAN/control'), lines.map(([name, value]) => `${name}: ${value}\n`).join(''))
  for (const [name, file] of [
    ['postinst', values['after-install']],
    ['postrm', values['after-remove']],
  ]) {
    cpSync(file, join(tree, 'DEBIAN', name))
    chmodSync(join(tree, 'DEBIAN', name), 0o755)
  }
  chmodSync(tree, 0o755)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, values.package], {
    stdio: 'inherit',
  })
  process.stdout.write(`${basename(values.package)}\n`)
} finally {
  rmSync(tree, { recursive: true, force: true })
}
