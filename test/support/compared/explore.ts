// What the page of free questions shows, by the names of its regions, and the tools that have it.
import assert from 'node:assert/strict'
import type { Result, View } from '#test/compared/views.ts'
import { plot, type Region, table, tile } from '#test/shown_figures.ts'

/** A whole, a fraction, a text and nothing. */
const SQL = "select 2 as n, 0.5 as part, 'a' as word, null::int as none union all select 3, 1250.25, 'b', 4 order by 1"

/** They repeat the question, or have sentences of the tools. */
const beside_answers = (...names: string[]): Region[] => names.map((name) => [name, async () => {}])

export const explore: View[] = [
  {
    address: 'explore?metric=store.revenue,store.orders,store.average_order_value&by=channel',
    async regions(ask) {
      const metrics = ['store.revenue', 'store.orders', 'store.average_order_value']
      const [revenue, orders, average] = await Promise.all(
        metrics.map((metric) => ask('query_data', { metric, dimensions: ['channel'], ...ask.days })),
      )
      const value = (answer: Result<'query_data'> | undefined, channel: unknown) =>
        (answer!.rows.find((row) => row.channel === channel)?.value ?? null) as number | null
      const of = (answer: Result<'query_data'> | undefined) => answer!.rows.map((row) => row.value as number | null)
      return [
        ['Revenue', tile(revenue!.total_value, 'money')],
        ['Orders', tile(orders!.total_value, 'count')],
        ['Average order value', tile(average!.total_value, 'money')],
        ['Revenue by channel', plot('money', [of(revenue)])],
        ['Orders by channel', plot('count', [of(orders)])],
        ['Average order value by channel', plot('money', [of(average)])],
        [
          'Answer',
          table({
            rows: revenue!.rows,
            columns: {
              Revenue: ['money', ({ channel }) => value(revenue, channel)],
              Orders: ['count', ({ channel }) => value(orders, channel)],
              'Average order value': ['money', ({ channel }) => value(average, channel)],
            },
            totals: { Revenue: revenue!.total_value, Orders: orders!.total_value },
          }),
        ],
        ...beside_answers('Question', 'Notes on these figures', 'Copy this question'),
      ]
    },
  },
  {
    address: `explore?tab=sql&sql=${encodeURIComponent(SQL)}`,
    async regions(ask) {
      const { rows } = await ask('run_readonly_sql', { sql: SQL })
      assert.equal(rows.length, 2)
      return [
        [
          'Answer',
          async (region) => {
            const cells = await region.locator('tbody td').allInnerTexts()
            const value = (one: unknown) => (one === null ? '—' : String(one))
            assert.deepEqual(
              cells.map((text) => text.trim()),
              rows.flatMap((row) => Object.values(row).map(value)),
            )
          },
        ],
        ...beside_answers('Tables', 'Copy this question'),
      ]
    },
  },
]
