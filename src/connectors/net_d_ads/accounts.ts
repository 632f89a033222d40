// The ad accounts of the user. An account has no currency of its own: its funding instruments have.
import { z } from 'zod'
import { add_days } from '#domain/windows.ts'
import type { Account, Api } from '#engine/connector.ts'
import { when_refused } from '#engine/vendors/refusal.ts'
import { ad_account } from '../ads.ts'
import { all_of, one_by_one, texts } from '../records.ts'
import { day_of } from '../time_zone.ts'
import { read_list } from './api.ts'

// Global reads: 5 in 15 minutes, unlike all others (docs/fundamentals/rate-limiting, read 2026-11).
/** Reads of all accounts together (docs/fundamentals/rate-limiting, read 2026-11). */
export const ACCOUNTS_PACE = { key: 'x accounts', per_15_minutes: 5 }
const item = texts('name', 'timezone', 'timezone_switch_at', 'approval_status', 'created_at').extend({ id: z.string() })
type Item = z.infer<typeof item>
/** Days that are read of an account. */
export const HISTORY_DAYS = 365
const funding = z.object({ currency: z.string() })

/**
 * An account that changed its zone has a gap on that day, and X kept the days before in another zone (docs/fundamentals/timezones, read
 * 2026-11). A change on the day of the creation is none. Instants are in UTC.
 */
function switch_of(api: Api, { timezone, timezone_switch_at, created_at }: Item): Pick<Account, 'limited' | 'extra'> {
  const instants = [timezone_switch_at, api.now().toISOString(), created_at]
  const [day, today, first = ''] = instants.map((instant) => day_of(instant, timezone))
  if (!day || !today || day > today || day < add_days(today, -HISTORY_DAYS) || day <= first) return {}
  return {
    limited: `Its time zone changed on ${day}. Days up to then are not read, because the platform kept them in another zone.`,
    extra: { first_day: add_days(day, 1) },
  }
}

export async function read_accounts(api: Api): Promise<Account[]> {
  const listed = await all_of(read_list(api, '/accounts', item, { with_deleted: false }, ACCOUNTS_PACE))
  return one_by_one(listed, (one) => described(api, one))
}

async function described(api: Api, one: Item): Promise<Account> {
  const { id, name, timezone, approval_status, created_at } = one
  const created_on = day_of(created_at, timezone)
  const own = { account_id: id, name, time_zone: timezone, status: approval_status, created_on }
  const instruments = all_of(read_list(api, `/accounts/${id}/funding_instruments`, funding))
  const found = await instruments.catch(when_refused('denied', ({ message }) => message))
  if (typeof found === 'string') return ad_account({ ...own, unreadable: found })
  const [currency, ...others] = new Set(found.map((one) => one.currency))
  const unreadable = others.length > 0 ? 'The account is billed in several currencies.' : undefined
  return { ...ad_account({ ...own, currency, unreadable }), ...switch_of(api, one) }
}
