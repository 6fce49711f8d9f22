import { act, cleanup, setup } from '@testing-library/svelte'
import { afterEach, beforeEach } from 'vitest'

// What `@testing-library/svelte/vitest` does, which is a package's module and so is run once in a process; the files of the tests share one.
beforeEach(() => setup())
afterEach(async () => {
  await act()
  cleanup()
  document.body.replaceChildren() // what a test wrote there itself
})
