export { default as SafeHtml } from './SafeHtml.svelte'
export { plainText } from './sanitize.ts'
