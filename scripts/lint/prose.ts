// The linter of prose: textlint with two of its rules, for documents and for the prose of source files. docs/style.md has the rules
// for people. words.ts and the constants here are the same rules as data.
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import sentence_length from 'textlint-rule-sentence-length'
import terminology, { getTerms, type Term } from 'textlint-rule-terminology'
import { prose_of } from './prose_of.ts'
import { words } from './words.ts'

/** About thirty words. */
const SENTENCE_CHARS_MAX = 180
/** Terms of the rule's own list that are not used, because the code writes them otherwise. */
const UNUSED_TERMS = [
  'API',
  'HTML',
  'ID',
  'JSON',
  'SQL',
  'URL',
  'cURL',
  "API['’]?s",
  "id['’]?s",
  'indexes\\b',
  'co[- ]locat(ion|ing|e|ed)',
  'web[- ]?site(s)?',
]

/** Quoted from others, or a word that is only named. */
const NAMED = ['BlockQuote', 'Emphasis']

const kernel = new TextlintKernel()
const terms = getTerms(true, words, UNUSED_TERMS).map((term) => ({ term, may_report: may_report(term) }))

/**
 * Whether the rule can report a term in a text. Its own patterns also look at the characters around the word, for each piece of text.
 * A pattern that looks around is used as it is.
 */
function may_report(term: Term): (text: string) => boolean {
  if (typeof term !== 'string') {
    const [not] = term
    const pattern = new RegExp(/\(\?<?[=!]/.test(not) ? not : `\\b${not}\\b`, 'im')
    return (text) => pattern.test(text)
  }
  const pattern = new RegExp(`\\b${term.replaceAll(/\W/g, '.')}\\b`, 'gi')
  return (text) => text.match(pattern)?.some((written) => written !== term) ?? false
}

/** Markdown ends a paragraph, and so a sentence, at an empty line. */
const can_be_long = (text: string) => text.split('\n\n').some((paragraph) => paragraph.length > SENTENCE_CHARS_MAX)

export interface Linted {
  /** Lines of prose that the linter was given. */
  lines: number
  faults: { line: number; text: string }[]
}

export async function lint_prose(file: string, source: string): Promise<Linted> {
  const prose = file.endsWith('.md') ? undefined : prose_of(file, source)
  const text = prose?.text ?? source
  const lines = text.split('\n').filter(Boolean).length
  // The rule compiles every pattern for every piece of text. It gets the few that can match.
  const possible = terms.filter(({ may_report }) => may_report(text)).map(({ term }) => term)
  if (possible.length === 0 && !can_be_long(text)) return { lines, faults: [] }
  const { messages } = await kernel.lintText(text, {
    ext: '.md',
    filePath: file,
    plugins: [{ pluginId: 'markdown', plugin: markdown.default }],
    rules: [
      { ruleId: 'words', rule: terminology, options: { defaultTerms: false, terms: possible, skip: NAMED } },
      { ruleId: 'length', rule: sentence_length.default, options: { max: SENTENCE_CHARS_MAX } },
    ],
  })
  return {
    lines,
    faults: messages.map(({ message, line }) => ({
      line: prose?.lines[line - 1] ?? line,
      text: message.replace(/^Line \d+ /, '').replaceAll(/\s+/g, ' '),
    })),
  }
}
