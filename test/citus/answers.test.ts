// Every tool that reads answers on a cluster of Citus as on PostgreSQL 15, byte for byte, from the same backup and clock.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { back_up } from '#db/backup/backup.ts'
import { restore } from '#db/backup/restore.ts'
import { prepare_logins } from '#db/logins.ts'
import { test_app } from '#test/app.ts'
import { TEST_KEY } from '#test/database.ts'
import { call_as_member } from '#test/people.ts'
import { areas } from '#tools/index.ts'
import type { App } from '../../src/app.ts'
import { input_for } from '../contract/inputs.ts'
import { type Cluster, no_cluster, open_app, start_cluster } from './cluster.ts'
import { sql_questions } from './sql_questions.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
/** Windows that each tool with `days_back` is asked for, besides the one of its example. */
const WINDOWS = [1, 7, 90]

const LEAST = 150

interface Question {
  name: string
  input: Record<string, unknown>
}

let cluster: Cluster
let plain: App
let spread: App
let org_id: string
const questions: Question[] = []

async function ask_all(file: string) {
  const source = await test_app({ measures: true, now: NOW })
  try {
    org_id = source.acme.org_id
    for (const { tools } of Object.values(areas))
      for (const [name, tool] of Object.entries(tools)) {
        if (tool.effect !== 'read') continue
        const input = (await input_for(source.engine.catalog.get(name)!, source, source.acme)) as Question['input']
        questions.push({ name, input })
        if ('days_back' in tool.input)
          for (const days_back of WINDOWS) questions.push({ name, input: { ...input, days_back } })
      }
    for (const sql of await sql_questions(source)) questions.push({ name: 'run_readonly_sql', input: { sql } })
    await back_up(source.database.url, file, TEST_KEY)
  } finally {
    await source.close()
  }
}

before(async () => {
  if (no_cluster) return
  const folder = await mkdtemp(join(tmpdir(), 'answers-'))
  const file = join(folder, 'backup')
  cluster = await start_cluster()
  await ask_all(file)
  // The cluster first: its coordinator makes the logins on every node, unless its server has them already.
  const places = [await cluster.distributed('spread'), await cluster.plain('plain')]
  for (const { database_url, credentials } of places) {
    await restore(database_url, file, TEST_KEY)
    await prepare_logins(database_url, credentials)
  }
  ;[spread, plain] = (await Promise.all(places.map((place) => open_app(place, { now: NOW })))) as [App, App]
  await rm(folder, { recursive: true })
})
after(async () => {
  await plain?.close()
  await spread?.close()
  await cluster?.stop()
})

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

const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[times.length >> 1]!.toFixed(1)

test('each answer is the same, byte for byte', { skip: no_cluster }, async (context) => {
  const different: string[] = []
  const times = { plain: [] as number[], spread: [] as number[] }
  let [equal, answered] = [0, 0]
  for (const question of questions) {
    const [here, there] = [await timed(plain, question, times.plain), await timed(spread, question, times.spread)]
    if (here.startsWith('{"status":200')) answered += 1
    if (here === there) equal += 1
    else
      different.push(
        `${question.name} ${JSON.stringify(question.input)}\n  ${here.slice(0, 300)}\n  ${there.slice(0, 300)}`,
      )
  }
  context.diagnostic(
    `median of a call: ${median(times.plain)} ms on PostgreSQL, ${median(times.spread)} ms on the cluster`,
  )
  context.diagnostic(
    `${equal} equal of ${questions.length} answers of ${new Set(questions.map(({ name }) => name)).size} tools, ${questions.length - answered} of them refused alike`,
  )
  assert.deepEqual(different, [])
  assert.ok(answered >= LEAST)
})
