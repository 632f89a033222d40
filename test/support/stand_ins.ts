// A stand-in for each published tool that is not built yet: its published name, scopes, module and parameters, over work of its kind on
// rows that every test has. A new kind of tool is one more entry of `kinds`.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Scope } from '#engine/access/scopes.ts'
import type { Fields } from '#engine/fields.ts'
import { type Area, type Tool, tool } from '#engine/tool.ts'
import { not_built, type Parameter, type PublishedTool, published } from '../contract/published.ts'

type Facts = Pick<Tool, 'about' | 'keywords' | 'scopes' | 'module' | 'input' | 'example'>
interface Kind {
  names: RegExp
  make: (facts: Facts) => Tool
}

/** The first whose pattern fits the name. */
const kinds: Kind[] = [
  { names: /^(list|query|read)_/, make: list_tool },
  { names: /^(get|revisar|analizar|auditar|preparar|estado|quick)_/, make: read_tool },
  { names: /./, make: write_tool },
]

/** A page of contacts, with how many there are. */
function list_tool(facts: Facts): Tool {
  return tool({
    ...facts,
    effect: 'read',
    result: {
      rows: z.array(z.strictObject({ contact_id: z.uuid(), full_name: z.string().nullable() })).describe('Rows.'),
      count: z.int().describe('Rows in this answer.'),
      total: z.int().describe('Rows there are.'),
    },
    async run({ limit }, { db }) {
      const found = await db
        .selectFrom('contacts')
        .select(['contact_id', 'full_name'])
        .select(sql<bigint>`count(*) over ()`.as('total'))
        .orderBy('contact_id')
        .limit(typeof limit === 'number' ? limit : 50)
        .execute()
      const rows = found.map(({ total: _, ...row }) => row)
      return { rows, count: rows.length, total: Number(found[0]?.total ?? 0) }
    },
  })
}

/** Figures of a window, of two tables. */
function read_tool(facts: Facts): Tool {
  return tool({
    ...facts,
    effect: 'read',
    result: {
      platforms: z
        .array(z.strictObject({ platform: z.string(), spend: z.number(), clicks: z.number() }))
        .describe('By platform.'),
      orders: z.int().describe('Orders of the store.'),
    },
    async run({ days_back }, { db, now }) {
      const from = new Date(now.getTime() - (typeof days_back === 'number' ? days_back : 30) * 86_400_000)
      const { rows } = await sql<{ platform: string; spend: string; clicks: string }>`
        select platform, sum(spend_micros) / 1000000 as spend, sum(clicks) as clicks from campaign_daily
        where date >= ${from.toISOString().slice(0, 10)} group by platform order by platform`.execute(db)
      const { orders } = await db
        .selectFrom('store_orders')
        .select(db.fn.countAll<bigint>().as('orders'))
        .where('ordered_at', '>=', from.toISOString())
        .executeTakeFirstOrThrow()
      const platforms = rows.map((row) => ({ ...row, spend: Number(row.spend), clicks: Number(row.clicks) }))
      return { platforms, orders: Number(orders) }
    },
  })
}

/** A row of its own. */
function write_tool(facts: Facts): Tool {
  return tool({
    ...facts,
    effect: 'write',
    result: { contact_id: z.uuid().describe('The new row.') },
    run: (_, { db }) =>
      db.insertInto('contacts').values({ full_name: 'stand-in' }).returning('contact_id').executeTakeFirstOrThrow(),
  })
}

/** What a parameter's name says of its type, where the type is not published. */
const types_by_name: [RegExp, Parameter][] = [
  [/(events|channels|tags|platforms|steps|engines|screenshots|_ids|_names|categories)$/, { type: 'array' }],
  [/(^|_)id$/, { type: 'string', format: 'uuid' }],
  [/^date_/, { type: 'string', format: 'date' }],
  [/(^is_|_only$|^all$|^apply$|^enabled$|^active$|recovered|accepted)/, { type: 'boolean' }],
  [/^(limit|days_back|count|hours|sort_order|current_step_n)$/, { type: 'integer', minimum: 1, maximum: 1_000 }],
  [/(value|amount|pct|threshold|priority|position_|budget|score|target|reach)/, { type: 'number' }],
  [/^spec$|^config$/, { type: 'object' }],
]

const text = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .refine((given) => !given.includes('\0'), 'must not contain a NUL character')

/** A schema of the parameter, and a value that it takes. */
function field_of(name: string, given: Parameter): { schema: z.ZodType; example: unknown } {
  const is_known = given.type !== undefined || given.enum !== undefined
  const guessed = types_by_name.find(([pattern]) => pattern.test(name))?.[1]
  const {
    type = 'string',
    format,
    enum: values,
    minimum = -1e9,
    maximum = 1e9,
  } = is_known && guessed?.type !== 'integer' ? given : { ...given, ...guessed }
  if (values) return { schema: z.enum(values), example: values[0] }
  if (format === 'uuid') return { schema: z.uuid(), example: '01980000-0000-7000-8000-000000000000' }
  if (format === 'date') return { schema: z.iso.date(), example: '2026-11-01' }
  if (type === 'boolean') return { schema: z.boolean(), example: true }
  if (type === 'array') return { schema: z.array(text).max(20), example: ['a word'] }
  if (type === 'object') return { schema: z.record(text, z.unknown()), example: { a: 1 } }
  if (type === 'integer') return { schema: z.int().min(minimum).max(maximum), example: Math.max(1, minimum) }
  if (type === 'number') return { schema: z.number().min(minimum).max(maximum), example: Math.max(1, minimum) }
  return { schema: text, example: 'a word' }
}

function stand_in(name: string, { scopes, module, parameters }: PublishedTool): Tool {
  const input: Record<string, z.ZodType> = {}
  const example: Record<string, unknown> = {}
  for (const [parameter, facts] of Object.entries(parameters)) {
    const { schema, example: value } = field_of(parameter, facts)
    const described = schema.describe(`The ${parameter.replaceAll('_', ' ')} of it.`)
    if (facts.required) {
      input[parameter] = described
      example[parameter] = value
    } else input[parameter] = facts.default === undefined ? described.optional() : described.default(facts.default)
  }
  const words = name.replaceAll('_', ' ')
  return kinds
    .find(({ names }) => names.test(name))!
    .make({
      about: `Stands in for ${words} until it is built.`,
      keywords: { es: words, en: words, pt: words },
      scopes: scopes as Scope[],
      module: module ?? null,
      input: input as Fields,
      example,
    })
}

/** The areas with a stand-in for each published tool that they lack. */
export function with_stand_ins(built: Record<string, Area>): Record<string, Area> {
  const filled = { ...built }
  for (const [area, names] of Object.entries(not_built)) {
    const { title = area, tools = {}, ...rest } = built[area] ?? {}
    const more = Object.fromEntries(names.map((name) => [name, stand_in(name, published[area]![name]!)]))
    filled[area] = { ...rest, title, tools: { ...tools, ...more } }
  }
  return filled
}
