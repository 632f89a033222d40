import { z } from 'zod'
import type { Pace, Query } from '#engine/connector.ts'
import { by_offset } from '../by_offset.ts'

/** The pages of a list, oldest record first, so that new ones come last and move nothing between pages. An empty list can be absent. */
export const list_of = <Item extends { id: string }>(
  path: string,
  name: string,
  item: z.ZodType<Item>,
  query: Query & { limit: number },
  pace?: Pace,
) =>
  by_offset({
    path,
    query: { sort: 'asc', ...query },
    page_size: 'limit',
    pace,
    list: [name, z.array(item).default([])],
    id: ({ id }) => id,
    count: 'count',
  })
