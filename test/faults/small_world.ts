// The data of the simulation's own vendor: few records of every kind, accounts in several time zones, changes that become visible
// late. It stores everything that it ever sent, and knows what must be stored at the end.
import { type Chance, chance } from '../../sandbox/world/random.ts'

/** Days that this vendor may still change. The connector's overlap is the same. */
export const RESTATED_DAYS = 2
/** Longest delay until a change appears in lists. It is below the connector's overlap. */
const LATE_MAX_MS = 9 * 60_000
const HISTORY_DAYS = 12
const ADS = 5
const ORDERS = 7
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const zones: Record<string, string> = {
  madrid: 'Europe/Madrid',
  angeles: 'America/Los_Angeles',
  lord_howe: 'Australia/Lord_Howe',
  apia: 'Pacific/Apia',
  mexico: 'America/Mexico_City',
}

export interface Account {
  id: string
  name: string
  time_zone: string
}
export interface DayLine {
  account: string
  campaign: string
  date: string
  spend: number
  clicks: number
}
export interface SearchLine {
  account: string
  date: string
  clicks: number
  is_final: boolean
}
export interface Order {
  id: string
  changed_at: string
  total: number
  lines: { id: string; quantity: number }[]
  refunds: { id: string; amount: number }[]
}
export interface Ad {
  account: string
  id: string
  name: string
}
export interface Truth {
  daily: DayLine[]
  search: SearchLine[]
  orders: Order[]
  ads: Ad[]
  /** The same ads, for a stream that does not delete missing records. */
  posts: Ad[]
}
export type Kind = keyof Truth

type KeptOrder = Order & { account: string; visible_at: number; before?: Order }

export const key_of: { [K in Kind]: (record: Truth[K][number]) => string } = {
  daily: ({ account, campaign, date }) => `${date} ${account} ${campaign}`,
  search: ({ account, date }) => `${date} ${account}`,
  orders: ({ id, changed_at }) => `${changed_at} ${id}`,
  ads: ({ account, id }) => `${account} ${id}`,
  posts: ({ account, id }) => `${account} ${id}`,
}

export interface Traits {
  /** Changes may become visible late, and may disappear again before they stay. */
  is_late: boolean
  /** Lists start with the newest change instead of the oldest. */
  newest_first: boolean
  /** The vendor gives its own totals. Without them, only a second read confirms that a row is deleted. */
  has_totals: boolean
}

interface Options {
  seed: number
  names: readonly string[]
  traits: Traits
}

export type SmallWorld = ReturnType<typeof create_small_world>

export function create_small_world({ seed, names, traits }: Options, now: () => number) {
  const accounts = names.map((id): Account => ({ id, name: `Account ${id}`, time_zone: zones[id]! }))
  const { totals, ...days } = create_days(seed, now)
  const orders = create_orders(seed, accounts, now)
  const ads = create_ads(accounts)
  /** The time at which each record was last sent. */
  const served = new Map<string, number>()
  const read: { [K in Kind]: (account: Account) => Truth[K] } = {
    ...days,
    orders: orders.of,
    ads: ads.of,
    posts: ads.of,
  }
  return {
    accounts,
    newest_first: traits.newest_first,
    /** The time at which exactly this record was last sent. Undefined if it never was. */
    served_at: (kind: Kind, record: unknown) => served.get(`${kind} ${JSON.stringify(record)}`),

    list<K extends Kind>(kind: K, account: Account): Truth[K] {
      const found = read[kind](account)
      for (const record of found) served.set(`${kind} ${JSON.stringify(record)}`, now())
      return found
    },

    truth(): Truth {
      const all = <K extends Kind>(kind: K) => accounts.flatMap((account) => read[kind](account) as Truth[K][number][])
      const [daily, search] = [all('daily'), all('search')]
      return { daily, search, orders: all('orders'), ads: all('ads'), posts: all('posts') }
    },

    /** Each day's total of `daily`, also of days without a line. */
    totals: (account: Account) => (traits.has_totals ? totals(account) : undefined),

    orders_at_rest: orders.at_rest,

    /** A random change: a day is restated or withdrawn, orders are added or change, ads are added or deleted. */
    change(dice: Chance) {
      const account = dice.pick(accounts)
      days.restate(dice, account)
      for (let n = dice.whole(0, 3); n > 0; n--) {
        const late_ms = traits.is_late && dice.yes(0.5) ? dice.whole(0, LATE_MAX_MS) : 0
        orders.put(dice, account, { n: dice.whole(0, ORDERS + 4), at: now() - dice.whole(0, 60_000), late_ms })
      }
      ads.change(dice, account)
    },
  }
}

const zoned = ({ time_zone }: Account, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(time_zone)

// ---- days --------------------------------------------------------------------------------------------------------------

function create_days(seed: number, now: () => number) {
  const born = now()
  const edits = new Map<string, { times: number; is_deleted: boolean }>()

  function days(account: Account) {
    const here = zoned(account, now())
    const [last, hour] = [here.toPlainDate(), here.hour]
    const count = HISTORY_DAYS + Math.ceil((now() - born) / DAY_MS)
    return Array.from({ length: count }, (_, age) => ({ date: last.subtract({ days: age }).toString(), age, hour }))
  }

  /** The figure of a day as known now. Undefined when the day has none. */
  function figure({ id }: Account, what: string, { date, age, hour }: ReturnType<typeof days>[number]) {
    const edit = edits.get(`${id} ${date}`)
    const whole = chance(seed, id, what, date).whole(0, 999) + 1000 * (edit?.times ?? 0)
    if (edit?.is_deleted || whole % 9 === 0) return undefined
    return age === 0 ? Math.floor((whole * hour) / 24) : whole
  }

  const lines = (account: Account, day: ReturnType<typeof days>[number]): DayLine[] =>
    ['one', 'two'].flatMap((campaign) => {
      const spend = figure(account, campaign, day)
      if (spend === undefined) return []
      return [{ account: account.id, campaign, date: day.date, spend, clicks: spend % 13 }]
    })
  const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)

  return {
    daily: (account: Account): DayLine[] => days(account).flatMap((day) => lines(account, day)),
    totals: (account: Account) =>
      days(account).map((day) => {
        const all = lines(account, day)
        return {
          date: day.date,
          spend: sum(all.map(({ spend }) => spend)),
          clicks: sum(all.map(({ clicks }) => clicks)),
        }
      }),
    search: (account: Account): SearchLine[] =>
      days(account).flatMap((day) => {
        const clicks = figure(account, 'search', day)
        const is_final = day.age > 1
        if (clicks === undefined) return []
        return [{ account: account.id, date: day.date, clicks: is_final ? clicks : Math.floor(clicks * 0.7), is_final }]
      }),
    restate(dice: Chance, account: Account) {
      const { date } = days(account)[dice.whole(0, RESTATED_DAYS)]!
      const times = (edits.get(`${account.id} ${date}`)?.times ?? 0) + 1
      edits.set(`${account.id} ${date}`, { times, is_deleted: dice.yes(0.25) })
    },
  }
}

// ---- orders and ads ----------------------------------------------------------------------------------------------------

interface Change {
  n: number
  at: number
  late_ms: number
}

function create_orders(seed: number, accounts: readonly Account[], now: () => number) {
  const orders = new Map<string, KeptOrder>()
  let looks = 0
  const shown = ({ id, changed_at, total, lines, refunds }: Order): Order => ({ id, changed_at, total, lines, refunds })

  function put(dice: Chance, { id: account }: Account, { n, at, late_ms }: Change) {
    const id = `${account}-${n}`
    const kept = orders.get(id)
    const parts = (max: number) => Array.from({ length: dice.whole(0, max) }, (_, part) => `${id}-${part}`)
    const changed = Math.max(at, kept ? Date.parse(kept.changed_at) + 1 : 0)
    orders.set(id, {
      account,
      id,
      changed_at: new Date(changed).toISOString(),
      total: dice.whole(1, 9999),
      lines: parts(3).map((line) => ({ id: line, quantity: dice.whole(1, 9) })),
      refunds: parts(2).map((refund) => ({ id: refund, amount: dice.whole(1, 99) })),
      visible_at: at + late_ms,
      before: kept && (kept.visible_at <= now() ? shown(kept) : kept.before),
    })
  }

  for (const account of accounts)
    for (let n = 0; n < ORDERS; n++)
      put(chance(seed, account.id, n), account, { n, at: now() - (ORDERS - n) * 7 * HOUR_MS, late_ms: 0 })
  return {
    put,
    /** Without orders that are not yet permanently visible. */
    at_rest: (): Order[] => [...orders.values()].filter(({ visible_at }) => visible_at <= now()).map(shown),
    of: ({ id }: Account): Order[] =>
      [...orders.values()]
        .filter((order) => order.account === id)
        .flatMap((order) => {
          const is_visible = order.visible_at <= now() || chance(seed, 'look', ++looks).yes(0.3)
          return is_visible ? shown(order) : (order.before ?? [])
        }),
  }
}

function create_ads(accounts: readonly Account[]) {
  const ads = new Map<string, Ad>()
  const put = ({ id: account }: Account, n: number, name: string) =>
    ads.set(`${account}-${n}`, { account, id: `${account}-${n}`, name })
  for (const account of accounts) for (let n = 0; n < ADS; n++) put(account, n, `Ad ${n}`)
  return {
    of: ({ id }: Account): Ad[] => [...ads.values()].filter((ad) => ad.account === id),
    change(dice: Chance, account: Account) {
      const n = dice.whole(0, ADS + 3)
      if (dice.yes(0.4)) ads.delete(`${account.id}-${n}`)
      else put(account, n, `Ad of ${dice.whole(0, 99)}`)
    },
  }
}
