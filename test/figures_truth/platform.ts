// The platforms of the world. They answer requests, also wrongly, and note for each connection what they have given it completely.
import { type Account, days_of, type Level, type Order, type Platform, type Row, type World } from './world.ts'

const PAGE = 40
/** Days of one request that a platform answers at most. */
const DAYS_MAX: Partial<Record<Platform, number>> = { mx_ads: 25 }

type Loss = 'unreadable' | 'unlisted'

/** What a connection was given of a day. `at_ms`: the last answer without a missing row. */
interface GivenDay {
  at_ms: number | null
  rows: Map<string, Row>
}

export interface Given {
  platform: Platform
  days: Map<string, GivenDay>
  /** Orders as they were last given, by account and id. */
  orders: Map<string, Order>
  /** The first moment of the orders that were given by creation, and the moments of the first and last complete reading. */
  stores: Map<string, { from_ms: number; first_ms: number; last_ms: number }>
  /** Accounts and levels to which the platform denied access. */
  denied: Set<string>
  /** Accounts and levels whose answers lacked rows at least once. */
  wronged: Set<string>
  /** Rows of a day that one answer left out, so that no second answer leaves them out. */
  left_out: Set<string>
  listed: Set<string>
  /** Accounts that the last list refused or left out, and since when. */
  lost: Map<string, { since_ms: number; as: Loss }>
  /** The accounts of the sign-in. Absent: all of the platform. */
  own?: Set<string>
  /** Accounts and levels of which any day was given. */
  begun: Set<string>
  /** By account and level: notes the days of the last answer as given. A read with totals ends with the answer of the totals. */
  pending: Map<string, () => void>
}

export const given_to = (platform: Platform, own?: Set<string>): Given => ({
  own,
  platform,
  days: new Map(),
  orders: new Map(),
  stores: new Map(),
  denied: new Set(),
  wronged: new Set(),
  left_out: new Set(),
  listed: new Set(),
  lost: new Map(),
  begun: new Set(),
  pending: new Map(),
})

export interface Conditions {
  /** Every request fails after this number. */
  fails_after?: number
  /** Accounts, or accounts and levels, without access. */
  denied: Set<string>
  /** Accounts whose requests are refused. */
  refused: Set<string>
  /** Accounts whose answers lack rows of days before today. */
  lies: Map<string, 'empty' | 'partial'>
  /** Accounts that the list names as unreadable, or leaves out. */
  lost: Map<string, Loss>
}
export const normal_conditions = (): Conditions => ({
  denied: new Set(),
  refused: new Set(),
  lies: new Map(),
  lost: new Map(),
})

/** The accounts of the platform that the sign-in of a connection covers. */
export const accounts_given = (world: World, { platform, own }: Given): Account[] =>
  world.find(platform).filter(({ id }) => own?.has(id) ?? true)

interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}
const answer = (status: number, body: unknown = {}): Answer => ({ status, headers: {}, text: JSON.stringify(body) })

export interface Asking {
  world: World
  given: Given
  conditions: Conditions
}

export const day_key = (account: string, level: Level, date: string) => `${account} ${level} ${date}`

export function answer_of({ world, given, conditions }: Asking, url: URL): Answer {
  if (conditions.fails_after !== undefined && conditions.fails_after-- <= 0) return answer(503)
  const [, path] = url.pathname.split('/') as [string, Level | 'accounts' | 'totals']
  const query = Object.fromEntries(url.searchParams) as Record<string, string>
  if (path === 'accounts') return accounts_of({ world, given, conditions })
  const account = world.account(query.account!)
  const level = path === 'totals' ? (query.level as Level) : path
  if (conditions.refused.has(account.id)) {
    given.denied.delete(`${account.id} ${level}`)
    return answer(400)
  }
  if (conditions.denied.has(account.id) || conditions.denied.has(`${account.id} ${level}`)) {
    given.denied.add(`${account.id} ${level}`)
    return answer(403)
  }
  const days = () => days_of(query.from!, query.to!)
  if (path === 'totals') {
    given.pending.get(`${account.id} ${level}`)?.()
    return answer(200, { totals: days().map((date) => total_of(world, account, level, date)) })
  }
  if (level === 'orders') return orders_of({ world, given }, account, query)
  if (days().length > (DAYS_MAX[account.platform] ?? 1_000)) return answer(413)
  return daily_of({ world, given, conditions }, { account, level, dates: days() }, Number(query.after ?? 0))
}

function accounts_of({ world, given, conditions }: Asking): Answer {
  const found = accounts_given(world, given).filter(({ id }) => conditions.lost.get(id) !== 'unlisted')
  for (const { id } of found) given.listed.add(id)
  for (const id of given.listed) {
    const as = conditions.lost.get(id)
    if (as) given.lost.set(id, { since_ms: given.lost.get(id)?.since_ms ?? world.now(), as })
    else given.lost.delete(id)
  }
  return answer(200, {
    accounts: found.map(({ id, time_zone, currency, created_on, reports_creation }) => ({
      id,
      time_zone,
      currency,
      ...(reports_creation && { created_on }),
      ...(conditions.lost.has(id) && { unreadable: 'No permission.' }),
    })),
  })
}

function total_of(world: World, account: Account, level: Level, date: string) {
  const rows = world.ads(account, level, date)
  const sum = (name: 'spend' | 'value' | 'clicks') => rows.reduce((all, row) => all + row[name], 0)
  return { date, spend: sum('spend'), value: sum('value'), clicks: sum('clicks') }
}

interface Daily {
  account: Account
  level: Level
  dates: string[]
}

/** Rows of days, page by page. The days are noted as given with the last page. */
function daily_of({ world, given, conditions }: Asking, { account, level, dates }: Daily, after: number): Answer {
  const lie = conditions.lies.get(account.id)
  const reported = dates.map((date) => {
    const found = level === 'search' ? world.search(account, date) : undefined
    const truth = level === 'search' ? (found ? [found.row] : []) : world.ads(account, level, date)
    const is_final = found?.is_final ?? true
    return { date, truth, is_final, rows: reported_rows({ world, given }, { account, level, date }, truth, lie) }
  })
  const records = reported.flatMap(({ date, rows, is_final }) => rows.map((row) => ({ ...row, date, is_final })))
  const more = records.length > after + PAGE
  const note = () => {
    for (const { date, truth, rows } of reported) {
      const key = day_key(account.id, level, date)
      const known = given.days.get(key) ?? { at_ms: null, rows: new Map() }
      const is_whole = rows.length === truth.length
      given.begun.add(`${account.id} ${level}`)
      if (!is_whole) given.wronged.add(`${account.id} ${level}`)
      const map = new Map([...(is_whole ? [] : known.rows), ...rows.map((row) => [row.key, row] as const)])
      given.days.set(key, { at_ms: is_whole ? world.now() : known.at_ms, rows: map })
    }
  }
  const has_totals = level !== 'search' && dates.some((date) => date < world.today_of(account))
  if (!more && has_totals) given.pending.set(`${account.id} ${level}`, note)
  else if (!more) note()
  return answer(200, { records: records.slice(after, after + PAGE), ...(more && { after: after + PAGE }) })
}

/** Rows of a day as the platform gives them: perhaps none, perhaps without some, and without those of deleted campaigns. */
function reported_rows(
  { world, given }: Pick<Asking, 'world' | 'given'>,
  { account, level, date }: { account: Account; level: Level; date: string },
  truth: Row[],
  lie: 'empty' | 'partial' | undefined,
): Row[] {
  const deleted = new Set(account.campaigns.flatMap(({ id, deleted_ms }) => (deleted_ms === undefined ? [] : [id])))
  const rows = truth.filter(({ campaign }) => !deleted.has(campaign))
  if (!lie || date >= world.today_of(account)) return rows
  // A platform without totals can be caught only when it leaves out what it gave before.
  if (level === 'search') {
    const before = given.days.get(day_key(account.id, level, date))?.at_ms ?? 0
    return before > 0 && world.is_delivered(account, date, before) ? [] : rows
  }
  return lie === 'empty' ? [] : rows.slice(1)
}

function orders_of(
  { world, given }: Pick<Asking, 'world' | 'given'>,
  account: Account,
  { since, from, before, after = '0' }: Record<string, string>,
): Answer {
  const at = (text: string | undefined, otherwise: number) => (text ? Date.parse(text) : otherwise)
  const first_ms = at(from, 0)
  const wanted = [...world.orders.values()]
    .filter((order) => order.account === account.id)
    .filter(({ changed_ms, created_ms }) =>
      since ? changed_ms >= at(since, 0) : created_ms >= first_ms && created_ms < at(before, Number.POSITIVE_INFINITY),
    )
    .sort((one, other) => one.changed_ms - other.changed_ms || (one.id < other.id ? -1 : 1))
  const skip = Number(after)
  const more = wanted.length > skip + PAGE
  if (!more) {
    for (const order of wanted) given.orders.set(order.id, structuredClone(order))
    const known = given.stores.get(account.id)
    const now_ms = world.now()
    if (since && known) known.last_ms = now_ms
    if (!since)
      given.stores.set(account.id, {
        first_ms: known?.first_ms ?? now_ms,
        last_ms: known?.last_ms ?? now_ms,
        from_ms: Math.min(first_ms, known?.from_ms ?? now_ms),
      })
  }
  const records = wanted.slice(skip, skip + PAGE).map(({ refunds, ...order }) => ({ ...order, refunds }))
  return answer(200, { records, ...(more && { after: skip + PAGE }) })
}
