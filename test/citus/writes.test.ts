// Every tool that writes answers on a cluster of Citus as on PostgreSQL 15, and leaves the same rows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { call } from '#engine/calls/call.ts'
import type { Worker } from '#engine/queue/worker.ts'
import { start_worker } from '#engine/queue/worker.ts'
import { test_app } from '#test/app.ts'
import { pagespeed_key, pagespeed_outbound } from '#test/pagespeed.ts'
import { member_caller } from '#test/people.ts'
import { with_planned_actions } from '#test/planned_actions.ts'
import { type Both, open_both, type Side } from './both.ts'
import { no_cluster } from './cluster.ts'
import { compare, known_to_both, rows_of, with_ordinals } from './rows.ts'
import { GRANT, type Request, requests_of } from './written.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const messaging = {
  ...{ phone: '+525512345678', phone_id: '1', token: 'token', app_secret: 'secret', verify_token: 'verify' },
}

/** A process learns within a second that an organization was ended. Until then it takes the call again, and afterwards refuses it. */
const ENDS = 'end_org'

let both: Both
let requests: Request[]
const workers: Worker[] = []

const skip = { skip: no_cluster }

before(async () => {
  if (no_cluster) return
  const parts = { connectors: with_planned_actions(connectors) }
  const source = await test_app({ measures: true, now: NOW, messaging, ...parts })
  try {
    requests = await requests_of(source)
    both = await open_both(source.database, async () => ({
      ...{ now: NOW, config: { messaging, pagespeed_api_key: pagespeed_key } },
      parts: { ...parts, outbound: await pagespeed_outbound(NOW.toISOString()) },
    }))
  } finally {
    await source.close()
  }
  for (const { app, owner } of [both.plain, both.spread]) {
    await owner.query(GRANT.sql, [GRANT.id])
    app.engine.check_code = async () => {} // a person's one-time code is tested in test/approvals
    const { work_run } = app.engine.jobs
    workers.push(await start_worker({ ...app.engine, jobs: { work_run: work_run! } }))
  }
})
after(async () => {
  for (const worker of workers) await worker.stop()
  await both?.close()
})

async function answer_of({ app }: Side, { tool, input, as }: Request, idempotency_key?: string) {
  const answer = await call(app.engine, {
    ...{ tool, input, credential: member_caller(as), org_id: as.org_id, transport: 'rest', idempotency_key },
    request_id: '01990000-0000-7000-8000-000000000001',
  })
  await app.engine.recorder.flush()
  const { status } = answer
  return { status, text: JSON.stringify(answer.ok ? [status, answer.result] : [status, answer.error]) }
}

test('each tool answers the same, also when the call is repeated with its key', skip, async (context) => {
  const different: string[] = []
  const refused: string[] = []
  let answers = 0
  let equal = 0
  for (const [at, request] of requests.entries())
    for (const is_repeated of request.tool === ENDS ? [false] : [false, true]) {
      answers += 1
      const key = `key-of-request-${at}`
      const [here, there] = [await answer_of(both.plain, request, key), await answer_of(both.spread, request, key)]
      const known = known_to_both(here.text, there.text)
      if (with_ordinals(here.text, known) === with_ordinals(there.text, known)) equal += 1
      else different.push(`${request.tool}\n  ${here.text.slice(0, 300)}\n  ${there.text.slice(0, 300)}`)
      if (here.status !== 200 && !is_repeated) refused.push(`${request.tool}: ${here.text}`)
    }
  const tools = new Set(requests.map(({ tool }) => tool))
  context.diagnostic(`${equal} equal of ${answers} answers of ${tools.size} tools that write`)
  assert.deepEqual([different, both.spread.errors], [[], []])
  assert.deepEqual(refused, [])
  assert.deepEqual([both.plain.errors, both.spread.errors], [[], []])
  const writing = [...both.plain.app.engine.catalog.values()].filter(({ effect }) => effect !== 'read')
  assert.deepEqual(
    writing.filter(({ name }) => !tools.has(name)).map(({ name }) => name),
    [],
  )
})

test('the same rows are left in every table', skip, async (context) => {
  for (const { app } of [both.plain, both.spread]) await app.engine.recorder.flush()
  const [here, there] = [await rows_of(both.plain.place.database_url), await rows_of(both.spread.place.database_url)]
  const { rows, equal, differences } = compare(here, there)
  context.diagnostic(`${equal} equal of ${rows} rows in ${here.size} tables`)
  assert.deepEqual(differences.slice(0, 10), [])
  assert.ok(rows > 1_000 && here.size > 100)
})
