import { micros, without_exponent } from '#domain/money.ts'
import { country_of, device_of } from '#domain/places.ts'
import { add_days, today_in } from '#domain/windows.ts'
import type { Days } from '#engine/connector.ts'
import { day_table } from '../day_table.ts'
import { map_of } from '../records.ts'
import { report, total } from './report.ts'

// Standard reports have no limit of age (support.google.com/analytics/answer/7667196). Three years are read, so that a year can be
// compared with the year before.
const history = {
  history_days: 1_120,
  history_source: 'https://support.google.com/analytics/answer/7667196 (read 2026-11)',
}
// Google processes events for up to 48 hours (https://support.google.com/analytics/answer/11198161, read 2026-11). Events that
// servers send, and the credit of key events, change for some days more.
const LATE_DAYS = 2
const days = { ...history, overlap_days: 7, late_days: LATE_DAYS }
/** Visits without which a day is doubtful. */
const LEAST = 30
const holes = { column: 'sessions', least: LEAST, total: total('sessions') }
// Google withholds rows of parts with few users, so that a day can have sessions and no row.
const window = { ...days, holes: { ...holes, withholds: true as const } }

// A date comes as YYYYMMDD, counts and amounts as decimal text. The service before this one wrote large amounts with an exponent
// (ncb000gt/node-googleanalytics issue 28, 2013-11), and no document says that this one does not.
const amount = (text: string) => micros(without_exponent(text))
const day = { date: ['date', (text: string) => text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')] } as const
const visits = {
  sessions: ['sessions', BigInt],
  users: ['totalUsers', BigInt],
  new_users: ['newUsers', BigInt],
  engaged_sessions: ['engagedSessions', BigInt],
  conversions: ['keyEvents', without_exponent],
  purchases: ['ecommercePurchases', BigInt],
  revenue_micros: ['purchaseRevenue', amount],
} as const

// Users are distinct people: the number of a day is not the sum over sources, countries or devices. So the platform is asked for each.
const with_views = { ...visits, page_views: ['screenPageViews', BigInt] } as const

// The recommended events of a shop (developers.google.com/analytics/devguides/collection/ga4/ecommerce, read 2026-11). Users are distinct
// people of an event and a day. The filter keeps the report at four rows a day, so that Google folds nothing into '(other)'.
const events = { dimension: 'eventName', values: ['view_item', 'add_to_cart', 'begin_checkout', 'purchase'] }

/**
 * Google keeps a limited number of combinations of a day. The rarest become one row '(other)' of this day.
 * Source: https://support.google.com/analytics/answer/13208658 (read 2026-11).
 * When the date is '(other)' too, the row belongs to no day. The total of the day contains it, and `quality` says that it exists.
 */
const row = <Line extends { date: string }>(line: Line) => (/^\d{4}-/.test(line.date) ? line : null)

const source = {
  source: ['sessionSource', String],
  medium: ['sessionMedium', String],
  channel: ['sessionDefaultChannelGroup', String],
  campaign: ['sessionCampaignName', String],
} as const
const counts = { events: ['eventCount', BigInt], users: ['totalUsers', BigInt] } as const

interface Part {
  date: string
  sessions: bigint
  quality: string
}

const sum_of = (lines: readonly Part[]) => lines.reduce((sum, { sessions }) => sum + sessions, 0n)

const visits_of = report(day, { sessions: visits.sessions })

/**
 * Leaves out days of which Google gives less than half the visits without saying that it withholds any. Reports by source had 2 percent of
 * the rows of a day for at least four days, while its totals were right (googleapis/google-cloud-python issue 17380, 2026-06). Such a day
 * counts as one without a row, so that it is read again, and what is stored of it stays.
 */
const whole_days = <Line extends Part>(read: (days: Days) => AsyncIterable<Line[]>) =>
  async function* (of: Days): AsyncIterable<Line[]> {
    const { lacks: _, ...asked } = of
    const processed = add_days(today_in(of.account.time_zone, of.api.now()), -LATE_DAYS)
    const all =
      of.from < processed ? await map_of(visits_of(asked), ({ date, sessions }) => [date, sessions]) : new Map()
    const is_part = (lines: readonly Line[]) => {
      const [{ date = '' } = {}] = lines
      const visits: bigint = date < processed ? (all.get(date) ?? 0n) : 0n
      const given = sum_of(lines)
      return given * 2n < visits && visits - given >= BigInt(LEAST) && lines.every(({ quality }) => quality === '')
    }
    // Lines come in the order of their days.
    let one: Line[] = []
    for await (const page of read(of)) {
      const read_days = [...Map.groupBy([...one, ...page], ({ date }) => date).values()]
      one = read_days.pop() ?? []
      yield read_days.filter((lines) => !is_part(lines)).flat()
    }
    if (!is_part(one)) yield one
  }

const reports = {
  by_day: report(day, with_views),
  // `countryId` is a code such as JP (Row, analyticsdata v1beta, read 2026-11). Names of countries have several spellings.
  by_country: report({ ...day, country: ['countryId', country_of] }, with_views),
  by_device: report({ ...day, device: ['deviceCategory', device_of] }, with_views),
  by_source: whole_days(report({ ...day, ...source }, visits)),
  by_event: report({ ...day, event_name: ['eventName', String] }, counts, events),
}

export const daily = day_table('web_daily', {
  window: { ...days, holes, slice_days: 90 },
  read: reports.by_day,
  row,
})

// A thresholded report withholds rows with few users. The sum of countries can then be below the day's total.
// Source: subjectToThresholding in ResponseMetaData, analyticsdata v1beta (read 2026-11).
export const by_country_daily = day_table('web_country_daily', {
  window: { ...window, slice_days: 30 },
  read: reports.by_country,
  row,
})

export const by_device_daily = day_table('web_device_daily', {
  window: { ...window, slice_days: 90 },
  read: reports.by_device,
  row,
})

export const by_source_daily = day_table('web_source_daily', {
  window: { ...window, slice_days: 30 },
  read: reports.by_source,
  row,
})

// One visitor can cause many events, so that a small shop has days with many and days without any.
const event_holes = { column: 'users', least: 30, total: total('totalUsers', events), withholds: true } as const

export const by_event_daily = day_table('web_event_daily', {
  window: { ...days, slice_days: 90, holes: event_holes },
  read: reports.by_event,
  row: ({ currency: _, ...line }) => row(line),
})
