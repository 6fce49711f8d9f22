export { default as JobBar } from './JobBar.svelte'
export { jobs, type JobView } from './jobs.svelte.ts'
export { useJobs, type Work } from './use-jobs.svelte.ts'
