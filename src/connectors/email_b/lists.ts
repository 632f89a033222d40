import { z } from 'zod'
import type { Query } from '#engine/connector.ts'
import { by_offset } from '../by_offset.ts'

/** Half of the most that a page can have (parameter `count`, read 2026-11), because calls end after two minutes. */
const PAGE_RECORDS = 500

interface Listed<Item> {
  name: string
  item: z.ZodType<Item>
  /** Whole answers take up to two minutes, after which a call ends. */
  fields: readonly string[]
  /** Default: the field `id`. */
  id?: (item: Item) => string
}

/** The pages of a list, with some fields of each record. */
export const list_of = <Item extends { id: string }>(
  path: string,
  { name, item, fields, id = (one) => one.id }: Listed<Item>,
  query: Query = {},
) =>
  by_offset({
    path,
    query: {
      count: PAGE_RECORDS,
      ...query,
      fields: [...fields.map((field) => `${name}.${field}`), 'total_items'].join(','),
    },
    page_size: 'count',
    schema: z
      .object({ [name]: z.array(item), total_items: z.number() })
      .transform((body) => ({ list: body[name] as Item[], total: body.total_items as number })),
    list: ({ list }) => list,
    id,
    total: ({ total }) => total,
  })
