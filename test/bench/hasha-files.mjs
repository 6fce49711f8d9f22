// hasha 3, file after file: how older launchers check.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import hasha from 'hasha'

const [, , folder] = process.argv
for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
  if (entry.isFile()) await hasha.fromFile(join(entry.parentPath, entry.name), { algorithm: 'md5' })
