import { md5Program } from '../md5/program.ts'
import { compile, type Module } from '../wasm/engine.ts'
import { SETS } from './memory.ts'
import { shortProgram } from './short-program.ts'

/** The programs of a hashing thread. */
export interface Programs {
  md5: Module
  short: Module
}

/**
 * Compiles the programs; undefined where the processor has no SIMD. Each thread does that by itself: to do it once, and hand
 * them on, is no quicker and takes main's only thread eight milliseconds.
 */
export function hashPrograms(): Programs | undefined {
  try {
    return { md5: compile(md5Program(SETS, 0)), short: compile(shortProgram()) }
  } catch {
    return undefined
  }
}
