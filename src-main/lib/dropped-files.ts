/** Most files that wait to be used; the oldest are forgotten. */
const MOST = 32

/** Files and folders that the player dropped on the window or picked there, by a number that the page may name them by. */
export class DroppedFiles {
  readonly #paths = new Map<number, string>()
  #last = 0

  /** `path`: absolute, from the system; empty for something that is no file, which gets a number without a path. */
  add(path: string): number {
    const file = ++this.#last
    if (path !== '') this.#paths.set(file, path)
    this.#paths.delete(file - MOST)
    return file
  }

  pathOf(file: number): string | undefined {
    return this.#paths.get(file)
  }
}
