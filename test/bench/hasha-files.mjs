// Checks with hasha 3, one file after the other, as older launchers do.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import hasha from 'hasha'

const [, , folder] = process.argv
for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
  if (entry.isFile()) await hasha.fromFile(join(entry.parentPath, entry.name), { algorithm: 'md5' })
