/** A server's name for a text of several lines: a line may end with `|`, but does not begin with it. */
export const asHeading = (name: string): string => name.replaceAll(' |', '\u00a0|')
