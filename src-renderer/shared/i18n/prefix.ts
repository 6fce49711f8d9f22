/** Message keys of a file, behind its domain's name. */
export type Prefixed<D extends string, T> = { readonly [K in keyof T & string as `${D}.${K}`]: string }

/** Puts a domain's name before each key of its file. */
export const prefixed = <const D extends string, T extends Record<string, string>>(
  domain: D,
  file: T,
): Prefixed<D, T> =>
  Object.fromEntries(Object.entries(file).map(([key, text]) => [`${domain}.${key}`, text])) as Prefixed<D, T>
