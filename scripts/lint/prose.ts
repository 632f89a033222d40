// The linter of prose: textlint with two of its rules, for documents and for the prose of source files. docs/style.md has the rules
// for people. words.ts and the constants here are the same rules as data.
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
import sentence_length from 'textlint-rule-sentence-length'
import terminology, { getTerms } from 'textlint-rule-terminology'
import { prose_of } from './prose_of.ts'
import { words } from './words.ts'

/** About thirty words. */
const SENTENCE_CHARS_MAX = 180
/** Terms of the rule's own list that are not used, because the code writes them otherwise. */
const UNUSED_TERMS = [
  ...['API', 'HTML', 'ID', 'JSON', 'SQL', 'URL', 'cURL', "API['’]?s", "id['’]?s"],
  ...['indexes\\b', 'co[- ]locat(ion|ing|e|ed)', 'web[- ]?site(s)?'],
]

/** Quoted from others, or a word that is only named. */
const NAMED = ['BlockQuote', 'Emphasis']

const kernel = new TextlintKernel()
const terms = getTerms(true, words, UNUSED_TERMS).map((term) => ({
  term,
  pattern: new RegExp(typeof term === 'string' ? term.replaceAll(/\W/g, '.') : term[0], 'im'),
}))

export interface Linted {
  /** Lines of prose that the linter was given. */
  lines: number
  faults: { line: number; text: string }[]
}

export async function lint_prose(file: string, source: string): Promise<Linted> {
  const prose = file.endsWith('.md') ? undefined : prose_of(file, source)
  const text = prose?.text ?? source
  // The rule compiles every pattern for every piece of text. It gets the few that can match.
  const possible = terms.filter(({ pattern }) => pattern.test(text)).map(({ term }) => term)
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
    lines: text.split('\n').filter(Boolean).length,
    faults: messages.map(({ message, line }) => ({
      line: prose?.lines[line - 1] ?? line,
      text: message.replace(/^Line \d+ /, '').replaceAll(/\s+/g, ' '),
    })),
  }
}
