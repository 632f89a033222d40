// Faults that change the records of an answer, alike for every vendor.
import { chance } from './world/random.ts'

/** Faults that change the records of an answer. */
export const spoiling: readonly string[] = [
  'duplicate',
  'duplicate_across',
  'shuffle',
  'unknown_field',
  'leave_out',
  'lose_days',
  'lose_one',
  'empty',
  'halve',
  'odd_values',
  'odd_texts',
]

/** What of a fault matters here. */
interface Spoil {
  kind: string
  fields?: string
  is_null?: boolean
  days?: string[]
  is_recounted?: boolean
  /** All dates that the request names. */
  window?: readonly string[]
}

/** Changes the records. Returns how many fewer they are. */
export function spoil(
  { kind, fields = '', is_null, days = [], is_recounted, window = [] }: Spoil,
  records: unknown[],
  previous: unknown,
  seed: number,
): number {
  const before = records.length
  if (kind === 'duplicate' && records.length) records.push(records[0])
  if (kind === 'duplicate_across' && previous) records.unshift(previous)
  if (kind === 'empty') records.length = 0
  if (kind === 'halve') records.length = Math.ceil(records.length / 2)
  if (kind === 'lose_days') lose_days(records, days)
  if (kind === 'lose_days' && is_recounted && window.length > 0 && window.every((day) => days.includes(day)))
    records.length = 0
  if (kind === 'lose_one') records.splice(Math.floor(records.length / 2), 1)
  if (kind === 'shuffle') {
    const dice = chance(seed, 'shuffle', records.length)
    for (let at = records.length - 1; at > 0; at -= 1) {
      const other = dice.whole(0, at)
      const kept = records[at]
      records[at] = records[other]
      records[other] = kept
    }
    if (records.length === 2) records.reverse()
  }
  if (kind === 'leave_out') for (const record of records) leave_out(record, new RegExp(fields), is_null)
  if (kind === 'odd_texts') for (const record of records) lengthen(record)
  if (kind === 'unknown_field') {
    for (const record of records)
      if (record && typeof record === 'object') Object.assign(record, { sandbox_new_field: 'new' })
  }
  return before - records.length
}

/** Vendors write a day with hyphens, without them, or as the instant of UTC at which it starts. */
function lose_days(records: unknown[], days: readonly string[]) {
  const written = days.flatMap((day) => [`"${day}"`, `"${day.replaceAll('-', '')}"`, `"start":${Date.parse(day)}`])
  const kept = records.filter((record) => !written.some((day) => JSON.stringify(record).includes(day)))
  records.splice(0, records.length, ...kept)
}

/** Texts of people, which have a space. Ids, dates, names of states and kinds have none, or begin with a digit or a bracket. */
const FREE_TEXT = /^[^\d[{(<][^:/]* /
/** What people and programs put into texts: emoji, a character that PostgreSQL cannot store, and more than a column is meant for. */
const ODD_TEXT = ` \u{1F600}\0 ${'x'.repeat(2_000)}`

function lengthen(value: unknown) {
  // Names of metrics are words of a platform, although they have spaces.
  if (value === null || typeof value !== 'object' || (value as { type?: string }).type === 'metric') return
  for (const [name, one] of Object.entries(value)) {
    if (typeof one === 'string' && FREE_TEXT.test(one)) (value as Record<string, unknown>)[name] = one + ODD_TEXT
    else lengthen(one)
  }
}

function leave_out(value: unknown, names: RegExp, is_null = false) {
  if (value === null || typeof value !== 'object') return
  for (const [name, one] of Object.entries(value)) {
    if (Array.isArray(value) || !names.test(name)) leave_out(one, names, is_null)
    else if (is_null) (value as Record<string, unknown>)[name] = null
    else delete (value as Record<string, unknown>)[name]
  }
}
