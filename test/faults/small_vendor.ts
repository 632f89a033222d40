// A vendor made for the simulation: few records, every kind of stream, accounts in several time zones, pages that are empty,
// changes that become visible late. It remembers everything it ever handed out and knows what must be stored in the end.
import type { FastifyRequest } from 'fastify'
import { Temporal } from 'temporal-polyfill'
import type { Vendor } from '../../sandbox/vendor.ts'
import { type Chance, chance } from '../../sandbox/world/random.ts'

export const PLATFORM = 'small'
export const HOST = 'api.small.example'
/** Days that this vendor may still change; the connector's overlap is the same. */
export const RESTATED_DAYS = 2
/** A change shows up in lists this late at most, which is below the connector's overlap. */
const LATE_MAX_MS = 8 * 60_000
const HISTORY_DAYS = 12
const ADS = 5
const ORDERS = 7
const PAGE = 4
const DAY_MS = 86_400_000

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
  /** The same ads, for a stream that does not sweep. */
  posts: Ad[]
}
type Kind = keyof Truth

type KeptOrder = Order & { account: string; visible_at: number; before?: Order }

export const key_of: { [K in Kind]: (record: Truth[K][number]) => string } = {
  daily: ({ account, campaign, date }) => `${date} ${account} ${campaign}`,
  search: ({ account, date }) => `${date} ${account}`,
  orders: ({ id, changed_at }) => `${changed_at} ${id}`,
  ads: ({ account, id }) => `${account} ${id}`,
  posts: ({ account, id }) => `${account} ${id}`,
}

export type SmallWorld = ReturnType<typeof create_small_world>

export function create_small_world(
  { seed, names, is_late }: { seed: number; names: readonly string[]; is_late: boolean },
  now: () => number,
) {
  const accounts = names.map((id): Account => ({ id, name: `Account ${id}`, time_zone: zones[id]! }))
  const born = now()
  const edits = new Map<string, { times: number; gone: boolean }>()
  const ads = accounts.flatMap(({ id }) =>
    Array.from({ length: ADS }, (_, n): Ad => ({ account: id, id: `${id}-${n}`, name: `Ad ${n}` })),
  )
  const orders = new Map<string, KeptOrder>()
  const served = new Set<string>()
  for (const { id } of accounts)
    for (let n = 0; n < ORDERS; n++) put_order(chance(seed, id, n), id, n, born - (ORDERS - n) * 7 * 3_600_000, 0)

  function put_order(dice: Chance, account: string, n: number, changed_at: number, late_ms: number) {
    const id = `${account}-${n}`
    const kept = orders.get(id)
    const before = kept && (kept.visible_at <= now() ? shown(kept) : kept.before)
    const parts = (max: number) => Array.from({ length: dice.whole(0, max) }, (_, at) => `${id}-${at}`)
    orders.set(id, {
      account,
      id,
      changed_at: new Date(Math.max(changed_at, kept ? Date.parse(kept.changed_at) + 1 : 0)).toISOString(),
      total: dice.whole(1, 9999),
      lines: parts(3).map((line) => ({ id: line, quantity: dice.whole(1, 9) })),
      refunds: parts(2).map((refund) => ({ id: refund, amount: dice.whole(1, 99) })),
      visible_at: changed_at + late_ms,
      before,
    })
  }

  const today = (account: Account) => zoned(account, now()).toPlainDate()

  function days(account: Account) {
    const last = today(account)
    const count = HISTORY_DAYS + Math.ceil((now() - born) / DAY_MS)
    return Array.from({ length: count }, (_, age) => ({ date: last.subtract({ days: age }).toString(), age })).reverse()
  }

  /** What a day's figure is as known now; undefined where the day has none. */
  function figure(account: Account, what: string, { date, age }: { date: string; age: number }): number | undefined {
    const edit = edits.get(`${account.id} ${date}`)
    const whole = chance(seed, account.id, what, date).whole(0, 999) + 1000 * (edit?.times ?? 0)
    if (edit?.gone || whole % 9 === 0) return undefined
    return age === 0 ? Math.floor((whole * zoned(account, now()).hour) / 24) : whole
  }

  const read: { [K in Kind]: (account: Account) => Truth[K] } = {
    daily: (account) =>
      days(account).flatMap((day) =>
        ['one', 'two'].flatMap((campaign) => {
          const spend = figure(account, campaign, day)
          return spend === undefined
            ? []
            : [{ account: account.id, campaign, date: day.date, spend, clicks: spend % 13 }]
        }),
      ),
    search: (account) =>
      days(account).flatMap((day) => {
        const clicks = figure(account, 'search', day)
        const is_final = day.age > 1
        return clicks === undefined
          ? []
          : [{ account: account.id, date: day.date, clicks: is_final ? clicks : Math.floor(clicks * 0.7), is_final }]
      }),
    orders: (account) =>
      [...orders.values()]
        .filter((order) => order.account === account.id)
        .flatMap((order) => (order.visible_at <= now() ? shown(order) : (order.before ?? []))),
    ads: (account) => ads.filter((ad) => ad.account === account.id),
    posts: (account) => ads.filter((ad) => ad.account === account.id),
  }

  return {
    accounts,
    /** Whether exactly this was ever handed out. */
    was_served: (kind: Kind, record: unknown) => served.has(`${kind} ${JSON.stringify(record)}`),

    list<K extends Kind>(kind: K, account: Account): Truth[K] {
      const found = read[kind](account)
      for (const record of found) served.add(`${kind} ${JSON.stringify(record)}`)
      return found
    },

    truth(): Truth {
      const all = <K extends Kind>(kind: K) => accounts.flatMap((account) => read[kind](account) as Truth[K][number][])
      return {
        daily: all('daily'),
        search: all('search'),
        orders: all('orders'),
        ads: all('ads'),
        posts: all('posts'),
      }
    },

    /** Something happens: a day is restated or withdrawn, orders come or change, ads come and go. */
    change(dice: Chance) {
      const account = dice.pick(accounts)
      const date = today(account)
        .subtract({ days: dice.whole(0, RESTATED_DAYS) })
        .toString()
      const edit = edits.get(`${account.id} ${date}`) ?? { times: 0, gone: false }
      edits.set(`${account.id} ${date}`, { times: edit.times + 1, gone: dice.yes(0.25) })
      for (let n = dice.whole(0, 3); n > 0; n--) {
        const late_ms = is_late && dice.yes(0.5) ? dice.whole(0, LATE_MAX_MS) : 0
        put_order(dice, account.id, dice.whole(0, ORDERS + 4), now() - dice.whole(0, 60_000), late_ms)
      }
      const at = dice.whole(0, ads.length)
      const found = ads[at]
      if (found && dice.yes(0.5)) ads.splice(at, 1)
      else {
        const ad = {
          account: account.id,
          id: `${account.id}-${dice.whole(0, ADS + 3)}`,
          name: `Ad of ${dice.whole(0, 99)}`,
        }
        const known = ads.findIndex((one) => one.account === ad.account && one.id === ad.id)
        ads.splice(known < 0 ? ads.length : known, known < 0 ? 0 : 1, ad)
      }
    },
  }
}

const zoned = ({ time_zone }: Account, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(time_zone)

const shown = ({ id, changed_at, total, lines, refunds }: Order): Order => ({ id, changed_at, total, lines, refunds })

// ---- over HTTP ---------------------------------------------------------------------------------------------------------

interface Asked {
  account: string
  from?: string
  to?: string
  since?: string
  after?: string
}

/** `world` is the one of the seed that runs. */
export function small_vendor(world: () => SmallWorld): Vendor {
  const answer = (kind: Kind) => (request: FastifyRequest) => {
    const { account, from = '', to = '9', since = '', after = '' } = request.query as Asked
    const owner = world().accounts.find(({ id }) => id === account)!
    const wanted = (world().list(kind, owner) as Truth['daily' & 'orders'][number][])
      .map((record) => ({ record, key: (key_of[kind] as (record: unknown) => string)(record) }))
      .filter(({ record, key }) => key > after.replace('!', '') && in_range(record, from, to, since))
      .sort((one, other) => (one.key < other.key ? -1 : 1))
    // Now and then a page holds nothing though more follow, as some vendors do.
    if (after && !after.endsWith('!') && after.charCodeAt(after.length - 1) % 3 === 0)
      return { records: [], after: `${after}!` }
    const page = wanted.slice(0, PAGE)
    return {
      records: page.map(({ record }) => record),
      after: wanted.length > PAGE ? page.at(-1)!.key : undefined,
    }
  }
  return {
    platform: PLATFORM,
    hosts: [HOST],
    credential: ({ headers }) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? null,
    open: (path) => path === '/token',
    refuse: (state) => ({ status: state === 'revoked' ? 403 : 401, body: { error: state } }),
    throttle: (seconds) => ({ status: 429, headers: { 'retry-after': String(seconds) }, body: { error: 'slow down' } }),
    fail: (status) => ({ status, body: { error: 'broken' } }),
    records: (body) => (body as { records?: unknown[] }).records ?? null,
    routes(app, { tokens }) {
      app.get('/accounts', () => ({ records: world().accounts }))
      for (const kind of ['daily', 'search', 'orders', 'ads', 'posts'] as const) app.get(`/${kind}`, answer(kind))
      app.post<{ Body: { refresh_token: string } }>('/token', (request, reply) => {
        const grant = tokens.refresh(request.body.refresh_token)
        return typeof grant === 'string' ? reply.code(400).send({ error: 'invalid_grant' }) : grant
      })
    },
  }
}

function in_range(record: { date?: string; changed_at?: string }, from: string, to: string, since: string): boolean {
  if (record.date !== undefined) return record.date >= from && record.date <= to
  return record.changed_at === undefined || record.changed_at >= since
}
