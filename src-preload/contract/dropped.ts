import * as v from 'valibot'

/** A file or folder that the player dropped or picked, by main's number for it. The page never uses paths. */
export const Dropped = v.strictObject({ file: v.pipe(v.number(), v.integer()) })
