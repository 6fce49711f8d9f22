export { default as LinkQuestion } from './LinkQuestion.svelte'
export { links } from './links.svelte.ts'
