import { getContext, setContext } from 'svelte'

/** The screens of an area, as tabs above each of them. */
export interface ScreenTabsView {
  label: string
  tabs: readonly { id: string; label: string }[]
  current: string
  onopen: (id: string) => void
}
type Get = () => ScreenTabsView | undefined

const key = Symbol('screen tabs')

export const provideScreenTabs = (get: Get): Get => setContext(key, get)

/** At a component's top: a getter, which returns undefined for a screen without tabs. */
export const useScreenTabs = (): Get => getContext<Get | undefined>(key) ?? (() => undefined)
