import * as v from 'valibot'

const most = (length: number) => v.optional(v.pipe(v.string(), v.maxLength(length)), '')
const count = (least: number, limit: number) =>
  v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(limit))), null)

/** The player's own switches. Numbers that are null are left to the game. */
export const LaunchOptions = v.strictObject({
  /** In-game profile name (`-name=`); empty: the game's own choice. */
  profileName: most(64),
  noSplash: v.optional(v.boolean(), true),
  skipIntro: v.optional(v.boolean(), true),
  window: v.optional(v.boolean(), false),
  enableHT: v.optional(v.boolean(), false),
  /** MB. */
  maxMem: count(256, 1_048_576),
  cpuCount: count(1, 512),
  exThreads: count(0, 15),
  /** More switches, split as a shell would. */
  extra: most(2000),
})
export type LaunchOptions = v.InferOutput<typeof LaunchOptions>
