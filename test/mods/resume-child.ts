import { setTimeout as sleep } from 'node:timers/promises'
import { ResumePoint } from '../../src-main/mods/check/resume-point.ts'

/** Hashes for a check until it is killed. */
const [, , base = ''] = process.argv
const point = await ResumePoint.open(base, 'list', true, Date.now())
if (!point) throw new Error('another check has it')
for (let at = 0; ; at++) {
  point.add(`@Mod/${at}`, { size: 2 << 20, key: '1 2 3 4' }, 'aa')
  await sleep(10)
  process.stdout.write('.')
}
