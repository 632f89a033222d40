// Every tool that reads answers on a cluster of Citus as on PostgreSQL 15, byte for byte, from the same backup and clock.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { test_app } from '#test/app.ts'
import { call_as_member } from '#test/people.ts'
import { median } from '../../bench/measured.ts'
import type { App } from '../../src/app.ts'
import { type Both, open_both } from './both.ts'
import { no_cluster } from './cluster.ts'
import { readings_of } from './readings.ts'
import { sql_questions } from './sql_questions.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
/** Windows that each tool with `days_back` is asked for, besides the one of its example. */
const WINDOWS = [1, 7, 90]

const LEAST = 150

interface Question {
  name: string
  input: Record<string, unknown>
}

let both: Both
let org_id: string
const questions: Question[] = []

before(async () => {
  if (no_cluster) return
  const source = await test_app({ measures: true, now: NOW })
  try {
    org_id = source.acme.org_id
    for (const { name, input, has_days_back } of await readings_of(source)) {
      questions.push({ name, input })
      if (has_days_back) for (const days_back of WINDOWS) questions.push({ name, input: { ...input, days_back } })
    }
    for (const sql of await sql_questions(source)) questions.push({ name: 'run_readonly_sql', input: { sql } })
    both = await open_both(source.database, () => ({ now: NOW }))
  } finally {
    await source.close()
  }
})
after(() => both?.close())

const answer_of = async ({ engine }: App, { name, input }: Question) => {
  const { status, ...body } = await call_as_member(engine, name, input, { org_id, role: 'admin' })
  return JSON.stringify({
    status,
    result: 'result' in body ? body.result : undefined,
    error: 'error' in body && body.error,
  })
}

async function timed(app: App, question: Question, times: number[]): Promise<string> {
  const began = performance.now()
  const answer = await answer_of(app, question)
  times.push(performance.now() - began)
  return answer
}

test('each answer is the same, byte for byte', { skip: no_cluster }, async (context) => {
  const different: string[] = []
  const times = { plain: [] as number[], spread: [] as number[] }
  let [equal, answered] = [0, 0]
  for (const question of questions) {
    const [here, there] = [
      await timed(both.plain.app, question, times.plain),
      await timed(both.spread.app, question, times.spread),
    ]
    if (here.startsWith('{"status":200')) answered += 1
    if (here === there) equal += 1
    else
      different.push(
        `${question.name} ${JSON.stringify(question.input)}\n  ${here.slice(0, 300)}\n  ${there.slice(0, 300)}`,
      )
  }
  context.diagnostic(
    `median of a call: ${median(times.plain).toFixed(1)} ms on PostgreSQL, ${median(times.spread).toFixed(1)} ms on the cluster`,
  )
  context.diagnostic(
    `${equal} equal of ${questions.length} answers of ${new Set(questions.map(({ name }) => name)).size} tools, ${questions.length - answered} of them refused alike`,
  )
  assert.deepEqual(different, [])
  assert.ok(answered >= LEAST)
})
