export { default as JobBar } from './JobBar.svelte'
export { jobs, type JobHandle, type JobView } from './jobs.svelte.ts'
