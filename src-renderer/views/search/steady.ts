/**
 * Keeps found entries in their places while more are found for the same query. New entries come last, however well they match, so
 * that nothing moves from below the pointer or the Enter key. Another query starts again.
 */
export function steadily<E extends { key: string }>(): (question: string, ranked: readonly E[]) => readonly E[] {
  let asked: string | undefined
  let shown: readonly E[] = []
  return (question, ranked) => {
    const stays = asked === question ? shown : []
    const all = new Map(stays.map((entry) => [entry.key, entry]))
    for (const entry of ranked) if (!all.has(entry.key)) all.set(entry.key, entry)
    asked = question
    shown = [...all.values()]
    return shown
  }
}
