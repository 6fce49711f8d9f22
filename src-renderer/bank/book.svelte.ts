import type { BankBook, TemplateInput } from '../../src-preload/contract/bank-book.ts'
import type { Main } from '#shared/bridge/index.ts'

const empty: BankBook = { favourites: [], templates: [] }

/** The player's favourite payees and templates. */
export class BookState {
  readonly #main: Main
  #book = $state.raw<BankBook>(empty)
  /** The template that is being edited, with its first content; undefined if none is. */
  editing = $state.raw<Partial<TemplateInput> | undefined>()

  constructor(main: Main, isLocked: () => boolean) {
    this.#main = main
    $effect(() => (isLocked() ? undefined : main.bank.book((book) => (this.#book = book))))
  }

  get favourites() {
    return this.#book.favourites
  }
  get templates() {
    return this.#book.templates
  }
  /** Templates whose reminder is due. */
  get due() {
    return this.#book.templates.filter(({ due }) => due !== undefined)
  }

  readonly setFavourite = (iban: string, is: boolean): Promise<void> => this.#main.bank.setFavourite({ iban, is })
  readonly save = (template: TemplateInput): Promise<void> => this.#main.bank.saveTemplate(template)
  readonly remove = (id: string): Promise<void> => this.#main.bank.removeTemplate({ id })
  readonly skip = (id: string): Promise<void> => this.#main.bank.skipReminder({ id })
  readonly forget = (): void => {
    this.#book = empty
    this.editing = undefined
  }
}
