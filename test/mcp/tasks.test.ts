// Syncs as tasks: which clients get a task, who may read it, what it contains and how it ends. Clients without tasks get progress.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { z } from 'zod'
import { POLL_INTERVAL_MS } from '#engine/calls/runs/follow_up.ts'
import { RUN_KEPT_MS } from '#engine/calls/runs/table.ts'
import { silent_log } from '#lib/log.ts'
import { headers_of, type TestApp, test_app } from '#test/app.ts'
import { TEST_KEY } from '#test/database.ts'
import { create_app } from '../../src/app.ts'

// biome-ignore lint/suspicious/noExplicitAny: the shape is what is being tested
type Message = any
const EXTENSION = 'io.modelcontextprotocol/tasks'
const with_tasks = { extensions: { [EXTENSION]: {} } }

let app: TestApp
before(async () => {
  app = await test_app()
})
after(() => app?.close())
beforeEach(async () => {
  await app.refill()
  await app.db.query("delete from sync_runs where state in ('queued', 'running')")
})

interface SendOptions {
  key?: string
  capabilities?: object
  meta?: object
  query?: string
  url?: string
}

async function send(method: string, params: Message, asked: SendOptions = {}): Promise<Message> {
  const { key = app.keys.acme, capabilities = with_tasks, meta, query = '', url = app.url } = asked
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    ...meta,
  }
  const answer = await fetch(new URL(`/mcp${query}`, url), {
    method: 'POST',
    headers: {
      ...headers_of({ key }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': params.name ?? params.taskId,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  })
  return answer.json()
}

const sync = { name: 'trigger_sync', arguments: { platform: 'mx_ads' } }
const begin = async (asked?: SendOptions) => (await send('tools/call', sync, asked)).result
const look = async (taskId: string, asked?: SendOptions) => send('tasks/get', { taskId }, asked)
const set_runs = (state: string, more = '') =>
  app.db.query(`update sync_runs set state = $1 ${more} where state in ('queued', 'running')`, [state])

suite('a task', () => {
  test('replaces the answer if the client declares tasks, and can be read immediately', async () => {
    const task = await begin()
    assert.equal(task.resultType, 'task')
    assert.equal(task.status, 'working')
    assert.deepEqual([task.ttlMs, task.pollIntervalMs], [RUN_KEPT_MS, POLL_INTERVAL_MS])
    assert.match(task.taskId, /^[0-9a-f-]{36}$/)
    for (const field of ['result', 'error', 'structuredContent', 'task']) assert.ok(!(field in task), field)
    const { result } = await look(task.taskId)
    assert.equal(result.resultType, 'complete')
    assert.deepEqual([result.taskId, result.status, result.createdAt], [task.taskId, 'working', task.createdAt])
    const { result: found } = await send('server/discover', {})
    assert.deepEqual(found.capabilities.extensions[EXTENSION], {})
  })

  test('shows the progress of the syncs, and then the answer of the call with the end of each sync', async () => {
    const { taskId } = await begin()
    await set_runs('running', ', progress = 0.5, rows = 1234')
    assert.match((await look(taskId)).result.statusMessage, /^mx_ads: 0 of \d+ syncs have ended, 1234 rows so far/)
    await set_runs('succeeded', ', finished_at = now()')
    const { result } = await look(taskId)
    assert.equal(result.status, 'completed')
    const [first] = result.result.structuredContent.syncs
    assert.deepEqual(first.ended, { state: 'succeeded', rows: 1234, error: null })
    assert.deepEqual(JSON.parse(result.result.content[0].text), result.result.structuredContent)
    assert.ok(!result.result.isError)
    assert.equal(result.result.resultType, 'complete')
  })

  test('is completed with an error in its result, not failed, if all syncs failed', async () => {
    const { taskId } = await begin()
    await set_runs('failed', ", finished_at = now(), error = 'mx_ads is down.'")
    const { result } = await look(taskId)
    assert.deepEqual([result.status, result.result.isError], ['completed', true])
    assert.equal(result.result.structuredContent.syncs[0].ended.error, 'mx_ads is down.')
  })

  test('is the same in another process', async () => {
    const { taskId } = await begin()
    const other = await create_app({
      config: {
        base_url: 'http://127.0.0.1:0',
        database_pool: 4,
        master_key: TEST_KEY,
        role: 'api',
        fx_rates_url: undefined,
        sandbox_url: undefined,
      },
      database: app.database.place,
      log: silent_log(),
    })
    try {
      const url = await other.start({ host: '127.0.0.1', port: 0 })
      assert.equal((await look(taskId, { url })).result.status, 'working')
    } finally {
      await other.close()
    }
  })

  test('is the same for a call that is repeated with its idempotency key', async () => {
    const meta = { 'idempotency-key': 'sync-once' }
    const [first, second] = [await begin({ meta }), await begin({ meta })]
    assert.equal(second.taskId, first.taskId)
    assert.notEqual((await begin()).taskId, first.taskId)
  })

  test('is unknown if its time is over or if it never existed', async () => {
    const { taskId } = await begin()
    await app.db.query("update runs set created_at = created_at - interval '25 hours' where run_id = $1", [taskId])
    for (const id of [taskId, 'x', 'x'.repeat(5000)]) {
      const { error } = await look(id)
      assert.equal(error.code, -32602)
      assert.ok(error.message.length < 300)
    }
  })
})

suite('who may read a task', () => {
  test('a task of another organization, scope or address looks unknown and cannot be stopped', async () => {
    const { taskId } = await begin()
    const unscoped = (await app.key(app.acme.org_id, ['connections:read'])).key
    const unknown = JSON.stringify((await look('nobody')).error)
    const others: SendOptions[] = [
      { key: app.keys.globex },
      { key: unscoped },
      { query: '?readonly=1' },
      { query: '?toolsets=summary' },
    ]
    for (const asked of others)
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
        const { error } = await send(method, { taskId, inputResponses: {} }, asked)
        assert.equal(JSON.stringify(error)?.replace(taskId, 'nobody'), unknown, method)
      }
    assert.equal((await look(taskId)).result.status, 'working')
  })

  test('a client that does not declare tasks gets -32021 for their methods and the plain answer for its call', async () => {
    const { taskId } = await begin()
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const { error } = await send(method, { taskId, inputResponses: {} }, { capabilities: {} })
      assert.equal(error.code, -32021, method)
      assert.deepEqual(error.data.requiredCapabilities, with_tasks)
    }
    const plain = await begin({ capabilities: {} })
    assert.equal(plain.resultType, 'complete')
    const { body } = await app.rest('trigger_sync', sync.arguments, { key: app.keys.acme })
    assert.deepEqual(plain.structuredContent, body.result)
  })

  test('a client of 2025-11-25 does not know the methods', async () => {
    const client = await app.mcp({ key: app.keys.acme })
    await assert.rejects(client.request({ method: 'tasks/get', params: { taskId: 'x' } }, z.looseObject({})), {
      code: -32601,
    })
  })
})

suite('stopping a task', () => {
  test('gets an empty answer, ends the syncs, delays the next sync and is recorded', async () => {
    const { taskId } = await begin()
    const { result } = await send('tasks/cancel', { taskId })
    assert.deepEqual(
      Object.keys(result).filter((key) => key !== '_meta'),
      ['resultType'],
    )
    assert.equal((await look(taskId)).result.status, 'cancelled')
    const { rows: due } = await app.db.query(
      "select 1 from connections where org_id = $1 and platform = 'mx_ads' and next_sync_at < now() + interval '10 minutes'",
      [app.acme.org_id],
    )
    assert.equal(due.length, 0, 'the schedule would start the sync again immediately')
    const { rows } = await app.db.query(
      "select actor, outcome from audit_log where org_id = $1 and tool = 'trigger_sync stopped'",
      [app.acme.org_id],
    )
    assert.match(rows[0].actor, /^key:/)
    assert.equal((await send('tasks/cancel', { taskId })).result.resultType, 'complete')
    assert.equal((await send('tasks/update', { taskId, inputResponses: {} })).result.resultType, 'complete')
  })

  test('does not affect syncs that ran before or have ended', async () => {
    const first = await begin()
    const joined = await begin()
    await send('tasks/cancel', { taskId: joined.taskId })
    assert.equal((await look(first.taskId)).result.status, 'working')
    await set_runs('succeeded', ', finished_at = now()')
    await send('tasks/cancel', { taskId: first.taskId })
    assert.equal((await look(first.taskId)).result.status, 'completed')
  })
})

test('a call names the connections that it cannot sync, also to who follows it as a task', async () => {
  const { rows } = await app.db.query(
    `insert into connections (org_id, platform, name, needs_reconnection) values ($1, 'mx_ads', 'Ads without sign-in', true)
     returning connection_id`,
    [app.acme.org_id],
  )
  const [{ connection_id }] = rows
  try {
    const { result } = (await app.rest('trigger_sync', sync.arguments, { key: app.keys.acme })).body
    assert.ok(result.syncs.length > 0)
    assert.ok(result.syncs.every((of: Message) => of.connection_id !== connection_id))
    assert.deepEqual([result.total, result.left_out_total], [result.syncs.length, 1])
    const [{ reason, ...left_out }] = result.left_out
    assert.deepEqual(left_out, { connection_id, name: 'Ads without sign-in' })
    assert.match(reason, /^mx_ads no longer accepts its sign-in\. Call propose_connect_platform/)
    const { taskId } = await begin()
    assert.match((await look(taskId)).result.statusMessage, /signs in again: 1\.$/)
    await set_runs('succeeded', ', finished_at = now()')
    assert.deepEqual((await look(taskId)).result.result.structuredContent.left_out, result.left_out)
  } finally {
    await app.db.query('delete from connections where connection_id = $1', [connection_id])
  }
})

test('a call starts only the syncs that its answer can list, and the next call continues with the rest', async () => {
  await app.db.query(
    `insert into connections (org_id, platform, name)
     select $1, 'sx', 'Tienda número ' || n from generate_series(1, 150) n`,
    [app.globex.org_id],
  )
  const call = async () => (await app.rest('trigger_sync', { platform: 'sx' }, { key: app.keys.globex })).body.result
  const first = await call()
  assert.deepEqual([first.count, first.truncated], [100, true])
  assert.match(first.hint, /Call again/)
  await app.db.query('update connections set last_sync_started_at = now() where connection_id = any($1)', [
    first.syncs.map(({ connection_id }: Message) => connection_id),
  ])
  const second = await call()
  const started = new Set([...first.syncs, ...second.syncs].map(({ connection_id }: Message) => connection_id))
  assert.equal(started.size, first.total)
})
