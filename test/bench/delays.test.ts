// How the benchmarks measure delays, and that each of their requests gets the answer that it is about.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { test_database } from '#test/database.ts'
import { wait_quantile } from '../../bench/delays.ts'
import { measure_loop } from '../../bench/loop.ts'
import { measure_overload } from '../../bench/overload.ts'
import type { Table } from '../../bench/section.ts'
import { make_orgs } from '../../bench/world.ts'

const near = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) < 0.01, `${actual}`)

test('the delay of the loop counts moments, so that one long block is not hidden by many short ticks', () => {
  near(wait_quantile(Array(100).fill(10), 0.99), 9.9)
  // 995 of 1,895 ms are ticks of 5 ms. More than 1 % of the moments are at the beginning of the block.
  near(wait_quantile([...Array(199).fill(5), 900], 0.99), 900 - 0.01 * 1895)
  near(wait_quantile([], 0.99), 0)
})

test('every request of the measurements gets its expected answer, and refusals are timed in the server', async (context) => {
  const database = await test_database()
  const pool = new pg.Pool({ connectionString: database.url, max: 4 })
  context.after(async () => {
    await pool.end()
    await database.drop()
  })
  const orgs = await make_orgs(pool, 3)
  const short = { clients: 3, warm_up_s: 0, seconds: 0.1 }
  const loop = await measure_loop(database.url, pool, orgs, short)
  for (const [requests, status] of loop.tables[0]!.rows) context.diagnostic(`${requests}: ${status}`)
  const [{ columns: titles, rows: measured }] = loop.tables as [Table]
  assert.ok(measured.length > 15)
  const goal_ms = Number(/^p99 at most (\d+) ms$/.exec(titles.at(-1)!)![1])
  for (const [requests, status, , p99, longest, verdict] of measured) {
    // Any verdict about the delay is possible on a busy machine. It has to be that of the delay, and is none after other answers.
    const [p99_ms, longest_ms] = [Number.parseFloat(p99!), Number.parseFloat(longest!)]
    assert.ok(p99_ms >= 0 && p99_ms <= longest_ms, `${requests}: ${p99}, ${longest}`)
    assert.match(status!, /^[24]\d\d(, [24]\d\d)*$/, requests!)
    if (Math.abs(p99_ms - goal_ms) >= 1) assert.equal(verdict, p99_ms < goal_ms ? 'yes' : 'no', `${requests}: ${p99}`)
    else assert.match(verdict!, /^(yes|no)$/)
  }
  const { tables } = await measure_overload(database.url, pool, orgs, { ...short, connections: 40 })
  assert.deepEqual(
    tables.map(({ columns, rows }) => rows.map((row) => row.length === columns.length)),
    [[true, true, true, true], [true]],
  )
})
