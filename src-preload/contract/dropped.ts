import * as v from 'valibot'

/** A file or folder of the player's, by the number that main gave it. The page never names one by its path. */
export const Dropped = v.strictObject({ file: v.pipe(v.number(), v.integer()) })
