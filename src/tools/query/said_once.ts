// Names with their words. What many lists say in the same words stands once in an answer, and the lists have the bare name.

export interface Said {
  name: string
  /** Such as `money: What customers were charged.` */
  words: string
}

/** Fewer lists say it themselves. */
const LISTS_MIN = 3

/** What at least three of the lists say of a name in the same words, by name. */
export function said_often(lists: readonly (readonly Said[])[]): Record<string, string> {
  const times = new Map<string, number>()
  for (const { name, words } of lists.flat()) {
    const key = JSON.stringify([name, words])
    times.set(key, (times.get(key) ?? 0) + 1)
  }
  const often = [...times].filter(([, count]) => count >= LISTS_MIN).sort(([, a], [, b]) => b - a)
  const said: Record<string, string> = {}
  // Of different words for one name, those of most lists come first.
  for (const [key] of often) {
    const [name, words] = JSON.parse(key) as [string, string]
    said[name] ??= words
  }
  return said
}

/** The names of a list, with their words where `often` does not have them. `prefix` stands before each name. */
export const bare_or_said = (list: readonly Said[], often: Record<string, string>, prefix = ''): string[] =>
  list.map(({ name, words }) => (often[name] === words ? `${prefix}${name}` : `${prefix}${name} ${words}`))
