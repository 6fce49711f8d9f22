import { useMain } from '../bridge/index.ts'
import { useTry } from '../use-try.ts'

/** At a component's top: opens an https address in the system's browser. Main asks the player first if it is not the community's own. */
export function useOpenLink(): (url: string) => void {
  const main = useMain()
  const attempt = useTry()
  return (url) => void attempt(() => main.shell.openLink({ url }))
}
