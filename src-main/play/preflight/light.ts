import type { Fix, Light, LightId, LightReason, LightState } from '../../../src-preload/contract/play.ts'

/** A light before its time is known. */
export type Lamp = Omit<Light, 'at'> & { at?: number }

const MOST_FILES = 20

/** Makes one light. */
export function lamp(
  id: LightId,
  state: LightState,
  reason: LightReason,
  more: { facts?: Light['facts']; fix?: Fix; files?: readonly string[]; at?: number } = {},
): Lamp {
  const { facts = {}, fix, files, at } = more
  return { id, state, reason, facts, fix, files: files?.slice(0, MOST_FILES), at }
}

const ORDER: readonly LightState[] = ['good', 'unknown', 'care', 'bad']

/** The worst of some states. */
export const worst = (states: readonly LightState[]): LightState =>
  states.reduce<LightState>((one, other) => (ORDER.indexOf(other) > ORDER.indexOf(one) ? other : one), 'good')
