import { getHeapCodeStatistics } from 'node:v8'
import { compileFunction } from 'node:vm'
import { collectGarbage } from '../../src-main/lib/collect.ts'

// Compiles functions, has the garbage collected, and says what their compiled form takes before and after, and whether they still work.
const functions = Array.from(
  { length: 500 },
  (_, at) => compileFunction(`let sum = ${at}; for (let i = 0; i < n; i++) sum += i; return sum`, ['n']) as Sum,
)
type Sum = (n: number) => number
const run = () => functions.map((one) => one(10)).join()
const codeBytes = () => getHeapCodeStatistics().bytecode_and_metadata_size

const said = run()
const before = codeBytes()
await collectGarbage()
const after = codeBytes()
process.stdout.write(JSON.stringify({ before, after, isSame: run() === said }))
