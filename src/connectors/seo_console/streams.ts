import { z } from 'zod'
import { country_of, device_of } from '#domain/places.ts'
import type { Account, Days } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { day_table } from '../day_table.ts'
import { version } from './version.ts'

// Google keeps sixteen months. Older data cannot be read any more. A day is delivered after two to three days, rarely later
// (developers.google.com/webmaster-tools/v1/how-tos/all-your-data, read 2026-11).
const history = {
  history_days: 480,
  history_source: 'https://developers.google.com/search/blog/2018/01/introducing-new-search-console (read 2026-11)',
  late_days: 4,
}
// Each answer names the first day that is not final. The days before it can still be restated.
const OVERLAP_DAYS = 7
/** Most rows of a page (SearchAnalyticsQueryRequest.rowLimit, searchconsole v1, read 2026-11). */
const ROWS_OF_A_PAGE = 25_000

/**
 * Google can end a page at a round number that is smaller than was asked for, such as exactly 5,000 rows of each day. So only a page of
 * another number is the last one (MarkEdmondson1234/searchConsoleR issue 48, 2018-12; joshcarty/google-searchconsole issue 15, 2019-02).
 */
const CUT_AT_ROWS = 1_000
const is_cut = (rows: number) => rows >= ROWS_OF_A_PAGE || (rows > 0 && rows % CUT_AT_ROWS === 0)
/** A row that was sent twice displaces no other row. */
const start_after = (rows: number) => rows - (rows % CUT_AT_ROWS)

/**
 * Rows after which an answer ends, whatever follows. Google states them for a day (support.google.com/webmasters/answer/12919192, read
 * 2026-11). Users met them in answers for several days (benpowis/search-console-bq issue 11, 2021-10).
 */
const ROWS_MAX = 50_000

/** Days that end there are asked for in smaller parts. Of a single day Google has no more. */
function check_whole(rows: number, { from, to }: Pick<Days, 'from' | 'to'>): null {
  if (rows === ROWS_MAX && from < to)
    throw new VendorRefusal('too_much', 'the answer ends at 50,000 rows, so rows can be missing.')
  return null
}

// A page after the last has no `rows`. A row without impressions has no position.
const answer_schema = z.object({
  rows: z
    .array(
      z.object({
        keys: z.array(z.string()),
        clicks: z.number().int(),
        impressions: z.number().int(),
        position: z.number().default(0),
      }),
    )
    .default([]),
  // The discovery document and the reference (v1/searchanalytics/query) spell this field differently, and public answers show both
  // (read 2026-11).
  metadata: z
    .object({ firstIncompleteDate: z.string().optional(), first_incomplete_date: z.string().optional() })
    .default({}),
})

type Item = z.output<typeof answer_schema>['rows'][number] & { is_final: boolean }

const path_of = ({ account_id }: Account) =>
  `/webmasters/${version.name}/sites/${encodeURIComponent(account_id)}/searchAnalytics/query`

/** Reads rows by date and the given dimensions, including days that are not final. */
function by(...dimensions: string[]) {
  return ({ api, account, from, to }: Days): AsyncIterable<Item[]> => {
    const body = {
      startDate: from,
      endDate: to,
      dimensions: ['DATE', ...dimensions],
      type: 'WEB',
      dataState: 'ALL',
      rowLimit: ROWS_OF_A_PAGE,
    }
    return api.pages({
      path: path_of(account),
      body,
      schema: answer_schema,
      records: ({ rows, metadata }) => {
        const open_from = metadata.firstIncompleteDate ?? metadata.first_incomplete_date
        return rows.map((row) => ({ ...row, is_final: open_from === undefined || (row.keys[0] ?? '') < open_from }))
      },
      // The API gives no total.
      next: ({ rows }, { records }) =>
        is_cut(rows.length)
          ? { body: { ...body, startRow: start_after(records) } }
          : check_whole(records, { from, to }),
    })
  }
}

// Without dimensions, an answer has one row for all days, or none (SearchAnalyticsQueryRequest, searchconsole v1, read 2026-11).
const total_schema = z.object({ rows: z.array(z.object({ impressions: z.number().int() })).default([]) })

/** The impressions of the site in some days together. */
async function total({ api, account, from, to }: Days) {
  const { rows } = await api.call({
    path: path_of(account),
    body: { startDate: from, endDate: to, type: 'WEB', dataState: 'ALL' },
    schema: total_schema,
  })
  return BigInt(rows[0]?.impressions ?? 0)
}

const holes = { column: 'impressions', least: 30, total }
const window = { ...history, overlap_days: OVERLAP_DAYS, holes }

function figures(item: Item) {
  return {
    date: item.keys[0]!,
    clicks: BigInt(item.clicks),
    impressions: BigInt(item.impressions),
    position_weighted: (item.position * item.impressions).toFixed(6),
    is_final: item.is_final,
  }
}

export const daily = day_table('seo_daily', {
  every: '6h',
  window: { ...window, slice_days: 120 },
  read: by(),
  row: figures,
})

// Google leaves out rare queries, and returns at most 50,000 rows of a day for each site and type of search, those with most clicks
// first. Nothing in an answer says so. The totals of a site are therefore read separately, and queries and pages can be below them
// (support.google.com/webmasters/answer/12919192, read 2026-11).
export const queries = day_table('seo_query_daily', {
  every: '6h',
  window: { ...window, slice_days: 10, holes: { ...holes, withholds: true } },
  read: by('QUERY'),
  row: (item) => ({ ...figures(item), query: item.keys[1]! }),
})

export const pages = day_table('seo_page_daily', {
  every: '6h',
  window: { ...window, slice_days: 10 },
  read: by('PAGE'),
  row: (item) => ({ ...figures(item), page: item.keys[1]! }),
})

// Countries (alpha-3, lower case) and devices are not withheld. Without queries and pages, Google counts by property, as for the totals
// of a site, so the rows add up to them (ApiDimension and AggregationType, searchconsole v1, read 2026-11).
export const places = day_table('seo_place_daily', {
  every: '6h',
  window: { ...window, slice_days: 30 },
  read: by('COUNTRY', 'DEVICE'),
  row: (item) => ({
    ...figures(item),
    country: country_of(item.keys[1]!),
    device: device_of(item.keys[2]!),
  }),
})
