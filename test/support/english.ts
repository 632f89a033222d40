// Finds English words in sentences of other languages. Words that Spanish or Portuguese also use, such as `no` and `a`, are not among them.
const WORDS =
  `the of is are was were be been has have had with without and or but not any all each every from until since their its this that
  these those before after rows row days day data figures figure spend spent revenue orders order clicks click sessions broadcast sent sold best
  worst against period known unknown so because which who what when where there they it connected connection disconnected store platform source
  sources accounts account rates rate change changes rose fell did only last first new customers customer still yet never more than one two too
  other others between synced sync missing lost campaign campaigns open again connect today incomplete complete exchange totals left out`
    .split(/\s+/)
    .filter(Boolean)
const ENGLISH = new Set(WORDS)

/** English words of a text. Names of tools and fields, the words of the platform in quotation marks, and `(other)` are no words. */
export function english_words(text: string): string[] {
  const plain = text.replace(/[«“][^»”]*[»”]|\(other\)|\b\w*_\w*\b/g, ' ').toLowerCase()
  return plain.split(/[^\p{L}]+/u).filter((word) => ENGLISH.has(word))
}
