// The questions that a call sends to the workers of a cluster. `npm run bench -- citus` measures what they cost.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { test_app } from '#test/app.ts'
import { call_as_member } from '#test/people.ts'
import { median } from '../../bench/measured.ts'
import type { App } from '../../src/app.ts'
import { type Both, open_both, type Side } from './both.ts'
import { no_cluster, open_app } from './cluster.ts'
import { readings_of } from './readings.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const skip = { skip: no_cluster }

let both: Both
/** A server on the cluster, to which Citus reports each question to a worker. */
let observed: App
let org_id: string
const inputs = new Map<string, Record<string, unknown>>()
/** What Citus reported since the last call began. */
let noticed: { command: string; worker: string }[] = []

before(async () => {
  if (no_cluster) return
  const source = await test_app({ measures: true, now: NOW })
  try {
    org_id = source.acme.org_id
    for (const { name, input } of await readings_of(source)) inputs.set(name, input)
    both = await open_both(source.database, () => ({ now: NOW }))
  } finally {
    await source.close()
  }
  const { place, owner } = both.spread
  await owner.query(`alter database ${name_of(both.spread)} set citus.log_remote_commands = on`)
  observed = await open_app(place, { now: NOW })
  for (const pool of [observed.engine.pool.org, observed.engine.pool.sql, observed.engine.pool.system])
    pool.on('acquire', listen)
})
after(async () => {
  await observed?.close()
  await both?.close()
})

const name_of = ({ place }: Side) => new URL(place.database_url).pathname.slice(1)

const heard = new WeakSet<pg.PoolClient>()

function listen(client: pg.PoolClient) {
  if (heard.has(client)) return
  heard.add(client)
  client.on('notice', ({ message = '', detail = '' }) => {
    const worker = /on server \S+@(\S+)/.exec(detail)?.[1]
    if (worker && message.startsWith('issuing ')) noticed.push({ command: message.slice('issuing '.length), worker })
  })
}

const ask = async ({ engine }: App, tool: string) => {
  const answer = await call_as_member(engine, tool, inputs.get(tool)!, { org_id, role: 'admin' })
  assert.ok(answer.ok, `${tool}: ${answer.ok ? '' : answer.error}`)
}

/** The rest only begins, prepares and ends the transaction at the worker. */
const is_question = ({ command }: { command: string }) =>
  /^\s*(?:select|insert|update|delete|with|declare|fetch)\b/i.test(command)

test('every reading tool asks one worker at most', skip, async (context) => {
  const counts: number[] = []
  for (const tool of inputs.keys()) {
    await ask(observed, tool)
    noticed = []
    await ask(observed, tool)
    await observed.engine.recorder.flush()
    const workers = new Set(noticed.map(({ worker }) => worker))
    assert.ok(workers.size <= 1, `${tool} asks ${[...workers].join(' and ')}`)
    counts.push(noticed.filter(is_question).length)
  }
  await both.spread.owner.query(`alter database ${name_of(both.spread)} reset citus.log_remote_commands`)
  assert.ok(Math.max(...counts) > 2, 'Citus reported no question')
  context.diagnostic(
    `${counts.length} reading tools, each at one worker: ${median(counts)} statements there in the middle, ${Math.max(...counts)} at most`,
  )
})
