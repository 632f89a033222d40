import { z } from 'zod'
import { type Account, type Api, window_stream } from '#engine/connector.ts'

// Google keeps sixteen months (Search Central, 2020-12-28); what is not read in that time is lost.
const START_DAYS = 480
// Data are final after two to three days (developers.google.com/webmaster-tools/v1/how-tos/all-your-data, read 2026-11);
// each answer says from which day on it is not.
const OVERLAP_DAYS = 7
/** The most a page may hold (SearchAnalyticsQueryRequest.rowLimit, searchconsole v1, read 2026-11). */
const ROWS_OF_A_PAGE = 25_000

// A last page has no `rows` at all; a row without impressions has no position.
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
  metadata: z.object({ firstIncompleteDate: z.string().optional() }).default({}),
})

type Item = z.output<typeof answer_schema>['rows'][number] & { is_final: boolean }

/** Rows by date and by what else is named, the fresh days too. */
function by(...dimensions: string[]) {
  return ({
    api,
    account,
    from,
    to,
  }: {
    api: Api
    account: Account
    from: string
    to: string
  }): AsyncIterable<Item[]> => {
    const body = {
      startDate: from,
      endDate: to,
      dimensions: ['DATE', ...dimensions],
      type: 'WEB',
      dataState: 'ALL',
      rowLimit: ROWS_OF_A_PAGE,
    }
    return api.pages({
      path: `/webmasters/v3/sites/${encodeURIComponent(account.account_id)}/searchAnalytics/query`,
      body,
      schema: answer_schema,
      records: ({ rows, metadata: { firstIncompleteDate } }) =>
        rows.map((row) => ({
          ...row,
          is_final: firstIncompleteDate === undefined || (row.keys[0] ?? '') < firstIncompleteDate,
        })),
      // The API gives no total: a page that is not full is the last.
      next: ({ rows }, { pages }) =>
        rows.length < ROWS_OF_A_PAGE ? null : { body: { ...body, startRow: pages * ROWS_OF_A_PAGE } },
    })
  }
}

function figures(item: Item, account: Account) {
  return {
    site_url: account.account_id,
    date: item.keys[0]!,
    clicks: BigInt(item.clicks),
    impressions: BigInt(item.impressions),
    position_weighted: (item.position * item.impressions).toFixed(6),
    is_final: item.is_final,
  }
}

export const daily = window_stream({
  into: ['seo_daily'],
  every: '6h',
  window: { start_days: START_DAYS, overlap_days: OVERLAP_DAYS, slice_days: 120 },
  read: by(),
  rows: (item, { account }) => ({ seo_daily: figures(item, account) }),
})

// Rare queries are not named, and of a day at most 50,000 rows are handed out, most clicked first
// (developers.google.com/search/blog/2022/10/performance-data-deep-dive, read 2026-11): the site's day is read on its own.
export const queries = window_stream({
  into: ['seo_query_daily'],
  every: '6h',
  window: { start_days: START_DAYS, overlap_days: OVERLAP_DAYS, slice_days: 10 },
  read: by('QUERY'),
  rows: (item, { account }) => ({ seo_query_daily: { ...figures(item, account), query: item.keys[1]! } }),
})

export const pages = window_stream({
  into: ['seo_page_daily'],
  every: '6h',
  window: { start_days: START_DAYS, overlap_days: OVERLAP_DAYS, slice_days: 10 },
  read: by('PAGE'),
  rows: (item, { account }) => ({ seo_page_daily: { ...figures(item, account), page: item.keys[1]! } }),
})
