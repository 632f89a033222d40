// Which metrics are divisions. The pages know it by unit and name, because the catalog does not say it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, test_app } from '#test/app.ts'
import { is_ratio_of } from '../../dashboard/src/lib/metrics.ts'

interface Row {
  metric: string
  kind: string
  unit: 'money' | 'count' | 'ratio' | 'position'
}

let app: TestApp
before(async () => {
  app = await test_app()
})
after(() => app.close())

test('the pages know each metric of the catalog that divides, also those of money', async () => {
  const { rows } = await app.db.query<Row>('select metric, kind, unit from metric_definitions')
  assert.ok(rows.some(({ metric, unit }) => metric === 'cpc' && unit === 'money'))
  for (const row of rows) assert.equal(is_ratio_of(row), row.kind === 'ratio', `${row.metric}, ${row.unit}`)
})
