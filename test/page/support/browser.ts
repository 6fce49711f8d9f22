// What browsers have and jsdom lacks, since it has neither layout nor a top layer.
class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
class NoViews {
  observe() {}
  disconnect() {}
}
Object.assign(globalThis, {
  ResizeObserver: NoResizes,
  IntersectionObserver: NoViews,
  matchMedia: () => new EventTarget(),
})
Object.assign(Element.prototype, { scrollIntoView: () => undefined, hidePopover: () => undefined })
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
})
