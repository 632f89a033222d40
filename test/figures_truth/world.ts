// The truth that answers are compared with: ad accounts, shops and sites with all their figures, in whole cents, at every moment. Code of
// src/ is used for calendar days only.
import { add_days, start_of, today_in } from '#domain/windows.ts'
import { type Chance, chance } from '../../sandbox/world/random.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Days that a platform can still change. The connectors read equally many again. */
export const RESTATED_DAYS = 3
/** Longest delay until the search platform delivers a day. */
export const LATE_DAYS = 2

export type Platform = 'mx_ads' | 'gx_ads' | 'sx' | 'seo_console'
/** A kind of rows. `groups` has no rows of automatic campaigns. */
export type Level = 'campaigns' | 'groups' | 'orders' | 'search'

interface Campaign {
  id: string
  groups: string[]
  deleted_ms?: number
}

export interface Account {
  id: string
  platform: Platform
  time_zone: string
  currency: string
  created_on: string
  created_ms: number
  /** Whether the platform tells when the account was created. */
  reports_creation: boolean
  campaigns: Campaign[]
}

/** A row of a day. Amounts in cents. */
export interface Row {
  key: string
  campaign: string
  group: string
  spend: number
  value: number
  clicks: number
}

export interface Order {
  id: string
  account: string
  created_ms: number
  changed_ms: number
  currency: string
  total: number
  is_voided: boolean
  refunds: { id: string; at_ms: number; amount: number }[]
}

export const zones = ['America/Mexico_City', 'America/Los_Angeles', 'Europe/Madrid', 'Pacific/Auckland', 'UTC']
const currencies = ['MXN', 'USD', 'EUR', 'BRL']

export type World = ReturnType<typeof create_world>

interface Plan {
  org_zone: string
  began_ms: number
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one state, shared by the short functions inside
export function create_world(seed: number, { org_zone, began_ms }: Plan) {
  let now_ms = began_ms
  const accounts: Account[] = []
  const orders = new Map<string, Order>()
  /** How often a row was restated, and which rows were withdrawn, by account, item and day. */
  const versions = new Map<string, number>()
  const withdrawn = new Set<string>()
  const today_of = ({ time_zone }: Account, at_ms = now_ms) => today_in(time_zone, new Date(at_ms))
  const ends_ms = ({ time_zone }: Account, date: string) => Date.parse(start_of(add_days(date, 1), time_zone))
  /** The share of a day that has passed, in hundredths. */
  const passed = (account: Account, date: string, at_ms: number) =>
    Math.max(0, Math.min(100, Math.floor(((at_ms - (ends_ms(account, date) - DAY_MS)) * 100) / DAY_MS)))

  function add_account(platform: Platform, days_ago: number): Account {
    const dice = chance(seed, platform, accounts.length)
    const id = `${platform}-${accounts.length}`
    const campaigns = Array.from({ length: dice.whole(1, 3) }, (_, n) => ({
      id: `${id}-c${n}`,
      groups: n === 2 ? [] : Array.from({ length: dice.whole(1, 2) }, (_, g) => `${id}-c${n}-g${g}`),
    }))
    const time_zone = platform === 'sx' ? org_zone : dice.pick(zones)
    const created_ms = now_ms - days_ago * DAY_MS
    const account = {
      id,
      platform,
      time_zone,
      currency: dice.pick(currencies),
      created_ms,
      created_on: today_in(time_zone, new Date(created_ms)),
      reports_creation: platform === 'sx' || dice.yes(0.7),
      campaigns,
    }
    accounts.push(account)
    if (platform === 'sx') make_orders(account, created_ms, now_ms)
    return account
  }

  function make_orders(account: Account, from_ms: number, to_ms: number) {
    const first = Math.floor(from_ms / (12 * HOUR_MS))
    for (let half = first; half * 12 * HOUR_MS < to_ms; half++) {
      const dice = chance(seed, account.id, 'orders', half)
      for (let n = dice.whole(0, 2); n > 0; n--) {
        const created_ms = half * 12 * HOUR_MS + dice.whole(0, 12 * HOUR_MS - 1)
        const id = `${account.id}-${half}-${n}`
        if (created_ms < from_ms || created_ms >= to_ms) continue
        const currency = dice.yes(0.8) ? account.currency : dice.pick(currencies)
        const order = { id, account: account.id, created_ms, changed_ms: created_ms, currency, refunds: [] }
        orders.set(id, { ...order, total: dice.whole(100, 99_999), is_voided: dice.yes(0.05) })
        const refund_ms = created_ms + dice.whole(1, 40) * DAY_MS
        if (dice.yes(0.15) && refund_ms < to_ms) refund(orders.get(id)!, refund_ms, dice.whole(1, 99))
      }
    }
  }

  function refund(order: Order, at_ms: number, percent: number) {
    const amount = Math.max(1, Math.floor((order.total * percent) / 100))
    order.refunds.push({ id: `${order.id}-r${order.refunds.length}`, at_ms, amount })
    order.changed_ms = Math.max(order.changed_ms, at_ms)
  }

  /** The figures of an item of an account on a day, as they are at a moment. */
  function cell(account: Account, campaign: Campaign, item: string, date: string, at_ms: number) {
    const key = `${item} ${date}`
    if (withdrawn.has(key)) return undefined
    const share = passed(account, date, Math.min(at_ms, campaign.deleted_ms ?? at_ms))
    if (share === 0) return undefined
    const dice = chance(seed, key, versions.get(key) ?? 0)
    const of = (high: number) => Math.floor((dice.whole(1, high) * share) / 100)
    return { spend: of(30_000), value: of(90_000), clicks: of(400) }
  }

  /** Rows of ads of a day at a level, with the rows of deleted campaigns. */
  function ads(account: Account, level: Level, date: string, at_ms = now_ms): Row[] {
    if (date < account.created_on || date > today_of(account, at_ms)) return []
    return account.campaigns.flatMap((campaign) => {
      const items = campaign.groups.length > 0 ? campaign.groups : level === 'groups' ? [] : [campaign.id]
      const rows = items.flatMap((item) => {
        const found = cell(account, campaign, item, date, at_ms)
        return found ? [{ ...found, key: item, campaign: campaign.id, group: item }] : []
      })
      if (level === 'groups' || rows.length === 0) return rows
      const sum = (name: 'spend' | 'value' | 'clicks') => rows.reduce((all, row) => all + row[name], 0)
      const sums = { spend: sum('spend'), value: sum('value'), clicks: sum('clicks') }
      return [{ ...sums, key: campaign.id, campaign: campaign.id, group: '' }]
    })
  }

  /** When the search platform delivers a day. */
  const delivered_ms = (account: Account, date: string) =>
    ends_ms(account, date) +
    chance(seed, account.id, date, 'late').whole(6, 24 * LATE_DAYS - 4 * HOURS_OF_ORDER) * HOUR_MS

  return {
    accounts,
    orders,
    org_zone,
    add_account,
    today_of,
    ends_ms,
    ads,
    now: () => now_ms,
    account: (id: string) => accounts.find((account) => account.id === id)!,
    find: (platform: Platform) => accounts.filter((account) => account.platform === platform),

    /** Time passes, and people buy. */
    wait(ms: number) {
      for (const account of accounts) if (account.platform === 'sx') make_orders(account, now_ms, now_ms + ms)
      now_ms += ms
    },

    /** The row of a site. A day that is not delivered is provisional. */
    search(account: Account, date: string): { row: Row; is_final: boolean } | undefined {
      if (date < account.created_on || date > today_of(account)) return undefined
      const is_final = in_order(account, date)
      const all = chance(seed, account.id, date).whole(1, 900)
      const clicks = is_final ? all : Math.floor(all / 3)
      const row = { key: account.id, campaign: '', group: '', spend: 0, value: 0, clicks }
      return is_final || chance(seed, account.id, date, 'early').yes(0.5) ? { row, is_final } : undefined
    },
    is_delivered: (account: Account, date: string, at_ms: number) => in_order(account, date, at_ms),

    /** A platform changes a figure that it may still change, or withdraws it. */
    restate(dice: Chance, account: Account, is_withdrawal: boolean) {
      const campaign = dice.pick(account.campaigns)
      const item = campaign.groups.length > 0 ? dice.pick(campaign.groups) : campaign.id
      const key = `${item} ${add_days(today_of(account), -dice.whole(1, RESTATED_DAYS))}`
      if (is_withdrawal) withdrawn.add(key)
      else versions.set(key, (versions.get(key) ?? 0) + 1)
    },
    delete_campaign(dice: Chance, account: Account) {
      const left = account.campaigns.filter(({ deleted_ms }) => deleted_ms === undefined)
      if (left.length > 1) dice.pick(left).deleted_ms = now_ms
    },
    /** An order is edited, cancelled or refunded, also long after it was made. */
    change_order(dice: Chance) {
      const order = dice.pick([...orders.values()])
      const what = dice.whole(0, 3)
      if (what === 0) order.is_voided = !order.is_voided
      if (what === 1) order.total = dice.whole(100, 99_999)
      if (what >= 2) refund(order, now_ms, dice.whole(1, 30))
      order.changed_ms = now_ms
    },
  }

  /** Days are delivered in order. */
  function in_order(account: Account, date: string, at_ms = now_ms): boolean {
    return [date, add_days(date, -1), add_days(date, -2)].every((day) => delivered_ms(account, day) <= at_ms)
  }
}

/** Hours by which the last day is delivered before the longest delay, so that days of 23 hours fit too. */
const HOURS_OF_ORDER = 1

export const earlier = (one: string, other: string) => [one, other].sort()[0]!

/** Every day from..to. */
export function days_of(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = add_days(day, 1)) days.push(day)
  return days
}
