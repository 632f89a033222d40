// GET /api/v1/events: what a stream brings, and what it costs.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import { create_server } from '#http/server.ts'
import { create_org } from '#test/access.ts'
import { type TestApp, test_app } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { add_connection, add_run, open_stream, signed_in, snapshot_of, viewer } from '#test/event_streams.ts'
import { until } from '#test/until.ts'

/** A text of others, which no event may bring. */
const NAME = 'secret name'

let app: TestApp
let ana: Browser
before(async () => {
  app = await test_app({ seeded: false })
  ana = await viewer(app, 'ana@example.com', [app.acme.org_id])
})
after(() => app.close())

suite('a stream of events', () => {
  test('begins with all connections of its organizations, so that a new stream misses nothing', async () => {
    const connection_id = await add_connection(app, app.acme.org_id, NAME)
    const run_id = await add_run(app, { org_id: app.acme.org_id, connection_id })
    const first = await open_stream(app, ana, [app.acme.org_id])
    assert.equal(first.status, 200)
    assert.equal((await snapshot_of(first, app.acme.org_id)).length, 1)
    first.close()
    await app.db.query(`update sync_runs set progress = 0.41, stream = 'orders', rows = 900 where run_id = $1`, [
      run_id,
    ])
    const second = await open_stream(app, ana, [app.acme.org_id])
    const [state] = await snapshot_of(second, app.acme.org_id)
    second.close()
    assert.deepEqual(
      { ...state, version: undefined },
      {
        ...{ org_id: app.acme.org_id, connection_id, platform: 'sx', sync_state: 'running', progress: 0.41 },
        ...{ stream: 'orders', rows: 900, stored_from: null, health: 'never_synced', version: undefined },
      },
    )
    await app.db.query('delete from connections where connection_id = $1', [connection_id])
  })

  test('brings the progress and the end of a sync, a change of health, and the end of a connection', async () => {
    const { org_id } = app.acme
    const connection_id = await add_connection(app, org_id, NAME)
    const stream = await open_stream(app, ana, [org_id])
    await snapshot_of(stream, org_id)
    const last = () => stream.events.at(-1)!
    const comes = async (is_so: (event: (typeof stream.events)[number]) => boolean) =>
      assert.ok(await until(() => is_so(last())), JSON.stringify(stream.events))
    const run_id = await add_run(app, { org_id, connection_id })
    await comes(({ event, data }) => event === 'connection' && data.sync_state === 'running')
    await app.db.query(
      `insert into sync_cursors (org_id, connection_id, stream, account_id, cursor, covered_from) values
        ($1, $2, 'orders', 'a', '{}', '2026-03-04'), ($1, $2, 'orders', 'b', '{}', '-infinity')`,
      [org_id, connection_id],
    )
    await app.db.query(`update sync_runs set progress = 0.5, stream = 'orders' where run_id = $1`, [run_id])
    await comes(({ data }) => data.progress === 0.5 && data.stored_from === '2026-03-04')
    await app.db.query(`update sync_runs set state = 'succeeded' where run_id = $1`, [run_id])
    await app.db.query('update connections set last_sync_at = now(), last_rows_at = now() where connection_id = $1', [
      connection_id,
    ])
    await comes(({ data }) => data.sync_state === 'idle' && data.health === 'ok')
    const { version } = last().data
    await app.db.query('update connections set limited_until = now() where connection_id = $1', [connection_id])
    await comes(({ data }) => data.version !== version)
    await app.db.query('update connections set needs_reconnection = true where connection_id = $1', [connection_id])
    await comes(({ data }) => data.health === 'needs_reconnection')
    await app.db.query(`update connections set status = 'revoked' where connection_id = $1`, [connection_id])
    await comes(({ event, data }) => event === 'removed' && data.connection_id === connection_id)
    stream.close()
    assert.ok(!stream.text.includes(NAME), 'an event has no text of others')
  })

  test('says of a suspect connection what list_connections says', async () => {
    const { org_id } = app.acme
    const connection_id = await add_connection(app, org_id, NAME)
    await app.db.query('update connections set last_sync_at = now(), last_rows_at = now() where connection_id = $1', [
      connection_id,
    ])
    await app.db.query(
      `insert into sync_cursors (org_id, connection_id, stream, account_id, cursor, covered_from, covered_until) values
        ($1, $2, 'orders', 'a', '{}', '2026-03-04', current_date - 1)`,
      [org_id, connection_id],
    )
    await app.db.query(
      `insert into connection_accounts (org_id, connection_id, account_id, name, time_zone, seen_at) values ($1, $2, 'a', 'A', 'UTC', now())`,
      [org_id, connection_id],
    )
    const stream = await open_stream(app, ana, [org_id])
    const [first] = await snapshot_of(stream, org_id)
    assert.equal(first!.health, 'ok')
    const state = (state: string, reason: string | null) =>
      app.db.query(
        'update connection_accounts set state = $2, reason = $3, state_since = now() where connection_id = $1',
        [connection_id, state, reason],
      )
    const agrees = async (health: string) => {
      const last = () =>
        stream.events.findLast(({ event, data }) => event === 'connection' && data.connection_id === connection_id)
      assert.ok(await until(() => last()?.data.health === health), JSON.stringify(stream.events))
      const { result } = (await ana.tool('list_connections', {}, org_id)).body
      const shown = result.connections.find((one: { connection_id: string }) => one.connection_id === connection_id)
      assert.equal(shown.health, health)
    }
    await state('skipped', 'No permission.')
    await agrees('suspect')
    await state('skipped', NOT_CHOSEN)
    await agrees('ok')
    const suspect = (reason: string | null) =>
      app.db.query('update sync_cursors set suspect_reason = $2 where connection_id = $1', [connection_id, reason])
    await suspect('The orders of a day fell to nothing.')
    await state('read', null)
    await agrees('suspect')
    await suspect(null)
    await agrees('ok')
    stream.close()
    await app.db.query('delete from connections where connection_id = $1', [connection_id])
  })

  test('of one organization never brings anything of another one', async () => {
    const other = await add_connection(app, app.globex.org_id, NAME)
    const own = await open_stream(app, ana, [app.acme.org_id])
    await snapshot_of(own, app.acme.org_id)
    await add_run(app, { org_id: app.globex.org_id, connection_id: other })
    const bob = await viewer(app, 'bob@example.com', [app.globex.org_id])
    const theirs = await open_stream(app, bob, [app.globex.org_id])
    assert.equal((await snapshot_of(theirs, app.globex.org_id))[0]?.connection_id, other)
    await sleep(2_200)
    assert.ok(!own.text.includes(app.globex.org_id) && !own.text.includes(other))
    assert.ok(!theirs.text.includes(app.acme.org_id))
    own.close()
    theirs.close()
  })

  test('brings several organizations of a person, each event with its organization', async () => {
    const eva = await viewer(app, 'eva@example.com', [app.acme.org_id, app.globex.org_id])
    const mine = await add_connection(app, app.acme.org_id, NAME)
    const stream = await open_stream(app, eva, [app.acme.org_id, app.globex.org_id, app.acme.org_id])
    const [acme, globex] = [await snapshot_of(stream, app.acme.org_id), await snapshot_of(stream, app.globex.org_id)]
    stream.close()
    assert.ok(acme.some(({ connection_id }) => connection_id === mine))
    assert.ok(globex.every((state) => state.org_id === app.globex.org_id))
    assert.equal(stream.events.filter(({ event }) => event === 'snapshot').length, 2)
  })

  test('names no proxy that may collect it, and has heartbeats', async () => {
    const server = await create_server(app.engine, { heartbeat_ms: 50 })
    const url = await server.listen({ port: 0, host: '127.0.0.1' })
    const stream = await open_stream({ url }, ana, [app.acme.org_id], { 'accept-encoding': 'gzip, br' })
    assert.ok(await until(() => (stream.text.match(/^:$/gm) ?? []).length >= 3))
    assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(stream.headers.get('x-accel-buffering'), 'no')
    assert.equal(stream.headers.get('cache-control'), 'no-store, no-transform')
    assert.equal(stream.headers.get('content-encoding'), null)
    stream.close()
    await server.close()
  })
})

/** Counts the statements that read the states of connections, on the pool that sends them. */
function watch_reads() {
  const { system } = app.engine.pool
  const watched = new WeakSet<pg.PoolClient>()
  const times_ms: number[] = []
  const connect = system.connect.bind(system) as () => Promise<pg.PoolClient>
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return client
    watched.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    client.query = (async (...given: unknown[]) => {
      const began = performance.now()
      const answer = await query(...given)
      if ((given[0] as { text?: string }).text?.includes('md5(concat_ws')) times_ms.push(performance.now() - began)
      return answer
    }) as typeof client.query
    return client
  }
  system.connect = (async () => watch(await connect())) as typeof system.connect
  const mean_ms = () => times_ms.reduce((sum, ms) => sum + ms, 0) / times_ms.length
  return { count: () => times_ms.length, mean_ms }
}

suite('reading for streams', () => {
  test('is one statement a second for 50 streams of 50 organizations, and none without a stream', async (context) => {
    const people: { browser: Browser; org_id: string }[] = []
    for (let n = 0; n < 50; n++) {
      const org_id = await create_org(app.db, { name: `org ${n}` })
      people.push({ org_id, browser: await signed_in(app, `fifty.${n}@example.com`, org_id) })
      await add_connection(app, org_id, NAME)
    }
    const reads = watch_reads()
    const began = performance.now()
    const streams = await Promise.all(people.map(({ browser, org_id }) => open_stream(app, browser, [org_id])))
    for (const [at, stream] of streams.entries()) {
      const { org_id } = people[at]!
      assert.equal((await snapshot_of(stream, org_id)).length, 1)
    }
    context.diagnostic(`50 snapshots after ${Math.round(performance.now() - began)} ms`)
    await sleep(4_000)
    const seconds = (performance.now() - began) / 1000
    assert.ok(reads.count() <= seconds + 1, `${reads.count()} statements in ${seconds} seconds`)
    assert.ok(reads.count() >= 2, `${reads.count()} statements`)
    context.diagnostic(`${reads.count()} statements in ${seconds.toFixed(1)} s, ${reads.mean_ms().toFixed(1)} ms each`)
    for (const [at, stream] of streams.entries())
      for (const { org_id } of people.filter((_, other) => other !== at)) assert.ok(!stream.text.includes(org_id))
    for (const stream of streams) stream.close()
    assert.ok(await until(() => app.engine.events.size === 0))
    await sleep(600)
    const before = reads.count()
    await sleep(2_200)
    assert.equal(reads.count(), before, 'statements without a stream')
  })
})
