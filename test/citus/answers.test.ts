// Every tool that reads answers on a cluster of Citus as on PostgreSQL 15, byte for byte, from the same backup and clock.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { test_app } from '#test/app.ts'
import { call_as_member, result_of } from '#test/people.ts'
import { catalog_in } from '../../dashboard/src/api/metric_catalog.ts'
import { type Both, open_both } from './both.ts'
import { no_cluster } from './cluster.ts'
import { compared, type Question, refused_of, summary } from './compared.ts'
import { readings_of } from './readings.ts'
import { combined, views_in_order } from './sql_questions.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
/** Windows that each tool with `days_back` is asked for, besides the one of its example. */
const WINDOWS = [1, 7, 90]

const LEAST = 150

let both: Both
const questions: Question[] = []

before(async () => {
  if (no_cluster) return
  const source = await test_app({ measures: true, now: NOW })
  try {
    const as = { org_id: source.acme.org_id, role: 'admin' } as const
    for (const { name, input, has_days_back } of await readings_of(source)) {
      questions.push({ name, input, as })
      if (has_days_back) for (const days_back of WINDOWS) questions.push({ name, input: { ...input, days_back }, as })
    }
    const { sql_tables } = catalog_in(result_of(await call_as_member(source.engine, 'get_data_catalog', {}, as)))
    for (const sql of [...views_in_order(sql_tables), ...combined])
      questions.push({ name: 'run_readonly_sql', input: { sql }, as })
    both = await open_both(source.database, () => ({ now: NOW }))
  } finally {
    await source.close()
  }
})
after(() => both?.close())

test('each answer is the same, byte for byte', { skip: no_cluster }, async (context) => {
  const found = await compared(both, questions)
  context.diagnostic(summary(found))
  assert.deepEqual(found.different, [])
  assert.ok(found.asked - refused_of(found) >= LEAST)
})
