// Reads lists of TikTok's Business API.
import { z } from 'zod'
import type { Api, Query } from '#engine/connector.ts'

const PAGE = 1_000

/** A list of one advertiser, page by page. The slash at the end of a path is compulsory. */
export const read_list = <Item>(
  api: Pick<Api, 'pages'>,
  path: string,
  item: z.ZodType<Item>,
  query: Query,
): AsyncIterable<Item[]> =>
  api.pages({
    path,
    query: { ...query, page: 1, page_size: PAGE },
    schema: z.object({
      data: z.object({
        list: z.array(item),
        page_info: z.object({ page: z.number(), total_page: z.number(), total_number: z.number().nullish() }),
      }),
    }),
    records: ({ data }) => data.list,
    left: ({ data: { page_info } }, { records }) => (page_info.total_number ?? 0) - records,
    total: ({ data: { page_info } }) => page_info.total_number ?? undefined,
    next: ({ data: { page_info } }) =>
      page_info.page < page_info.total_page ? { query: { page: page_info.page + 1 } } : null,
  })
