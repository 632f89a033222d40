import { micros } from '#domain/money.ts'
import { country_of, device_of } from '#domain/places.ts'
import {
  type Account,
  type Days,
  type Row,
  type Rows,
  type WarehouseTable,
  type WindowStream,
  window_stream,
} from '#engine/connector.ts'
import { type Line, report, total } from './report.ts'

// Standard reports have no limit of age (support.google.com/analytics/answer/7667196). Three years are read, so that a year can be
// compared with the year before.
const history = {
  history_days: 1_120,
  history_source: 'https://support.google.com/analytics/answer/7667196 (read 2026-11)',
}
// Google processes events for up to 48 hours (https://support.google.com/analytics/answer/11198161, read 2026-11). Events that
// servers send, and the credit of key events, change for some days more.
const days = { ...history, overlap_days: 7, late_days: 2 }
const holes = { column: 'sessions', least: 30, total: total('sessions') }
// Google withholds rows of parts with few users, so that a day can have sessions and no row.
const window = { ...days, holes: { ...holes, withholds: true as const } }

const metrics = [
  'sessions',
  'totalUsers',
  'newUsers',
  'engagedSessions',
  'keyEvents',
  'ecommercePurchases',
  'purchaseRevenue',
] as const

// Users are distinct people: the number of a day is not the sum over sources, countries or devices. So the platform is asked for each.
const with_views = [...metrics, 'screenPageViews'] as const

// The recommended events of a shop (developers.google.com/analytics/devguides/collection/ga4/ecommerce, read 2026-11). Users are distinct
// people of an event and a day. The filter keeps the report at four rows a day, so that Google folds nothing into '(other)'.
const events = { dimension: 'eventName', values: ['view_item', 'add_to_cart', 'begin_checkout', 'purchase'] }

const date_of = ({ date }: { date: string }) => date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')

/** The columns that all tables share. A date comes as YYYYMMDD, counts and amounts as decimal text. */
function figures({ values, currency, quality }: Line<'date' | (typeof metrics)[number]>) {
  return {
    date: date_of(values),
    currency,
    sessions: BigInt(values.sessions),
    users: BigInt(values.totalUsers),
    new_users: BigInt(values.newUsers),
    engaged_sessions: BigInt(values.engagedSessions),
    conversions: values.keyEvents,
    purchases: BigInt(values.ecommercePurchases),
    revenue_micros: micros(values.purchaseRevenue),
    is_sampled: quality !== '',
    quality,
  }
}

const visits = (line: Line<'date' | (typeof with_views)[number]>, { account_id: property_id }: Account) => ({
  property_id,
  ...figures(line),
  page_views: BigInt(line.values.screenPageViews),
})

// Google keeps a limited number of combinations of a day. The rarest become one row '(other)' of this day.
// Source: https://support.google.com/analytics/answer/13208658 (read 2026-11).
// When the date is '(other)' too, the row belongs to no day. The total of the day contains it, and `quality` says that it exists.
const has_day = ({ values }: Line<'date'>) => /^\d{8}$/.test(values.date)

/** A stream of lines that each have a day. */
const stream_of = <Field extends string, const T extends WarehouseTable>(
  read: (days: Days) => AsyncIterable<Line<'date' | Field>[]>,
  table: T,
  window: WindowStream<never, never>['window'],
  row_of: (line: Line<'date' | Field>, account: Account) => Row<T>,
) =>
  window_stream({
    into: [table],
    every: '1h',
    window,
    read,
    rows: (line, { account }) => (has_day(line) ? { [table]: row_of(line, account) } : {}) as Rows<T>,
  })

export const daily = stream_of(report(['date'], with_views), 'web_daily', { ...days, holes, slice_days: 90 }, visits)

// A thresholded report withholds rows with few users. The sum of countries can then be below the day's total.
// Source: subjectToThresholding in ResponseMetaData, analyticsdata v1beta (read 2026-11).
export const by_country_daily = stream_of(
  // `countryId` is a code such as JP (Row, analyticsdata v1beta, read 2026-11). Names of countries have several spellings.
  report(['date', 'countryId'], with_views),
  'web_country_daily',
  { ...window, slice_days: 30 },
  (line, account) => ({ ...visits(line, account), country: country_of(line.values.countryId) }),
)

export const by_device_daily = stream_of(
  report(['date', 'deviceCategory'], with_views),
  'web_device_daily',
  { ...window, slice_days: 90 },
  (line, account) => ({ ...visits(line, account), device: device_of(line.values.deviceCategory) }),
)

export const by_source_daily = stream_of(
  report(['date', 'sessionSource', 'sessionMedium', 'sessionDefaultChannelGroup', 'sessionCampaignName'], metrics),
  'web_source_daily',
  { ...window, slice_days: 30 },
  (line, { account_id: property_id }) => ({
    property_id,
    ...figures(line),
    source: line.values.sessionSource,
    medium: line.values.sessionMedium,
    channel: line.values.sessionDefaultChannelGroup,
    campaign: line.values.sessionCampaignName,
  }),
)

// One visitor can cause many events, so that a small shop has days with many and days without any.
const event_holes = { column: 'users', least: 30, total: total('totalUsers', events), withholds: true } as const

export const by_event_daily = stream_of(
  report(['date', 'eventName'], ['eventCount', 'totalUsers'], events),
  'web_event_daily',
  { ...days, slice_days: 90, holes: event_holes },
  ({ values, quality }, { account_id: property_id }) => ({
    property_id,
    date: date_of(values),
    event_name: values.eventName,
    is_sampled: quality !== '',
    quality,
    events: BigInt(values.eventCount),
    users: BigInt(values.totalUsers),
  }),
)
