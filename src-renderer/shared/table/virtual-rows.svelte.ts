import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core'
import { untrack } from 'svelte'

/** Which of many rows of one height are on screen. Attach `viewport` to the element that scrolls. */
export class VirtualRows {
  #version = $state(0)
  #virtual: Virtualizer<HTMLElement, HTMLElement>
  #element: HTMLElement | null = null

  /** `height` is a row's height and `head` the sticky head's, in px. */
  constructor(count: () => number, height: () => number, head: () => number) {
    this.#virtual = new Virtualizer<HTMLElement, HTMLElement>(this.#options(0, 40, 40))
    $effect(() => {
      const options = this.#options(count(), height(), head())
      untrack(() => {
        this.#virtual.setOptions(options)
        this.#virtual.measure()
        this.#version += 1
      })
    })
  }

  #options(count: number, height: number, head: number) {
    return {
      count,
      estimateSize: () => height,
      scrollPaddingStart: head,
      overscan: 8,
      getScrollElement: () => this.#element,
      observeElementRect,
      observeElementOffset,
      scrollToFn: elementScroll,
      onChange: () => {
        this.#version += 1
      },
    }
  }

  readonly viewport = (element: HTMLElement): (() => void) => {
    this.#element = element
    const unmount = this.#virtual._didMount()
    this.#virtual._willUpdate()
    return unmount
  }

  get items() {
    void this.#version
    return this.#virtual.getVirtualItems()
  }

  get totalPx(): number {
    void this.#version
    return this.#virtual.getTotalSize()
  }

  show(at: number): void {
    this.#virtual.scrollToIndex(at, { align: 'auto' })
  }
}
