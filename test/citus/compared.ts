// Questions to two servers whose answers must be the same, and what is counted of them.
import type { Answer } from '#engine/calls/call.ts'
import { call_as_member, type Member } from '#test/people.ts'
import { median } from '../../bench/measured.ts'
import type { App } from '../../src/app.ts'
import type { Both } from './both.ts'

export interface Question {
  name: string
  input: Record<string, unknown>
  as: Member
}

export interface Compared {
  asked: number
  equal: number
  tools: Set<string>
  /** Tools of which some answer shows rows or figures. */
  with_rows: Map<string, number>
  /** Sentences of calls that both sides refused, and how many. */
  refused: Map<string, number>
  different: string[]
  /** Milliseconds of each call. */
  times: { plain: number[]; spread: number[] }
}

/** Shown of an answer that is different: from a little before the first difference. */
const [BEFORE, SHOWN] = [120, 400]

const text_of = (answer: Answer): string =>
  JSON.stringify(answer.ok ? [answer.status, answer.result] : [answer.status, answer.error])

async function timed({ engine }: App, { name, input, as }: Question, times: number[]): Promise<Answer> {
  const began = performance.now()
  const answer = await call_as_member(engine, name, input, as)
  times.push(performance.now() - began)
  return answer
}

const shown = (text: string, from: number) => text.slice(Math.max(0, from - BEFORE), from + SHOWN)

function difference(one: string, other: string): string {
  const at = [...one].findIndex((character, at) => character !== other[at])
  const from = at < 0 ? one.length : at
  return `  ${shown(one, from)}\n  ${shown(other, from)}`
}

/** What an answer says of its days and its origin, also where it has no rows. */
const ABOUT = [
  'window',
  'previous_window',
  'year_before_window',
  'sources',
  'more_sources',
  'warnings',
  'covered_parts',
]

/** A list with rows, or a figure that is not zero. */
function has_rows(result: unknown): boolean {
  if (typeof result === 'number') return result !== 0
  if (result === null || typeof result !== 'object') return false
  if ('count' in result && typeof result.count === 'number') return result.count > 0
  if (Array.isArray(result)) return result.some((one) => typeof one === 'object')
  return Object.entries(result).some(([name, value]) => !ABOUT.includes(name) && has_rows(value))
}

/** Lists the calls that the server itself got, with its own numbers and times. */
const OF_ONE_SERVER = 'list_calls'

export async function compared({ plain, spread }: Both, all: readonly Question[]): Promise<Compared> {
  const questions = all.filter(({ name }) => name !== OF_ONE_SERVER)
  const found: Compared = {
    ...{ asked: questions.length, equal: 0, tools: new Set(), with_rows: new Map(), refused: new Map(), different: [] },
    times: { plain: [], spread: [] },
  }
  const count = (of: Map<string, number>, name: string) => of.set(name, (of.get(name) ?? 0) + 1)
  for (const question of questions) {
    const { name, input } = question
    found.tools.add(name)
    const here = await timed(plain.app, question, found.times.plain)
    const there = await timed(spread.app, question, found.times.spread)
    const [one, other] = [text_of(here), text_of(there)]
    if (one === other) found.equal += 1
    else found.different.push(`${name} ${JSON.stringify(input)}\n${difference(one, other)}`)
    if (!here.ok) count(found.refused, `${name}: ${here.error}`)
    else if (has_rows(here.result)) count(found.with_rows, name)
  }
  return found
}

const total = (counts: ReadonlyMap<string, number>) => counts.values().reduce((all, count) => all + count, 0)

export const refused_of = ({ refused }: Compared): number => total(refused)
export const with_rows_of = ({ with_rows }: Compared): number => total(with_rows)

/** The sentence that is printed of a comparison. */
export function summary(found: Compared): string {
  const { asked, equal, tools, refused, times } = found
  const by_tool = Object.entries(Object.groupBy(refused.keys(), (sentence) => sentence.split(':')[0]!))
    .map(([tool, sentences = []]) => `${tool} ${sentences.reduce((all, one) => all + refused.get(one)!, 0)}`)
    .join(', ')
  const [plain, spread] = [median(times.plain), median(times.spread)].map((ms) => ms.toFixed(1))
  return `${equal} equal of ${asked} answers of ${tools.size} tools, ${with_rows_of(found)} with rows, ${refused_of(found)} refused alike (${by_tool}); median of a call ${plain} ms on PostgreSQL, ${spread} ms on the cluster`
}
