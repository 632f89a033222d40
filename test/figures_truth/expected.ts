// What an answer may claim, by the world and by what the platforms have given: which days are known, and the sums of any days.
import { add_days, today_in } from '#domain/windows.ts'
import type { Amount } from './exact_sums.ts'
import type { Connection, History } from './history.ts'
import { accounts_given, day_key } from './platform.ts'
import { type Account, days_of, type Level, type Order, type Platform, type Row } from './world.ts'

/** The figures of these platforms at a level. `label` is their name in notes. */
export interface Group {
  label: string
  platforms: readonly Platform[]
  level: Level
  /** A finer level that the answer shows beside the level, so both must be known. */
  finer?: Level
}

export type Measure = 'spend' | 'value' | 'clicks' | 'revenue' | 'refunds' | 'net' | 'orders'

interface Part {
  connection: Connection
  account: Account
  level: Level
}

export interface Keyed extends Amount {
  account: string
  /** Campaign or ad group. */
  key: string
}

export const today_of = ({ world }: History) => today_in(world.org_zone, new Date(world.now()))

/** Days of moments, because the same moments are asked for thousands of times. */
const kept_days = new Map<string, string>()
function day_at({ world }: History, ms: number): string {
  const key = `${world.org_zone} ${ms}`
  const day = kept_days.get(key) ?? today_in(world.org_zone, new Date(ms))
  kept_days.set(key, day)
  return day
}

const active = (history: History, group: Group) =>
  history.connections.filter(
    ({ platform, revoked_ms }) => revoked_ms === undefined && group.platforms.includes(platform),
  )

const parts_of = (history: History, group: Group): Part[] =>
  active(history, group).flatMap((connection) =>
    accounts_given(history.world, connection.given).flatMap((account) =>
      [group.level, ...(group.finer ? [group.finer] : [])].map((level) => ({ connection, account, level })),
    ),
  )

const is_begun = ({ connection: { given }, account: { id }, level }: Part): boolean =>
  level === 'orders' ? given.stores.has(id) : given.begun.has(`${id} ${level}`)

/** An account to which access was denied, or which the list named as unreadable, before anything of it was read. */
function is_left_out(part: Part): boolean {
  const { denied, lost } = part.connection.given
  const as = lost.get(part.account.id)?.as
  return !is_begun(part) && (as ? as === 'unreadable' : denied.has(`${part.account.id} ${part.level}`))
}

/** True if an account that belongs to the figures gives no access. Then no row of the others is no zero. */
export const leaves_out = (history: History, group: Group): boolean => parts_of(history, group).some(is_left_out)

/** An account that the last list refused or left out. What was given of it still counts. */
const is_lost = ({ connection: { given }, account: { id } }: Part): boolean => given.lost.has(id)

const counted_parts = (history: History, group: Group) =>
  parts_of(history, group).filter((part) => (is_lost(part) ? is_begun(part) : !is_left_out(part)))

/** Days after which an account that is not listed counts as closed (docs/numbers.md). */
const UNLISTED_DAYS = 30

interface Days {
  from: string
  to: string
}

/** The days of a window that nobody can read any more of an account that had some. */
function missing_days(history: History, part: Part, { from, to }: Days): string[] {
  const lost = part.connection.given.lost.get(part.account.id)
  if (lost === undefined || !is_begun(part)) return []
  const closed_on = lost.as === 'unlisted' ? add_days(day_at(history, lost.since_ms), UNLISTED_DAYS) : to
  return days_of(from, to).filter((day) => day <= closed_on && is_after_end(history, part, day))
}

const is_missing = (history: History, part: Part, days: Days) => missing_days(history, part, days).length > 0

/** True if both windows have all days of each account, or both have none of its days. What was disconnected leaves the days before. */
export function are_alike(history: History, group: Group, one: Days, other: Days): boolean {
  const missing_of = [
    ...counted_parts(history, group).map((part) => (days: Days) => missing_days(history, part, days)),
    ...disconnected_on(history, group).map(
      (on) =>
        ({ from, to }: Days) =>
          days_of(from, to).filter((day) => day < on),
    ),
  ]
  return missing_of.every((missing) => {
    const [in_one, in_other] = [one, other].map((days) => missing(days).length / days_of(days.from, days.to).length)
    return in_one === in_other && (in_one === 0 || in_one === 1)
  })
}

/** True if no day from this one on was given whole before the account was lost. */
const is_after_end = (history: History, part: Part, day: string): boolean =>
  is_lost(part) &&
  day >= part.account.created_on &&
  !days_of(day, today_of(history)).some((one) => knows(history, part, one))

/** True if nothing of the accounts is part of the days. */
export const has_nothing = (history: History, group: Group, from: string): boolean =>
  counted_parts(history, group).every((part) => is_after_end(history, part, from))

/** The days on which connections were disconnected whose accounts no other one reads. */
function disconnected_on(history: History, group: Group): string[] {
  const live = new Set(active(history, group).flatMap(({ given }) => accounts_given(history.world, given)))
  return history.connections.flatMap(({ platform, revoked_ms, given }) => {
    if (!group.platforms.includes(platform) || revoked_ms === undefined) return []
    // Nobody knows what a connection that read nothing would have had.
    const is_unknown = given.begun.size === 0 && given.stores.size === 0
    const is_read = accounts_given(history.world, given).every((account) => live.has(account))
    return is_unknown || !is_read ? day_at(history, revoked_ms) : []
  })
}

/** True if something that belongs to the figures of the days is left out. */
export function lacks(history: History, group: Group, days: { from: string; to: string }): boolean {
  const is_disconnected = disconnected_on(history, group).some((on) => on > days.from)
  const parts = parts_of(history, group)
  return is_disconnected || parts.some((part) => is_left_out(part) || is_missing(history, part, days))
}

/** True if the platform gave the whole day to the connection after the day was over, or if the account did not exist yet. */
function knows(history: History, part: Part, day: string): boolean {
  const { account, level } = part
  const { given } = part.connection
  const { world } = history
  // Of an account that was never listed, nothing is missing before it existed.
  if (!given.listed.has(account.id)) return given.listed.size > 0 && day < account.created_on
  if (account.reports_creation && day < account.created_on) return is_begun(part)
  if (level === 'orders') {
    const store = given.stores.get(account.id)
    return (
      store !== undefined &&
      store.last_ms >= world.ends_ms(account, day) &&
      store.from_ms <= world.ends_ms(account, day) - 90_000_000
    )
  }
  const at_ms = given.days.get(day_key(account.id, level, day))?.at_ms ?? null
  if (at_ms === null || at_ms < world.ends_ms(account, day)) return false
  return level !== 'search' || world.is_delivered(account, day, at_ms)
}

/** Days with a refund of an order that is older than all orders that were read. */
function days_without_refunds(history: History, { connection: { given }, account }: Part): Set<string> {
  const first_ms = given.stores.get(account.id)?.first_ms ?? 0
  const days = new Set<string>()
  for (const order of history.world.orders.values())
    for (const { id, at_ms } of order.account === account.id ? order.refunds : [])
      if (at_ms < first_ms && !given.orders.get(order.id)?.refunds.some((refund) => refund.id === id))
        days.add(day_at(history, at_ms))
  return days
}

/** Whether everything of a day was read. */
export function known_days(history: History, group: Group): (day: string) => boolean {
  const parts = counted_parts(history, group)
  return (day) =>
    parts.length > 0 && parts.every((part) => knows(history, part, day) || is_after_end(history, part, day))
}

const knows_day = (history: History, group: Group, day: string) => known_days(history, group)(day)

/** True if each account was read since today began. The search platform has delivered nothing of today. */
export const reads_today = (history: History, group: Group) =>
  group.level !== 'search' &&
  counted_parts(history, group).every((part) => {
    if (is_lost(part)) return true
    const { connection, account, level } = part
    const { given } = connection
    const today = today_of(history)
    const at_ms =
      level === 'orders'
        ? given.stores.get(account.id)?.last_ms
        : given.days.get(day_key(account.id, level, today))?.at_ms
    return at_ms !== undefined && at_ms !== null && history.world.today_of(account, at_ms) >= today
  })

/** True if refunds of these days belong to orders that are older than all orders that were read. */
export const lacks_refunds = (
  history: History,
  { group, measure }: { group: Group; measure: Measure },
  days: string[],
) =>
  (measure === 'refunds' || measure === 'net') &&
  counted_parts(history, group).some((part) => {
    const without = days_without_refunds(history, part)
    return days.some((day) => without.has(day))
  })

/** True if orders that are older than all orders that were read can have refunds. */
export const has_older_orders = (history: History, group: Group) =>
  counted_parts(history, group).some(
    ({ connection: { given }, account }) => (given.stores.get(account.id)?.from_ms ?? 0) > account.created_ms,
  )

/** Amounts of the days from..to, as they were given last. Days that were not given count as they are. */
export function amounts_of(
  history: History,
  group: Group,
  measure: Measure,
  days: { from: string; to: string },
): Keyed[] {
  return counted_parts(history, { ...group, finer: undefined }).flatMap((part) =>
    part.level === 'orders'
      ? order_amounts(history, part, measure, days)
      : days_of(days.from, days.to).flatMap((day) =>
          rows_of(history, part, day).map((row) => ({
            day,
            currency: measure === 'clicks' ? history.currency : part.account.currency,
            cents: row[measure as 'spend' | 'value' | 'clicks'],
            account: part.account.id,
            key: row.key,
          })),
        ),
  )
}

function rows_of(history: History, part: Part, day: string): Row[] {
  const { connection, account, level } = part
  const { world } = history
  if (knows(history, part, day) || day >= today_of(history) || is_after_end(history, part, day))
    return [...(connection.given.days.get(day_key(account.id, level, day))?.rows.values() ?? [])]
  if (level !== 'search') return world.ads(account, level, day)
  const found = world.search(account, day)
  return found ? [found.row] : []
}

/** Whether the platform has changed a figure of a day since the day was given. */
export function has_changed(history: History, group: Group, measure: Measure, day: string): boolean {
  if (!knows_day(history, group, day)) return false
  const parts = counted_parts(history, { ...group, finer: undefined }).filter((part) => !is_lost(part))
  const read = new Set(parts.map(({ account }) => account.id))
  // What changes at the platform after an account was lost is not read. A note names the account.
  const given = amounts_of(history, group, measure, { from: day, to: day }).filter(({ account }) => read.has(account))
  const now = parts.flatMap(({ account, level }) =>
    level === 'orders'
      ? amounts_of_orders(history, account, [...history.world.orders.values()], measure).filter((of) => of.day === day)
      : level === 'search'
        ? []
        : history.world
            .ads(account, level, day)
            .map((row) => ({ cents: row[measure as 'spend' | 'value' | 'clicks'] })),
  )
  const sum = (all: readonly { cents: number }[]) => all.reduce((total, { cents }) => total + cents, 0)
  return group.level !== 'search' && sum(given) !== sum(now)
}

function order_amounts(history: History, part: Part, measure: Measure, { from, to }: { from: string; to: string }) {
  const { account, connection } = part
  const given = [...connection.given.orders.values()].filter((order) => order.account === account.id)
  const now = [...history.world.orders.values()].filter((order) => order.account === account.id)
  const today = today_of(history)
  return days_of(from, to).flatMap((day) => {
    const is_given = day >= today || knows(history, part, day) || is_after_end(history, part, day)
    return by_day(history, part, measure, is_given ? given : now).get(day) ?? []
  })
}

/** Amounts of one answer by day, because every check of the answer asks for them again. */
const kept = new WeakMap<Order[], Map<string, Map<string, Keyed[]>>>()
function by_day(history: History, { account }: Part, measure: Measure, orders: Order[]): Map<string, Keyed[]> {
  const of = kept.get(orders) ?? new Map<string, Map<string, Keyed[]>>()
  kept.set(orders, of)
  const found = of.get(measure) ?? Map.groupBy(amounts_of_orders(history, account, orders, measure), ({ day }) => day)
  of.set(measure, found)
  return found
}

function amounts_of_orders(history: History, account: Account, orders: Order[], measure: Measure): Keyed[] {
  return orders
    .filter((order) => order.account === account.id && !order.is_voided)
    .flatMap(({ created_ms, currency, total, refunds }) => {
      const in_currency = measure === 'orders' ? history.currency : currency
      const at = (ms: number, cents: number) => ({
        day: day_at(history, ms),
        currency: in_currency,
        cents,
        account: account.id,
        key: '',
      })
      const sold = measure === 'orders' ? [at(created_ms, 1)] : [at(created_ms, total)]
      const back = refunds.map(({ at_ms, amount }) => at(at_ms, measure === 'net' ? -amount : amount))
      return measure === 'refunds' ? back : measure === 'net' ? [...sold, ...back] : sold
    })
}
