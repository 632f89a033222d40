// Behavior by day. The platform gives the last 24, 48 or 72 hours and no days, and forgets them after 72 hours. So the 24 hours before
// midnight UTC are read soon after midnight. The stream is due every hour, and asks nothing while no new day is over.
import { device_of } from '#domain/places.ts'
import { add_days, start_of, today_in } from '#domain/windows.ts'
import { type Account, type Api, type DailyTotal, window_stream } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import {
  COUNTS,
  difference,
  type Figures,
  type Insights,
  insights_schema,
  read_insights,
  sum,
  WEIGHTED,
} from './answers.ts'

export const ZONE = 'UTC'
const HISTORY_SOURCE =
  'https://learn.microsoft.com/en-us/clarity/setup-and-installation/clarity-data-export-api (72 hours, read 2026-11)'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Until this long after midnight, the last 24 hours are taken for those of the day. */
const IN_TIME_MS = 2 * HOUR_MS

interface Days {
  api: Api
  from: string
  to: string
}

interface Item {
  date: string
  key: string
  figures: Figures
  is_truncated: boolean
  unreadable: string[]
  ended_at: string
  is_final: boolean
}

const ask = async (api: Api, days: number, dimension1?: 'Device' | 'URL'): Promise<Insights> =>
  read_insights(
    await api.call({
      path: '/export-data/api/v1/project-live-insights',
      query: { numOfDays: days, dimension1 },
      schema: insights_schema,
    }),
    dimension1,
  )

/** Visits by the dimension. Without any, the total says whether there were none, or whether the platform is not ready. */
async function ask_by(api: Api, days: number, dimension: 'Device' | 'URL'): Promise<Insights> {
  const found = await ask(api, days, dimension)
  if (found.by_key.size > 0) return found
  const total = (await ask(api, days)).by_key.get('')
  if (total?.sessions === 0) return found
  throw new VendorRefusal(
    'unavailable',
    'Behavior analytics does not answer properly: the visits of an answer are missing.',
  )
}

/** The hours of an answer, to the hour: those of the day, or later ones when the day was read late. */
function clock_of(api: Api) {
  const now_ms = Math.floor(api.now().getTime() / HOUR_MS) * HOUR_MS
  const today = today_in(ZONE, new Date(now_ms))
  const is_final = now_ms - Date.parse(start_of(today, ZONE)) < IN_TIME_MS
  return { today, is_final, ended_at: (days: number) => new Date(now_ms - (days - 1) * DAY_MS).toISOString() }
}

/** The days of a slice that are over, the newest first, as numbers of days before today. */
const days_over = (today: string, { from, to }: Pick<Days, 'from' | 'to'>, most: number) =>
  Array.from({ length: most }, (_, n) => n + 1).filter((days) => {
    const day = add_days(today, -days)
    return day >= from && day <= to
  })

const HISTORY_DAYS = 3

/** Hours before the last 24 are what a longer answer has more than a shorter one. */
async function* by_device({ api, ...slice }: Days): AsyncIterable<Item[]> {
  const { today, is_final, ended_at } = clock_of(api)
  let shorter: Insights | undefined
  for (const days of days_over(today, slice, HISTORY_DAYS)) {
    if (days > 1) shorter ??= await ask_by(api, days - 1, 'Device')
    const answer = await ask_by(api, days, 'Device')
    const { is_truncated, unreadable } = answer
    const of_day = [...answer.by_key].map(([key, longer]): [string, Figures] => {
      const newer = shorter?.by_key.get(key)
      return [key, newer ? difference(longer, newer) : longer]
    })
    const read = { date: add_days(today, -days), is_truncated, unreadable, ended_at: ended_at(days), is_final }
    yield items(folded(of_day, device_of_clarity), read)
    shorter = answer
  }
}

async function* by_page({ api, ...slice }: Days): AsyncIterable<Item[]> {
  const { today, is_final, ended_at } = clock_of(api)
  // Pages of earlier hours cannot be told from an answer of at most 1,000 rows.
  if (days_over(today, slice, 1).length === 0) return
  const { by_key, is_truncated, unreadable } = await ask_by(api, 1, 'URL')
  yield items(folded([...by_key], page_of), {
    date: add_days(today, -1),
    is_truncated,
    unreadable,
    ended_at: ended_at(1),
    is_final,
  })
}

function folded(rows: readonly (readonly [string, Figures])[], shown: (key: string) => string): Map<string, Figures> {
  const found = new Map<string, Figures>()
  for (const [key, figures] of rows)
    if (figures.sessions > 0 || figures.bot_sessions) found.set(shown(key), sum(found.get(shown(key)), figures))
  return found
}

/** What could not be read counts once for an answer. */
const items = (rows: ReadonlyMap<string, Figures>, read: Omit<Item, 'key' | 'figures'>): Item[] =>
  [...rows].map(([key, figures], at) => ({ ...read, key, figures, unreadable: at === 0 ? read.unreadable : [] }))

const device_of_clarity = (word: string) => (/^pc$/i.test(word) ? 'desktop' : device_of(word))

/** Without query and fragment, which advertising platforms fill with ids of single clicks. */
const page_of = (url: string) => url.replace(/[?#].*$/s, '')

function figures(
  { figures: { sessions, ...rest }, date, ended_at, is_final, unreadable }: Item,
  context: { account: Account; unreadable?: (what: string) => void },
) {
  for (const what of unreadable) context.unreadable?.(what)
  const of = <Value>(names: readonly (keyof typeof rest)[], write: (value: number) => Value) =>
    Object.fromEntries(names.map((name) => [name, rest[name] === null ? null : write(rest[name])]))
  return {
    ...{ account_id: context.account.account_id, date, ended_at, is_final, sessions: BigInt(Math.round(sessions)) },
    ...of(COUNTS, (value) => BigInt(Math.round(value))),
    ...of(WEIGHTED, (value) => value.toFixed(6)),
  }
}

/** The answer without a dimension is the site's own total. Later in the day it is that of other hours, so it is not asked for. */
const total: DailyTotal = {
  measures: { sessions: {}, dead_clicks: {}, rage_clicks: {} },
  async read({ api, from, to }) {
    const { today, is_final } = clock_of(api)
    if (!is_final || days_over(today, { from, to }, 1).length === 0) return []
    const found = (await ask(api, 1)).by_key.get('')
    if (!found) return []
    const measures = Object.entries({
      sessions: found.sessions,
      dead_clicks: found.dead_clicks,
      rage_clicks: found.rage_clicks,
    })
    const known = measures.flatMap(([name, value]) =>
      value === null ? [] : [[name, BigInt(Math.round(value))] as const],
    )
    return [{ date: add_days(today, -1), measures: Object.fromEntries(known) }]
  },
}

export const daily = window_stream({
  into: ['behavior_daily'],
  every: '1h',
  window: { history_days: HISTORY_DAYS, history_source: HISTORY_SOURCE, overlap_days: 0 },
  total,
  read: by_device,
  rows: (item: Item, context) => ({ behavior_daily: { ...figures(item, context), device: item.key } }),
})

export const pages = window_stream({
  into: ['behavior_page_daily'],
  every: '1h',
  window: { history_days: 1, history_source: HISTORY_SOURCE, overlap_days: 0 },
  read: by_page,
  rows: (item: Item, context) => ({
    behavior_page_daily: { ...figures(item, context), page: item.key, quality: item.is_truncated ? 'truncated' : '' },
  }),
})
