import { micros } from '#domain/money.ts'
import { country_of, device_of } from '#domain/places.ts'
import { type Account, window_stream } from '#engine/connector.ts'
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
const by_day = report(['date'], with_views)
// `countryId` is a code such as JP (Row, analyticsdata v1beta, read 2026-11). Names of countries have several spellings.
const by_country = report(['date', 'countryId'], with_views)
const by_device = report(['date', 'deviceCategory'], with_views)
const by_source = report(
  ['date', 'sessionSource', 'sessionMedium', 'sessionDefaultChannelGroup', 'sessionCampaignName'],
  metrics,
)

// The recommended events of a shop (developers.google.com/analytics/devguides/collection/ga4/ecommerce, read 2026-11). Users are distinct
// people of an event and a day. The filter keeps the report at four rows a day, so that Google folds nothing into '(other)'.
const events = { dimension: 'eventName', values: ['view_item', 'add_to_cart', 'begin_checkout', 'purchase'] }
const by_event = report(['date', 'eventName'], ['eventCount', 'totalUsers'], events)

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

export const daily = window_stream({
  into: ['web_daily'],
  every: '1h',
  window: { ...days, holes, slice_days: 90 },
  read: ({ api, account, ...days }) => by_day(api, account, days),
  rows: (line, { account }) => (has_day(line) ? { web_daily: visits(line, account) } : {}),
})

// A thresholded report withholds rows with few users. The sum of countries can then be below the day's total.
// Source: subjectToThresholding in ResponseMetaData, analyticsdata v1beta (read 2026-11).
export const by_country_daily = window_stream({
  into: ['web_country_daily'],
  every: '1h',
  window: { ...window, slice_days: 30 },
  read: ({ api, account, ...days }) => by_country(api, account, days),
  rows: (line, { account }) =>
    has_day(line)
      ? { web_country_daily: { ...visits(line, account), country: country_of(line.values.countryId) } }
      : {},
})

export const by_device_daily = window_stream({
  into: ['web_device_daily'],
  every: '1h',
  window: { ...window, slice_days: 90 },
  read: ({ api, account, ...days }) => by_device(api, account, days),
  rows: (line, { account }) =>
    has_day(line)
      ? { web_device_daily: { ...visits(line, account), device: device_of(line.values.deviceCategory) } }
      : {},
})

export const by_source_daily = window_stream({
  into: ['web_source_daily'],
  every: '1h',
  window: { ...window, slice_days: 30 },
  read: ({ api, account, ...days }) => by_source(api, account, days),
  rows: (line, { account }) =>
    has_day(line)
      ? {
          web_source_daily: {
            property_id: account.account_id,
            ...figures(line),
            source: line.values.sessionSource,
            medium: line.values.sessionMedium,
            channel: line.values.sessionDefaultChannelGroup,
            campaign: line.values.sessionCampaignName,
          },
        }
      : {},
})

export const by_event_daily = window_stream({
  into: ['web_event_daily'],
  every: '1h',
  // One visitor can cause many events, so that a small shop has days with many and days without any.
  window: {
    ...days,
    slice_days: 90,
    holes: { column: 'users', least: 30, total: total('totalUsers', events), withholds: true },
  },
  read: ({ api, account, ...days }) => by_event(api, account, days),
  rows: (line, { account: { account_id: property_id } }) => {
    if (!has_day(line)) return {}
    const { values, quality } = line
    const row = {
      property_id,
      date: date_of(values),
      event_name: values.eventName,
      is_sampled: quality !== '',
      quality,
    }
    return { web_event_daily: { ...row, events: BigInt(values.eventCount), users: BigInt(values.totalUsers) } }
  },
})
