let asked: number | undefined

/** Notes that a mod's repair was asked for on another screen. */
export const askForRepair = (modId: number): void => void (asked = modId)

/** The mod whose repair was asked for, if that is one of these: once, and never again on the way back to the screen. */
export function takeAsked<T extends { id: number }>(mods: readonly T[]): T | undefined {
  const mod = mods.find(({ id }) => id === asked)
  if (mod) asked = undefined
  return mod
}
