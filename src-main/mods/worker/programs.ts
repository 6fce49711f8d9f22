import { md5Program } from '../md5/program.ts'
import { compile, type Module } from '../wasm/engine.ts'
import { SETS } from './memory.ts'
import { shortProgram } from './short-program.ts'

/** The programs of a hashing thread. They are compiled once, and threads get them as they are. */
export interface Programs {
  md5: Module
  short: Module
}

let compiled: Programs | null | undefined

/** Gives the programs; undefined where the processor has no SIMD. */
export function hashPrograms(): Programs | undefined {
  if (compiled === undefined)
    try {
      compiled = { md5: compile(md5Program(SETS, 0)), short: compile(shortProgram()) }
    } catch {
      compiled = null
    }
  return compiled ?? undefined
}
