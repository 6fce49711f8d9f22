export { type Area, areas, type Screen as ScreenId, screens as screenIds } from '../../../src-preload/contract/shell.ts'
export { provideRouter, Router, useFilters, useRouter, type Params, type Place, type Wish } from './router.svelte.ts'
