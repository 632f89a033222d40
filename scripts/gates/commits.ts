// Subjects of commits follow docs/style.md: an imperative with a capital at its start, without a prefix and without a period.
import type { Found, Gate } from './gate.ts'
import { git_of, missing_history } from './git.ts'

/** The last commit before the rule. Older subjects stay as they are, because a pushed commit does not change. */
const SINCE = '70b61bddeceb25a4378b45fd6d68357b1d9fd48f'
const SUBJECT_CHARS_MAX = 120

/** Verbs that subjects often begin with. Only their other forms are refused. */
const VERBS = words(`
  add allow ask build call change check clean compare correct count create declare delete describe
  document drop explain fix give handle hold improve keep let limit load make measure move name print read
  record refactor refuse remove rename replace report run say send set show split start stop store support
  test try update use write
`)
/** Words that begin a noun clause, and pasts that do not end in "ed". */
const OTHERS = words(`
  a an the this these what now built gave given held kept made ran said sent shown wrote written
`)
const refused = new Set([...OTHERS, ...VERBS.flatMap(forms_of)])

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** "adds", "added" and "adding" of "add". A verb with one consonant at its end also gets a form that nobody writes. */
function forms_of(verb: string): string[] {
  const [stem, repeated] = [verb.replace(/e$/, ''), verb + verb.at(-1)]
  const third = /[^aeiou]y$/.test(verb)
    ? `${verb.slice(0, -1)}ies`
    : `${verb}${/(?:x|ss|sh|ch)$/.test(verb) ? 'es' : 's'}`
  const past = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${stem}ed`
  return [third, past, `${stem}ing`, `${repeated}ed`, `${repeated}ing`]
}

/** What is wrong with a subject. */
function faults_of(subject: string): string[] {
  const first = /^[\w'-]*/.exec(subject)![0]
  return [
    ...(/^\p{Lu}/u.test(subject) ? [] : ['does not start with a capital']),
    ...(/^[\w./-]+(?:\([^)]*\))?!?:/.test(subject) ? ['has a prefix'] : []),
    ...(refused.has(first.toLowerCase()) ? [`begins with "${first}", which is no imperative`] : []),
    ...(subject.endsWith('.') ? ['ends with a period'] : []),
    ...(subject.length > SUBJECT_CHARS_MAX
      ? [`has ${subject.length} characters; the maximum is ${SUBJECT_CHARS_MAX}`]
      : []),
  ]
}

async function look(root: string, since: string): Promise<Found> {
  const git = git_of(root)
  const has_since = () =>
    git('merge-base', '--is-ancestor', since, 'HEAD').then(
      () => undefined,
      () => 'a history without the commit before the rule',
    )
  const missing = (await missing_history(git)) ?? (await has_since())
  if (missing) return { faults: [], looked: `${missing}: no subject` }
  const log = await git('log', '--format=%h%x09%s', `${since}..HEAD`)
  const commits = log.split('\n').flatMap((line) => (line ? [line.split('\t', 2) as [string, string]] : []))
  const faults = commits.flatMap(([commit, subject]) =>
    faults_of(subject).map((what) => `${commit} "${subject}" ${what}. Reword the commit before others have it`),
  )
  return { faults, looked: `${commits.length} subjects` }
}

/** The gate over the commits after one. */
export const commits_since = (since: string): Gate => ({ name: 'commit subjects', run: (root) => look(root, since) })

export const commits = commits_since(SINCE)
