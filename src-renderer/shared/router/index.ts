export { provideRouter, Router, useRouter, type Params, type Place } from './router.svelte.ts'
export { screenIds, type ScreenId } from './screens.ts'
