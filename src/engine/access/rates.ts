// An organization's own exchange rates, which take precedence over public rates.
import type { Database } from '#db/pool.ts'
import { is_currency } from '#domain/money.ts'
import { nearest_of, shortened } from '#domain/nearest.ts'
import { announce_change } from '#engine/access/changes.ts'
import { refuse } from '#engine/outcomes.ts'

export interface OwnRate {
  currency: string
  /** First day, YYYY-MM-DD. */
  valid_from: string
  /** Last day. null: no last day. The rate that started last and has not ended applies. */
  valid_until: string | null
  /** Units of `currency` for one unit of `per_currency`. */
  units: string
  per_currency: string
  /** The name of the rate in answers. */
  kind: string
}

const UNITS = /^\d{1,12}(\.\d{1,8})?$/
const KIND_CHARS_MAX = 60

/** Refuses a code that no currency has, because a total in an unknown currency would never be converted. */
export function check_currency(code: string): void {
  if (is_currency(code)) return
  const near = nearest_of(code, Intl.supportedValuesOf('currency'))
  refuse(`'${shortened(code)}' is no currency code; use ISO 4217, for example ${near ?? 'USD'}.`)
}

export function check_day(text: string): void {
  const is_day = /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)
  if (!is_day) refuse(`'${text}' is no day; write it as YYYY-MM-DD.`)
}

/** Stores a rate, or replaces the rate of the same currency and first day. */
export async function set_rate(db: Database, created_by: string, rate: OwnRate): Promise<void> {
  const { currency, per_currency, units, valid_from, valid_until, kind } = rate
  for (const code of [currency, per_currency]) check_currency(code)
  if (currency === per_currency) refuse('A rate needs two currencies. Name the other one with --per.')
  for (const day of [valid_from, valid_until]) if (day !== null) check_day(day)
  if (valid_until !== null && valid_until < valid_from) refuse('A rate cannot end before its first day.')
  if (!UNITS.test(units) || Number(units) === 0)
    refuse(`'${units}' is no rate; write units of ${currency} for one ${per_currency}, such as 1250.5.`)
  if (kind.trim() === '' || kind.length > KIND_CHARS_MAX)
    refuse(`The kind of a rate has 1 to ${KIND_CHARS_MAX} characters, such as contract.`)
  const values = { ...rate, kind: kind.trim(), created_by }
  await db
    .insertInto('org_fx_rates')
    .values(values)
    .onConflict((conflict) => conflict.columns(['org_id', 'currency', 'valid_from']).doUpdateSet(values))
    .execute()
  await announce_change(db)
}

/** False when there is no such rate. */
export async function remove_rate(db: Database, { currency, valid_from }: Pick<OwnRate, 'currency' | 'valid_from'>) {
  check_day(valid_from)
  const { numDeletedRows } = await db
    .deleteFrom('org_fx_rates')
    .where('currency', '=', currency)
    .where('valid_from', '=', valid_from)
    .executeTakeFirst()
  await announce_change(db)
  return numDeletedRows > 0n
}

export const list_rates = (db: Database) =>
  db
    .selectFrom('org_fx_rates')
    .select(['currency', 'valid_from', 'valid_until', 'units', 'per_currency', 'kind', 'created_by'])
    .orderBy('currency')
    .orderBy('valid_from')
    .execute()
