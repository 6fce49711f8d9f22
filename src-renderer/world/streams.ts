import type { Stream } from '../../src-preload/contract/community/index.ts'

/** The site that shows a stream, such as `twitch.tv`. */
export const siteOf = ({ url }: Stream): string => URL.parse(url)?.hostname.replace(/^www\./, '') ?? ''
