export { refreshScreen } from './on-screen.ts'
export { Resource, useResource } from './resource.svelte.ts'
export { default as ResourceAge } from './ResourceAge.svelte'
export { default as ResourceView } from './ResourceView.svelte'
