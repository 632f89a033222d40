// Words that no declared name contains, each with what is written instead. docs/style.md has the rules for people. The left side is a
// pattern of one or more words of a name in snake_case.
const terms: [not: string, write: string][] = [
  ['judge|judges|judged|judging|judge?ments?', 'assess, assessment, verdict or checked'],
  ['told|untold', 'answer, reported or sent'],
  ['strangers?', 'outsider or other_org'],
  ['manners?', 'mode or behavior'],
  ['troubles?|troubled', 'faults, conditions or unhealthy'],
  ['in_turns?', 'interleaved'],
  ['turns?(?!_(on|off)_)', 'round, attempt or rate_limit'],
  ['away', 'deviation or unreachable'],
  ['vouch|vouches|vouched', 'confirm'],
  ['patience|patient', 'timeout'],
  ['doubles', 'stand_ins'],
  ['gone', 'deleted, missing or closed'],
  ['mend|mends|mended|mending', 'fix'],
  ['letters', 'characters'],
  ['doors?', 'transport, endpoint or handler'],
  ['knocks?|knocked', 'request or call'],
  ['seldom', 'rare'],
  ['twins?', 'duplicates'],
  ['believed?|believes', 'trust or valid'],
]

const patterns = terms.map(([not, write]) => ({ pattern: new RegExp(`_(${not})_`), write }))

export interface Slang {
  word: string
  write: string
}

/** The first word of a name that is not written. 'isGone' has the same words as 'is_gone'. */
export function slang_of(name: string): Slang | undefined {
  const words = `_${name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase()}_`
  for (const { pattern, write } of patterns) {
    const word = pattern.exec(words)?.[1]
    if (word) return { word, write }
  }
  return undefined
}
