// The statements of docs/trust.md make the figures of get_kpi_summary again, for a business with more platforms, currencies and gaps than
// the one in the document.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { in_system } from '#db/org.ts'
import { daily_rates, insert_business } from '#test/business_rows.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'

const document = readFileSync(join(import.meta.dirname, '../../docs/trust.md'), 'utf8')
const statements = [...document.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, statement]) => statement!)
const [from, to] = /^\| Figure of the answer \| (\S+) to (\S+) \|/m.exec(document)!.slice(1)
const [seo_to] = /^\| `seo_clicks`, up to (\S+) \|/m.exec(document)!.slice(1)

describe('the statements of trust.md', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    await bench.rate(daily_rates())
    org = await bench.org()
    await insert_business(org)
    await insert_business(await bench.org({ name: 'Globex' }), 2)
    await org.insert(async (db) => {
      // The document leaves out rates of an organization's own.
      await db.deleteFrom('org_fx_rates').execute()
      // One platform states no claims on some days.
      await db
        .updateTable('campaign_daily')
        .set({ conversion_value_micros: null })
        .where('platform', '=', 'tx_ads')
        .where('date', '>', '2026-11-10')
        .execute()
    })
  })
  after(() => bench.close())

  const ask = async (tool: string, input: object = {}) => {
    await in_system(bench.pool, (db) => db.deleteFrom('rate_windows').execute())
    return org.ask(tool, input)
  }
  /** The rows of a statement of the document, for other days. */
  const run = async (statement: string, days: { from: string; to: string }) => {
    assert.ok(statement.includes(`'${from}' and '${to}'`), 'the statement has the days of the document')
    const sql = statement
      .replaceAll(`'${from}' and '${to}'`, `'${days.from}' and '${days.to}'`)
      .replaceAll(`'${from}' and '${seo_to}'`, `'${days.from}' and '${days.to}'`)
    return (await ask('run_readonly_sql', { sql })).rows as Record<string, unknown>[]
  }

  it('for ads make the spend and the ROAS of each platform and of all', async () => {
    const { platforms, previous, previous_window, window, ...current } = await ask('get_kpi_summary')
    for (const [days, figures] of [
      [window, current],
      [previous_window, previous],
    ]) {
      const made = await run(statements[0]!, days)
      const { spend, roas } = made.find(({ platform }) => platform === null)!
      assert.deepEqual([spend, roas], [figures.ad_spend, figures.blended_ad_roas])
      if (days === window) {
        const lines = platforms.map((line: Record<string, unknown>) => [
          line.platform,
          line.spend,
          line.revenue,
          line.roas,
        ])
        const shown = made.map((row) => [row.platform, row.spend, row.claimed, row.roas]).slice(0, -1)
        assert.deepEqual(lines.toSorted(), shown)
      }
    }
  })

  it('for sales, visits and search make the other figures', async () => {
    const { previous, previous_window, window, ...current } = await ask('get_kpi_summary')
    for (const [days, figures] of [
      [window, current],
      [previous_window, previous],
    ]) {
      const [made] = await run(statements[1]!, days)
      assert.deepEqual(
        Object.keys(made!).sort(),
        ['orders', 'refunds', 'seo_clicks', 'sessions', 'store_revenue', 'store_revenue_net'],
        'the statement makes each figure of the table',
      )
      for (const [name, value] of Object.entries(made!)) assert.equal(value, figures[name], name)
    }
  })

  it('for coverage, the ledger and restatements run', async () => {
    assert.equal(statements.length, 5)
    for (const sql of statements.slice(2)) assert.ok(Array.isArray((await ask('run_readonly_sql', { sql })).rows))
  })
})
