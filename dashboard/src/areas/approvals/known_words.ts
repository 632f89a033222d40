/** Words of the engine or a platform, in the language of the page. */
export type Words = Record<string, () => string>

/** What a page does not know keeps the engine's or the platform's own word. */
export const word_in = (words: Words, word: string): string =>
  Object.hasOwn(words, word) ? words[word]!() : word.replaceAll('_', ' ')
