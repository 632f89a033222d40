// Shapes text that somebody else wrote: makes its hidden characters visible, and shortens it.

/** Takes the place of characters without a glyph. It means nothing to any program, so no later step turns it back into them. */
export const REPLACEMENT = '\uFFFD'

/** Any character outside the blocks that have visible ones only. Nearly all texts have none. */
const UNUSUAL =
  /[^\t\n -~\u00A0-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u0590\u2010-\u2027\u2030-\u205E\u2070-\u2FFF\u3040-\u3130\u3400-\uD7FF]/

/** Adjacent characters without a glyph. A line break and a tab show as what they are. */
const HIDDEN = /(?:(?![\t\n])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB])+/gu

/** Variants of Han characters in names. There are 240, so that many of them could spell a text. */
const HAN_VARIANT = /^[\u{E0100}-\u{E01EF}]$/u
const HAN_VARIANTS_MAX = 4

/**
 * The text with one U+FFFD in place of adjacent control, bidirectional, zero-width and other invisible characters. People miss a text
 * that is hidden with them, and models read it (Unicode Technical Standard 39, section 3.1, read 2026-11).
 */
export function visible_text(text: string): string {
  if (!UNUSUAL.test(text)) return text
  let variants = 0
  return text.replace(HIDDEN, (run, at: number) => {
    const is_one_of_few = !HAN_VARIANT.test(run) || ++variants <= HAN_VARIANTS_MAX
    return is_one_of_few && is_writing(run, text, at) ? run : REPLACEMENT
  })
}

/** The text as a heading shows it: nothing hidden, and on one line. */
export const one_line = (text: string): string => visible_text(text).replace(/\s+/g, ' ')

/** Scripts in which a zero-width joiner or non-joiner between two characters changes how they are written. */
const JOINING =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]/u

/** Hidden characters that belong to ordinary writing, with the characters before and after them. */
const writing: { run: RegExp; after: RegExp; before?: RegExp }[] = [
  { run: /^[\uFE0E\uFE0F]$/u, after: /^\p{Emoji}/u },
  {
    run: /^\uFE0F?\u200D$/u,
    after: /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u,
    before: /^\p{Extended_Pictographic}/u,
  },
  { run: /^[\u200C\u200D]$/u, after: JOINING, before: JOINING },
  { run: HAN_VARIANT, after: /^\p{Script=Han}/u },
  { run: /^\r$/u, after: /^/u, before: /^\n/u },
]

function is_writing(run: string, text: string, at: number): boolean {
  const previous = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? ''
  const next = text.slice(at + run.length, at + run.length + 2)
  return writing.some((form) => form.run.test(run) && form.after.test(previous) && (form.before?.test(next) ?? true))
}

/** The text with U+FFFD in place of what PostgreSQL cannot store: NUL, and half of a character that takes two units. */
export const storable_text = (text: string): string => text.replaceAll('\0', REPLACEMENT).toWellFormed()

/** The start of a text. A character that takes two units stays whole. */
export function cut_text(text: string, units_max: number): string {
  const cut = text.slice(0, units_max)
  return cut.length < text.length && HALF_AT_END.test(cut) ? cut.slice(0, -1) : cut
}

const HALF_AT_END = /[\uD800-\uDBFF]$/

/** The first characters of a long text, marked as shortened. */
export function short_text<Text extends string | null | undefined>(text: Text, chars_max: number) {
  if (!text || text.length <= chars_max) return text
  const chars = Array.from<string>(text)
  return chars.length > chars_max ? `${chars.slice(0, chars_max).join('')}… (shortened)` : text
}
