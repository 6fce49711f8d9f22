import * as v from 'valibot'

/** The stored form of a listed file's facts, besides its path. */
export const listedFacts = {
  size: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]+$/)),
  algorithm: v.picklist(['md5', 'sha1', 'sha256']),
}

/** The algorithm of a digest follows from its length. Digests are lower-case hex. */
export type Algorithm = v.InferOutput<typeof listedFacts.algorithm>
