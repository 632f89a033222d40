// A stand-in for each published tool that is not built yet: its published name, scopes, module and parameters, with work of its kind.
// Tools of one record use a separate table (stand_in_records.ts). Other tools use rows that every test has. A new kind of tool is one
// more entry of `kinds`.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Scope } from '#domain/scopes.ts'
import type { Fields } from '#engine/fields.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { type Area, type Tool, tool } from '#engine/tool.ts'
import { about_stand_in, field_of } from '#test/stand_in_fields.ts'
import { stand_in_records } from '#test/stand_in_records.ts'
import { not_built, type PublishedTool, published } from '../contract/published.ts'

type Facts = Pick<Tool, 'about' | 'keywords' | 'scopes' | 'module' | 'input' | 'example'>
interface Kind {
  names: RegExp
  make: (facts: Facts) => Tool
}

/** The first entry whose pattern matches the name. */
const kinds: Kind[] = [
  { names: /^(list|query|read)_/, make: list_tool },
  { names: /^(get|revisar|analizar|auditar|preparar|estado|quick)_/, make: read_tool },
  { names: /^(run|generate|regenerate|optimize|sync|publish)_/, make: run_tool },
  { names: /./, make: write_tool },
]

/** A page of contacts, with how many there are. */
function list_tool(facts: Facts): Tool {
  return tool({
    ...facts,
    effect: 'read',
    result: {
      rows: z.array(z.strictObject({ contact_id: z.uuid(), full_name: outside_text().nullable() })).describe('Rows.'),
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
        .array(z.strictObject({ platform: own_text(), spend: z.number(), clicks: z.number() }))
        .describe('By platform.'),
      orders: z.int().describe('Orders of the store.'),
    },
    async run({ days_back }, { db, now, org }) {
      const from = new Date(now.getTime() - (typeof days_back === 'number' ? days_back : 30) * 86_400_000)
      const { rows } = await sql<{ platform: string; spend: string; clicks: string }>`
        select platform, sum(spend_micros) / 1000000 as spend, sum(clicks) as clicks from campaign_daily
        where org_id = ${org.org_id} and date >= ${from.toISOString().slice(0, 10)}
        group by platform order by platform`.execute(db)
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

/** Writes a new row. */
function write_tool(facts: Facts): Tool {
  return tool({
    ...facts,
    effect: 'write',
    result: { contact_id: z.uuid().describe('The new row.') },
    run: (_, { db }) =>
      db.insertInto('contacts').values({ full_name: 'stand-in' }).returning('contact_id').executeTakeFirstOrThrow(),
  })
}

/** A run of two steps: one outside any transaction, and one that writes a row. */
function run_tool(facts: Facts): Tool {
  return tool({
    ...facts,
    effect: 'write',
    result: {
      said: outside_text().describe('What the first step said.'),
      contact_id: z.uuid().describe('The new row.'),
    },
    async work(_, { step, in_org, progress }) {
      const said = await step('say', async () => 'stand-in')
      progress(1, 2, 'The first step is done.')
      const { contact_id } = await in_org('write', ({ db }) =>
        db.insertInto('contacts').values({ full_name: said }).returning('contact_id').executeTakeFirstOrThrow(),
      )
      return { said, contact_id }
    },
  })
}

function stand_in(name: string, { scopes, module, parameters }: PublishedTool): Tool {
  const input: Record<string, z.ZodType> = {}
  const example: Record<string, unknown> = {}
  for (const [parameter, facts] of Object.entries(parameters)) {
    const { schema, example: value } = field_of(parameter, facts)
    if (facts.required) {
      input[parameter] = schema
      example[parameter] = value
    } else input[parameter] = facts.default === undefined ? schema.optional() : schema.default(facts.default)
  }
  const words = name.replaceAll('_', ' ')
  return kinds
    .find(({ names }) => names.test(name))!
    .make({
      about: about_stand_in(name),
      keywords: { es: words, en: words, pt: words },
      scopes: scopes as Scope[],
      module: module ?? null,
      input: input as Fields,
      example,
    })
}

/** The areas with a stand-in for each missing published tool, and the tables of the stand-ins by area. */
export function with_stand_ins(built: Record<string, Area>): {
  areas: Record<string, Area>
  tables: Record<string, string>
} {
  const areas = { ...built }
  const tables: Record<string, string> = {}
  for (const [area, names] of Object.entries(not_built)) {
    const { title = area, tools = {}, ...rest } = built[area] ?? {}
    const records = stand_in_records(names, published[area]!)
    const more = names.map((name) => [name, records.tools[name] ?? stand_in(name, published[area]![name]!)])
    areas[area] = { ...rest, title, tools: { ...tools, ...Object.fromEntries(more) } }
    tables[area] = records.tables
  }
  return { areas, tables }
}
