import { z } from 'zod'
import type { Query } from '#engine/connector.ts'
import { by_offset } from '../by_offset.ts'
import { field_paths } from '../records.ts'

/** Half of the most that a page can have (parameter `count`, read 2026-11), because calls end after two minutes. */
const PAGE_RECORDS = 500

/** The pages of a list, with the fields that `item` reads: whole answers take up to two minutes, after which a call ends. */
export const list_of = <Item extends z.ZodObject<{ id: z.ZodString }>>(
  path: string,
  name: string,
  item: Item,
  query: Query = {},
  id: (one: z.output<Item>) => string = (one) => one.id,
) =>
  by_offset({
    path,
    query: {
      count: PAGE_RECORDS,
      ...query,
      fields: [...field_paths(item).map((field) => `${name}.${field}`), 'total_items'].join(','),
    },
    page_size: 'count',
    list: [name, z.array(item)],
    id,
    total: 'total_items',
  })
