import { act, cleanup, configure, setup } from '@testing-library/svelte'
import { afterEach, beforeEach } from 'vitest'
import { surroundings } from '#shared/resource/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'

// Only what would never come takes this long; a busy computer may need more than the usual second.
configure({ asyncUtilTimeout: 60_000 })

// As `@testing-library/svelte/vitest` does it, but for every file: that module runs once in a process, which the files share.
beforeEach(() => setup())
afterEach(async () => {
  await act()
  cleanup()
  toasts.leave()
  toasts.clear()
  surroundings.update({ hidden: false, online: true, playing: false, local: false })
  document.body.replaceChildren() // what the test itself added
})
