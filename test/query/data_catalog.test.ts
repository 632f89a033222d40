// get_data_catalog says once what many sources or tables say in the same words. Nothing of what the database says is lost by it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { catalog_in } from '../../dashboard/src/api/metric_catalog.ts'

/** Agents read it before their first question, so all of it must be small. */
const TOKENS_MAX = 9_000

const by_name = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort()

describe('the catalog of metrics and tables', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
  })
  after(() => bench.close())

  const rows = async (sql: string) => (await bench.owner.query(sql)).rows

  it(`has at most ${TOKENS_MAX} tokens`, async (context) => {
    const tokens = encode(JSON.stringify(await acme.ask('get_data_catalog'))).length
    context.diagnostic(`${tokens} tokens`)
    assert.ok(tokens <= TOKENS_MAX, `${tokens} tokens`)
  })

  it('says unit and description of every metric, and type and description of every dimension', async () => {
    const { sources } = catalog_in(await acme.ask('get_data_catalog'))
    assert.deepEqual(
      by_name(sources.flatMap(({ metrics }) => metrics)),
      by_name(await rows(`select source || '.' || metric as metric, unit, description from metric_definitions`)),
    )
    assert.deepEqual(
      by_name(sources.flatMap(({ source, dimensions }) => dimensions.map((one) => ({ source, ...one })))),
      by_name(await rows('select source, dimension, type, description from metric_dimensions')),
    )
  })

  it('says type and description of every column of every published table', async () => {
    const { sql_tables } = catalog_in(await acme.ask('get_data_catalog'))
    assert.deepEqual(
      by_name(sql_tables.flatMap(({ table, columns }) => columns.map((one) => ({ table, ...one })))),
      by_name(
        await rows(`select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
            coalesce(col_description(c.oid, a.attnum), '') as description
          from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
          where c.relnamespace = 'published'::regnamespace and c.relkind = 'v' and a.attname <> 'org_id'`),
      ),
    )
  })
})
