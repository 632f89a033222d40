// All tools by name, built from the areas.
import { z } from 'zod'
import type { Fields } from '#engine/fields.ts'
import { text_reader } from '#engine/texts.ts'
import type { Area, Catalog, NamedTool } from '#engine/tool.ts'

const DEFAULT_RATE_PER_MINUTE = 60

const run_fields = {
  run_id: z.uuid().describe('The work that the call started. The same call joins it while it is in progress.'),
  state: z
    .enum(['running', 'succeeded'])
    .describe('running: the work continues, and the other fields are absent. Call again later for the result.'),
}

function result_of_run(result: Fields): z.ZodObject {
  const reserved = Object.keys(run_fields).find((name) => name in result)
  if (reserved)
    throw new Error(`every result of a tool with work has ${reserved}; the tool's own field needs another name`)
  return z.strictObject({ ...run_fields, ...z.strictObject(result).partial().shape })
}

/** Builds the catalog in the order of names, so that every list of tools is stable. */
export function catalog_of(areas: Record<string, Area>): Catalog {
  const named: NamedTool[] = []
  for (const [area_name, { module = null, tools }] of Object.entries(areas)) {
    for (const [name, declared] of Object.entries(tools)) {
      const result_schema = declared.work ? result_of_run(declared.result) : z.strictObject(declared.result)
      named.push({
        rate: DEFAULT_RATE_PER_MINUTE,
        ...declared,
        name,
        area: area_name,
        module: declared.module === undefined ? module : declared.module,
        input_schema: z.strictObject(declared.input),
        result_schema,
        shown: text_reader(result_schema),
      })
    }
  }
  const looking = named.find(({ effect, look }) => effect === 'read' && look)
  if (looking) throw new Error(`${looking.name} reads and has a look: only writes and proposals may reach outside`)
  const unpaid = named.find(({ effect, spends }) => effect === 'read' && spends)
  if (unpaid) throw new Error(`${unpaid.name} reads and spends: a read-only transaction cannot take credits`)
  named.sort((a, b) => (a.name < b.name ? -1 : 1))
  const catalog = new Map(named.map((entry) => [entry.name, entry]))
  if (catalog.size !== named.length) throw new Error('two tools have the same name')
  return catalog
}
