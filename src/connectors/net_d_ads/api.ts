// Reads lists of X's Ads API 12 (docs/fundamentals/pagination, read 2026-11).
import { z } from 'zod'
import type { Api, Pace, Query } from '#engine/connector.ts'
import { by_token } from '../by_token.ts'

const PAGE = 1_000
/** Most ids in a request for some records. */
export const IDS_MAX = 200

/** A list, page by page. Deleted records are left out unless they are asked for, and their figures stay. */
export const read_list = <Item>(
  api: Api,
  path: string,
  item: z.ZodType<Item>,
  query: Query = {},
  pace?: Pace,
): AsyncIterable<Item[]> =>
  api.pages(
    by_token({
      path,
      query: { with_deleted: true, count: PAGE, ...query },
      pace,
      list: ['data', z.array(item)],
      token: ['next_cursor', 'cursor'],
    }),
  )
