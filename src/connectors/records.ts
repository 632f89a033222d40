// Records of a platform: their texts, the pages of its lists, and records one by one.
import { z } from 'zod'
import type { VendorRequest } from '#engine/connector.ts'

/** Optional texts of a vendor's record, by name. */
export const texts = <const K extends string>(...names: K[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.string().nullish()])) as Record<K, Text>)
type Text = z.ZodOptional<z.ZodNullable<z.ZodString>>

/** The paths of the fields that a record reads, such as 'settings.title', for a request that names them. A list is one field. */
export const field_paths = (record: z.ZodObject): string[] =>
  Object.entries(record.shape).flatMap(([name, field]) => {
    const below = object_in(field)
    return below ? field_paths(below).map((path) => `${name}.${path}`) : [name]
  })

/** The object that a field can have. */
const object_in = (field: unknown): z.ZodObject | undefined => {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) return object_in(field.unwrap())
  return field instanceof z.ZodObject ? field : undefined
}

/** Parts of a list, each with at most this number of items. */
export const batches = <Item>(items: readonly Item[], most: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, at) => items.slice(at * most, (at + 1) * most))

/** Every record of a list. */
export async function all_of<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const all: Item[] = []
  for await (const page of pages) all.push(...page)
  return all
}

/** What a list says of each key. The last record of a key counts. */
export const map_of = async <Item, Key, Value>(
  pages: AsyncIterable<readonly Item[]>,
  entry: (record: Item) => readonly [Key, Value],
): Promise<Map<Key, Value>> => new Map((await all_of(pages)).map(entry))

/** The first page of a list. No other page is requested. */
export async function first_page<Item>(pages: AsyncIterable<Item[]>): Promise<Item[]> {
  for await (const page of pages) return page
  return []
}

/** The pages of a list, with what `of` makes of each record, one after the other. */
export async function* mapped<Item, Made>(
  pages: AsyncIterable<readonly Item[]>,
  of: (record: Item) => Made | Promise<Made>,
): AsyncGenerator<Made[]> {
  for await (const page of pages) yield await one_by_one(page, of)
}

/** Reads for each of some things, one after the other, on a platform that has no request for several of them. */
export async function one_by_one<Item, Found>(
  items: readonly Item[],
  read: (item: Item) => Found | Promise<Found>,
): Promise<Found[]> {
  const found: Found[] = []
  for (const item of items) found.push(await read(item))
  return found
}

/** Reads for all of some things, `most` in a request. */
export const in_batches = async <Item, Found>(
  items: readonly Item[],
  most: number,
  read: (some: Item[]) => Promise<readonly Found[]>,
): Promise<Found[]> => (await one_by_one(batches(items, most), read)).flat()

/** The request for a record that may not exist. Status 404 then stands for null. */
export const or_null = <Body>({ schema, ...request }: VendorRequest<Body>): VendorRequest<Body | null> => ({
  ...request,
  schema: schema.nullable(),
  if_not_found: () => null,
})
