// Behavior by day. The platform gives the last 24, 48 or 72 hours and no days, and forgets them after 72 hours. So the 24 hours before
// midnight UTC are read soon after midnight. A stream is due every hour, and has nothing to read while no new day is over.
import { device_of } from '#domain/places.ts'
import { add_days, start_of, today_in } from '#domain/windows.ts'
import type { Api, DailyTotal, Days, RowContext } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { DAY_MS, HOUR_MS } from '#lib/durations.ts'
import { day_table } from '../day_table.ts'
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
import { version } from './version.ts'

export const ZONE = 'UTC'
const history_source =
  'https://learn.microsoft.com/en-us/clarity/setup-and-installation/clarity-data-export-api (72 hours, read 2026-11)'
const ANSWERS = [1, 2, 3]
/** Until this long after midnight, the last 24 hours count as those of the day. */
const IN_TIME_MS = 2 * HOUR_MS

type Dimension = 'Device' | 'URL'

interface Item {
  date: string
  key: string
  figures: Figures
  is_truncated: boolean
  unreadable: string[]
  ended_at: string
  is_final: boolean
}

const ask = async (api: Api, days: number, dimension1?: Dimension): Promise<Insights> =>
  read_insights(
    await api.call({
      path: `/export-data/api/${version.name}/project-live-insights`,
      query: { numOfDays: days, dimension1 },
      schema: insights_schema,
    }),
    dimension1,
  )

const without_visits = () =>
  new VendorRefusal('unavailable', 'Behavior analytics does not answer properly: the visits of an answer are missing.')

/**
 * Visits by the dimension. Without any, the total says whether there were none, or whether the platform is not ready. Without those of a
 * device, the site would have too few. A page without them is left out.
 */
async function ask_by(api: Api, days: number, dimension: Dimension): Promise<Insights> {
  const found = await ask(api, days, dimension)
  if (dimension === 'Device' && found.without_visits.size > 0) throw without_visits()
  if (found.by_key.size > 0) return found
  const total = (await ask(api, days)).by_key.get('')
  if (total?.sessions === 0) return found
  throw without_visits()
}

/** The day that most of the last 24 hours belong to, and whether they are its own hours. */
function clock_of(api: Api) {
  const now_ms = Math.floor(api.now().getTime() / HOUR_MS) * HOUR_MS
  const today = today_in(ZONE, new Date(now_ms))
  const since_midnight_ms = now_ms - Date.parse(start_of(today, ZONE))
  return {
    today,
    newest: since_midnight_ms < DAY_MS / 2 ? add_days(today, -1) : today,
    is_final: since_midnight_ms < IN_TIME_MS,
    ended_at: (days: number) => new Date(now_ms - (days - 1) * DAY_MS).toISOString(),
  }
}

/** The 24 hours of each day of the slice, the newest first. Earlier hours are what a longer answer has more than a shorter one. */
const by = (dimension: Dimension, shown: (key: string) => string) =>
  async function* ({ api, from, to }: Days): AsyncIterable<Item[]> {
    const { newest, is_final, ended_at } = clock_of(api)
    let shorter: Insights | undefined
    for (const days of ANSWERS) {
      const date = add_days(newest, 1 - days)
      if (date < from || date > to) continue
      if (days > 1) shorter ??= await ask_by(api, days - 1, dimension)
      const answer = await ask_by(api, days, dimension)
      const { is_truncated } = answer
      const unknown = [...answer.without_visits, ...(shorter?.without_visits ?? [])].map(() => 'visits of pages')
      const unreadable = [...answer.unreadable, ...unknown]
      const read = { date, is_truncated, unreadable, ended_at: ended_at(days), is_final }
      yield items(folded(without(answer, shorter), shown), read)
      shorter = answer
    }
  }

const without = ({ by_key }: Insights, shorter: Insights | undefined): [string, Figures][] =>
  [...by_key].flatMap(([key, figures]): [string, Figures][] => {
    // All visits of the longer time would count as those of the earlier hours.
    if (shorter?.without_visits.has(key)) return []
    const newer = shorter?.by_key.get(key)
    return [[key, newer ? difference(figures, newer) : figures]]
  })

function folded(rows: readonly [string, Figures][], shown: (key: string) => string): Map<string, Figures> {
  const found = new Map<string, Figures>()
  for (const [key, figures] of rows)
    if (figures.sessions > 0 || figures.bot_sessions) found.set(shown(key), sum(found.get(shown(key)), figures))
  return found
}

/** What could not be read counts once for an answer. */
const items = (rows: ReadonlyMap<string, Figures>, read: Omit<Item, 'key' | 'figures'>): Item[] =>
  [...rows].map(([key, figures], at) => ({ ...read, key, figures, unreadable: at === 0 ? read.unreadable : [] }))

const device = (word: string) => (/^pc$/i.test(word) ? 'desktop' : device_of(word))

/** Without query and fragment, which advertising platforms fill with ids of single clicks. */
const page = (url: string) => url.split(/[?#]/, 1)[0]!

function figures_of({ figures, date, ended_at, is_final, unreadable }: Item, context: RowContext) {
  for (const what of unreadable) context.unreadable?.(what)
  const of = <Name extends keyof Figures, Value>(names: readonly Name[], write: (value: number) => Value) =>
    Object.fromEntries(names.map((name) => [name, figures[name] === null ? null : write(figures[name])])) as Record<
      Name,
      Value | null
    >
  return {
    date,
    ended_at,
    is_final,
    sessions: BigInt(Math.round(figures.sessions)),
    ...of(COUNTS, (value) => BigInt(Math.round(value))),
    ...of(WEIGHTED, (value) => value.toFixed(6)),
  }
}

const COMPARED = ['sessions', 'dead_clicks', 'rage_clicks'] as const

/**
 * The answer without a dimension is the site's own total. Later in the day it is that of other hours, so it is not asked for. It comes
 * minutes after the answer by device, so both can differ by a few visits.
 */
const total: DailyTotal = {
  measures: Object.fromEntries(COMPARED.map((name) => [name, { is_estimate: true }])),
  async read({ api, from, to }) {
    const { newest: date, is_final } = clock_of(api)
    if (!is_final || date < from || date > to) return []
    const figures = (await ask(api, 1)).by_key.get('')
    const known = COMPARED.flatMap((name) => (figures?.[name] == null ? [] : [[name, BigInt(figures[name])] as const]))
    return [{ date, measures: Object.fromEntries(known) }]
  },
}

export const daily = day_table('behavior_daily', {
  // 72 hours always have the hours of two days that are over.
  window: { history_days: 2, history_source, overlap_days: 0, today_once: true },
  total,
  read: by('Device', device),
  row: (item, context) => ({ ...figures_of(item, context), device: item.key }),
})

export const pages = day_table('behavior_page_daily', {
  // An answer has at most 1,000 rows, so the pages of earlier hours are less certain, and not worth calls of the day.
  window: { history_days: 1, history_source, overlap_days: 0, today_once: true },
  read: by('URL', page),
  row: (item, context) => ({
    ...figures_of(item, context),
    page: item.key,
    quality: item.is_truncated ? 'truncated' : '',
  }),
})
