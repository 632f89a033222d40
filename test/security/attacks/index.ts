// Attacks on run_readonly_sql, by family. Each must be refused with a sentence.
import { calls_everywhere, dangerous_calls } from './calls.ts'
import { constructs, types } from './constructs.ts'
import { names } from './names.ts'
import { plans } from './plans.ts'
import { relations } from './relations.ts'
import { spellings } from './spellings.ts'
import { data_changing, stacked, statements } from './statements.ts'

const families: Record<string, string[]> = {
  'another statement': statements,
  'two statements': stacked,
  'a change within a question': data_changing,
  'a call': dangerous_calls.map((call) => `select ${call} as a`),
  'a call in FROM': dangerous_calls.map((call) => `select * from ${call} as t(a)`),
  'a call in any place': calls_everywhere,
  'a relation': relations,
  'a name that is a function': names,
  'a plan without end': plans,
  'a construct': constructs,
  'a type': types,
  'a spelling': spellings,
}

/** `victim` is the id of the attacked organization. */
export function attacks_on(victim: string): [string, string[]][] {
  return Object.entries(families).map(([family, texts]) => [
    family,
    texts.map((text) => text.replaceAll('{victim}', victim)),
  ])
}
