/**
 * Keeps what was found for a question in its place while more comes for the same one: it follows, however well it fits, so that
 * nothing moves from below the pointer or the Enter key. Another question begins anew.
 */
export function steadily<E extends { key: string }>(): (question: string, ranked: readonly E[]) => readonly E[] {
  let asked: string | undefined
  let shown: readonly E[] = []
  return (question, ranked) => {
    const stays = asked === question ? shown : []
    const keys = new Set(stays.map(({ key }) => key))
    asked = question
    shown = [...stays, ...ranked.filter(({ key }) => !keys.has(key))]
    return shown
  }
}
