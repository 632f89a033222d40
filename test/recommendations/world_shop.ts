// A shop of the world: an organization with a connection of each kind, whose rows are collected and then inserted together.
import type { DB } from '#db/schema.ts'
import { add_days } from '#domain/windows.ts'
import { type CoveredDays, type FiguresBench, type FiguresOrg, store_order } from '#test/figures.ts'
import { dice_of, micros, season_of } from './world_dice.ts'

export const TODAY = '2026-11-20'
export const YESTERDAY = add_days(TODAY, -1)
/** Days of history of every shop. */
export const HISTORY = 75
const ROWS_AT_A_TIME = 1000
export const ORDER_VALUE = 900
/** Of 100 in sales, advertising platforms claim 60. */
const CLAIMED_PART = 0.6

/** Something that is true or only looks so, about one subject. */
export interface Case {
  rule: string
  /** What is true. */
  why: string
  org_id: string
  subject: string
  is_cause: boolean
}

/** Each order of the shop itself comes from a cart. */
export interface Carts {
  /** Of carts, the part that customers leave, before the last two weeks and in them. */
  left: number
  left_now: number
  /** Carts of the last two weeks, as a multiple of those before. */
  growth?: number
  /** Of carts, the part that the platform keeps: those of customers who have left an address. */
  kept?: number
}

/** Days that end yesterday, the oldest first. `until`: days before yesterday at which they end. */
export const days_of = (count: number, until = 0): string[] =>
  Array.from({ length: count }, (_, at) => add_days(YESTERDAY, at + 1 - count - until))

export const hours_ago = (hours: number): string =>
  new Date(Date.parse(`${TODAY}T18:00:00Z`) - hours * 3_600_000).toISOString()

export type Shop = Awaited<ReturnType<typeof shop_of>>

const PLATFORMS = {
  ...{ store: 'sx', social_ads: 'mx_ads', search_ads: 'gx_ads', video_ads: 'tx_ads', web: 'gx_analytics' },
  ...{ marketplace: 'mpa', email: 'email_a', feed: 'merchant_feed', social: 'social_a', search: 'seo_console' },
}

export async function shop_of(bench: FiguresBench, number: number, seed: number) {
  const org = await bench.org({ name: `Shop ${number}`, currency: 'MXN' })
  const ids = {} as Record<keyof typeof PLATFORMS, string>
  for (const [name, platform] of Object.entries(PLATFORMS))
    ids[name as keyof typeof PLATFORMS] = await org.connect(platform)
  const rows: Record<string, Record<string, unknown>[]> = {}
  const cases: Case[] = []
  const true_too: { rule: string; subject: string }[] = []
  const dice = dice_of(seed * 1009 + number)
  const say = (is_cause: boolean) => (rule: string, why: string, subject: string) =>
    void cases.push({ rule, why, subject, is_cause, org_id: org.org_id })
  return {
    ...{ number, org, ids, dice, cases, true_too },
    site: `https://shop${number}.example`,
    /** Currency of its account of social ads. */
    social_currency: number % 4 === 1 ? 'USD' : 'MXN',
    /** What customers of the shop do before they order. Without it, the platform keeps no carts. */
    carts: undefined as Carts | undefined,
    /** Expected claimed sales of a day. */
    claims: { a_day: 0 },
    /** Of clicks on the ads of a connection, the part that arrives on the site. Visits have the source that is named. */
    visits: {
      [ids.social_ads]: { source: 'facebook', medium: 'paid', part: 0.85, clicks: {} },
      [ids.search_ads]: { source: 'google', medium: 'cpc', part: 0.9, clicks: {} },
      [ids.video_ads]: { source: 'tiktok', medium: 'paid', part: 0.8, clicks: {} },
    } as Record<string, { source: string; medium: string; part: number; clicks: Record<string, number> }>,
    cause: say(true),
    decoy: say(false),
    /** A statement that would be true, and that nobody planted. */
    also: (rule: string, subject: string) => void true_too.push({ rule, subject }),
    add(table: keyof DB & string, ...added: Record<string, unknown>[]) {
      rows[table] ??= []
      rows[table].push(...added)
    },
    cover: (connection_id: string, days: CoveredDays) => org.cover(connection_id, days),
    insert: () => insert_all(org, rows),
  }
}

async function insert_all(org: FiguresOrg, rows: Record<string, Record<string, unknown>[]>) {
  // Webhooks come before their health.
  for (const [table, all] of Object.entries(rows))
    for (let at = 0; at < all.length; at += ROWS_AT_A_TIME)
      await org.insert((db) =>
        db
          .insertInto(table as 'campaign_daily')
          .values(all.slice(at, at + ROWS_AT_A_TIME) as never)
          .execute(),
      )
}

const NOW_FROM = add_days(YESTERDAY, -13)

/** `part`: of the sales that are usual for what advertising claims. Some of them may be made on the marketplace. */
export function sell(shop: Shop, part = 1, part_on_marketplace = 0.05) {
  const { dice, claims, carts } = shop
  const usual = ((claims.a_day / ORDER_VALUE) * part) / CLAIMED_PART
  for (const date of days_of(HISTORY)) {
    const is_now = date >= NOW_FROM
    const left = carts ? (is_now ? carts.left_now : carts.left) : 0
    const growth = is_now ? (carts?.growth ?? 1) : 1
    const started = carts ? (usual * growth) / (1 - carts.left) : usual
    const of_day = dice.poisson(started * season_of(date))
    for (let n = 0; n < of_day; n++) {
      const at = new Date(Date.parse(`${date}T14:00:00Z`) + dice.between(0, 12) * 3_600_000).toISOString()
      const total = dice.log_normal(ORDER_VALUE, 0.6).toFixed(2)
      const of = { id: `${date} ${n}`, at, total }
      if (dice.uniform() < left) leave(shop, of)
      else if (dice.uniform() < part_on_marketplace) sell_on_marketplace(shop, of)
      else shop.add('store_orders', store_order(shop.ids.store, { order_id: of.id, ordered_at: at, total }))
    }
  }
}

interface Bought {
  id: string
  at: string
  total: string
}

const sell_on_marketplace = ({ add, ids }: Shop, { id, at, total }: Bought) =>
  add('marketplace_orders', {
    ...{
      connection_id: ids.marketplace,
      platform: 'mpa',
      order_id: id,
      ordered_at: at,
      changed_at: at,
      status: 'paid',
    },
    ...{ currency: 'MXN', total_micros: micros(Number(total)) },
  })

function leave({ add, ids, dice, carts }: Shop, { id, at, total }: Bought) {
  if (dice.uniform() >= (carts?.kept ?? 1)) return
  add('checkouts', {
    ...{ connection_id: ids.store, checkout_id: id, token: id, platform: 'sx', started_at: at, changed_at: at },
    ...{ completed_at: null, email: `${id}@people.example`.replaceAll(' ', ''), currency: 'MXN' },
    total_micros: micros(Number(total)),
  })
}

/** What web analytics counts: visits of ads, and others. */
export function visit(shop: Shop) {
  const { ids, dice } = shop
  const of = { connection_id: ids.web, property_id: 'p1', currency: 'MXN' }
  const figures = (sessions: number) => {
    const some = (part: number) => BigInt(dice.poisson(sessions * part))
    return {
      ...{ sessions: BigInt(sessions), users: some(0.9), new_users: some(0.6), engaged_sessions: some(0.5) },
      ...{ conversions: String(some(0.02)), purchases: some(0.02), revenue_micros: micros(sessions * 18) },
    }
  }
  for (const date of days_of(HISTORY)) {
    const sources = Object.values(shop.visits).map(({ source, medium, part, clicks }) => ({
      ...{ source, medium, sessions: dice.poisson((clicks[date] ?? 0) * part), channel: 'Paid', campaign: 'ads' },
    }))
    sources.push({
      ...{ source: 'google', medium: 'organic', channel: 'Organic Search', campaign: '(organic)' },
      sessions: dice.poisson(300 * season_of(date)),
    })
    const all = sources.reduce((sum, { sessions }) => sum + sessions, 0)
    shop.add('web_daily', { ...of, date, ...figures(all), page_views: BigInt(all * 3) })
    for (const { sessions, ...source } of sources)
      if (sessions > 0) shop.add('web_source_daily', { ...of, date, ...source, ...figures(sessions) })
  }
}
