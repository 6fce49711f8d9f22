/**
 * The address that a text is; undefined where it is none. In place of `URL.canParse`, which from some thousand calls on takes no
 * address with a letter such as `ö` (Node 20, once its call is optimised).
 */
export function urlOf(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
