// GET /api/v1/events: who gets a stream, what it brings, and when it ends.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ORGS_OF_STREAM_MAX, STREAMS_OF_PERSON_MAX, STREAMS_OF_SESSION_MAX } from '#engine/events/streams.ts'
import { create_server } from '#http/server.ts'
import { silent_log } from '#lib/log.ts'
import { create_org } from '#test/access.ts'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { Browser, new_person } from '#test/browser.ts'
import { TEST_KEY } from '#test/database.ts'
import { cookie_of, type OpenStream, open_stream, signed_in, until } from '#test/event_streams.ts'
import { add_member, call_as_member, result_of } from '#test/people.ts'
import { create_app } from '../../src/app.ts'

let app: TestApp
let ana: Browser
before(async () => {
  app = await test_app({ seeded: false })
  ana = await person('ana@example.com', [app.acme.org_id])
})
after(() => app.close())

/** A person who is a viewer of these organizations, in a browser. */
async function person(email: string, org_ids: readonly string[]): Promise<Browser> {
  const browser = await new_person(app, email)
  const user_id = await id_of(email)
  for (const org_id of org_ids) await add_member(app.db, { org_id, role: 'viewer', user_id, email })
  return browser
}

const id_of = async (email: string): Promise<string> =>
  (await app.db.query('select id from auth.users where email = $1', [email])).rows[0].id

async function connection(org_id: string, platform = 'sx'): Promise<string> {
  const { rows } = await app.db.query(
    'insert into connections (org_id, platform, name) values ($1, $2, $3) returning connection_id',
    [org_id, platform, `secret name ${randomUUID()}`],
  )
  return rows[0].connection_id
}

async function run_of(org_id: string, connection_id: string): Promise<string> {
  const { rows } = await app.db.query(
    `insert into sync_runs (org_id, connection_id, trigger, state) values ($1, $2, 'tool', 'running') returning run_id`,
    [org_id, connection_id],
  )
  return rows[0].run_id
}

const snapshot_of = async (stream: OpenStream, org_id: string) => {
  const find = () => stream.events.find(({ event, data }) => event === 'snapshot' && data.org_id === org_id)
  assert.ok(await until(() => find() !== undefined), `no snapshot came, but ${stream.text} ${stream.body}`)
  return find()!.data.connections
}

suite('a stream of events', () => {
  test('begins with all connections of its organizations, so that a new stream misses nothing', async () => {
    const connection_id = await connection(app.acme.org_id)
    const run_id = await run_of(app.acme.org_id, connection_id)
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
    const connection_id = await connection(org_id)
    const stream = await open_stream(app, ana, [org_id])
    await snapshot_of(stream, org_id)
    const last = () => stream.events.at(-1)!
    const comes = async (is_so: (event: (typeof stream.events)[number]) => boolean) =>
      assert.ok(await until(() => is_so(last())), JSON.stringify(stream.events))
    const run_id = await run_of(org_id, connection_id)
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
    assert.ok(!stream.text.includes('secret name'), 'an event has no text of others')
  })

  test('of one organization never brings anything of another one', async () => {
    const other = await connection(app.globex.org_id)
    const own = await open_stream(app, ana, [app.acme.org_id])
    await snapshot_of(own, app.acme.org_id)
    await run_of(app.globex.org_id, other)
    const bob = await person('bob@example.com', [app.globex.org_id])
    const theirs = await open_stream(app, bob, [app.globex.org_id])
    assert.equal((await snapshot_of(theirs, app.globex.org_id))[0].connection_id, other)
    await sleep(2_200)
    assert.ok(!own.text.includes(app.globex.org_id) && !own.text.includes(other))
    assert.ok(!theirs.text.includes(app.acme.org_id))
    own.close()
    theirs.close()
  })

  test('brings several organizations of a person, each event with its organization', async () => {
    const eva = await person('eva@example.com', [app.acme.org_id, app.globex.org_id])
    const mine = await connection(app.acme.org_id)
    const stream = await open_stream(app, eva, [app.acme.org_id, app.globex.org_id, app.acme.org_id])
    const [acme, globex] = [await snapshot_of(stream, app.acme.org_id), await snapshot_of(stream, app.globex.org_id)]
    stream.close()
    assert.ok(acme.some((state: { connection_id: string }) => state.connection_id === mine))
    assert.ok(globex.every((state: { org_id: string }) => state.org_id === app.globex.org_id))
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

suite('a stream is refused', () => {
  const refused = async (status: number, browser: Browser, org_ids: readonly string[], more = {}) => {
    const stream = await open_stream(app, browser, org_ids, more)
    stream.close()
    assert.equal(stream.status, status, stream.body || 'a stream was opened')
    return stream
  }

  test('without a session of a browser', async () => {
    await refused(401, new Browser(app), [app.acme.org_id])
    await refused(401, new Browser(app), [app.acme.org_id], { authorization: `Bearer ${app.keys.acme}` })
  })

  test('beside an Authorization header, even with a session', async () => {
    await refused(401, ana, [app.acme.org_id], { authorization: `Bearer ${app.keys.acme}` })
  })

  test('for a page of somebody else', async () => {
    const { origin } = new URL(app.engine.base_url)
    for (const site of ['cross-site', 'same-site', 'none'])
      await refused(401, ana, [app.acme.org_id], { 'sec-fetch-site': site })
    await refused(401, ana, [app.acme.org_id], { origin: 'https://elsewhere.example' })
    await refused(401, ana, [app.acme.org_id], { origin: 'null' })
    await refused(401, ana, [app.acme.org_id], { origin, 'sec-fetch-site': 'cross-site' })
    // A request without both headers comes from no browser of today.
    const bare = await fetch(`${app.url}/api/v1/events?org=${app.acme.org_id}`, { headers: { cookie: cookie_of(ana) } })
    await bare.body?.cancel()
    assert.equal(bare.status, 401)
  })

  test('for an organization of others and for an unknown one, with one sentence', async () => {
    const foreign = await refused(403, ana, [app.acme.org_id, app.globex.org_id])
    const unknown = await refused(403, ana, [randomUUID()])
    const sentence = ({ body }: OpenStream) => JSON.parse(body).error
    assert.equal(sentence(foreign), sentence(unknown))
    await refused(403, ana, ['1 or true'])
  })

  test('without an organization, and for more than a person can have', async () => {
    assert.match((await refused(400, ana, [])).body, /\?org=/)
    const many = Array.from({ length: ORGS_OF_STREAM_MAX + 1 }, () => randomUUID())
    assert.match((await refused(400, ana, many)).body, /at most 100/)
  })

  test('when the session or the person has too many, until one ends', async () => {
    const eva = await person('many@example.com', [app.acme.org_id])
    const streams: OpenStream[] = []
    const open = async (browser: Browser) => {
      const stream = await open_stream(app, browser, [app.acme.org_id])
      streams.push(stream)
      return stream
    }
    for (let n = 0; n < STREAMS_OF_SESSION_MAX; n++) assert.equal((await open(eva)).status, 200)
    const one_more = await refused(429, eva, [app.acme.org_id])
    assert.equal(one_more.headers.get('retry-after'), '10')
    assert.equal(JSON.parse(one_more.body).outcome, 'rate_limited')
    for (let device = 1; device < STREAMS_OF_PERSON_MAX / STREAMS_OF_SESSION_MAX; device++) {
      const other = new Browser(app)
      await other.sign_in('many@example.com')
      for (let n = 0; n < STREAMS_OF_SESSION_MAX; n++) assert.equal((await open(other)).status, 200)
    }
    const last = new Browser(app)
    await last.sign_in('many@example.com')
    await refused(429, last, [app.acme.org_id])
    for (const stream of streams) stream.close()
    assert.ok(await until(() => app.engine.events.size === 0))
    assert.equal((await open(last)).status, 200)
    streams.at(-1)!.close()
  })
})

suite('a stream ends', () => {
  const ends_within_a_second = async (stream: OpenStream, change: () => Promise<unknown>) => {
    await change()
    const changed_at = performance.now()
    assert.ok(await until(() => stream.ended_at !== undefined), 'the stream did not end')
    assert.ok(stream.ended_at! - changed_at < CHANGE_FELT_MS, `it ended after ${stream.ended_at! - changed_at} ms`)
    return changed_at
  }

  test('within a second of the removal of a member, and brings nothing more', async () => {
    const { org_id } = app.acme
    const leo = await person('leo@example.com', [org_id])
    const connection_id = await connection(org_id)
    const run_id = await run_of(org_id, connection_id)
    const stream = await open_stream(app, leo, [org_id])
    await snapshot_of(stream, org_id)
    const user_id = await id_of('leo@example.com')
    const admin = { org_id, role: 'admin', user_id: await add_member(app.db, { org_id, role: 'admin' }) } as const
    const changed_at = await ends_within_a_second(stream, async () => {
      result_of(await call_as_member(app.engine, 'remove_member', { user_id }, admin))
      await app.db.query(`update sync_runs set progress = 0.9, stream = 'after' where run_id = $1`, [run_id])
    })
    assert.ok(!stream.text.includes('after'), 'the event after the removal was sent')
    assert.ok(stream.events.every(({ at }) => at < changed_at))
    assert.equal((await open_stream(app, leo, [org_id])).status, 403)
    await app.db.query('delete from connections where connection_id = $1', [connection_id])
  })

  test('when the organization demands a second factor that the person lacks', async () => {
    const { org_id } = app.globex
    const kim = await person('kim@example.com', [org_id])
    const stream = await open_stream(app, kim, [org_id])
    await snapshot_of(stream, org_id)
    await ends_within_a_second(stream, () =>
      app.db.query('update orgs set demands_two_factor = true where org_id = $1', [org_id]),
    )
    await app.db.query('update orgs set demands_two_factor = false where org_id = $1', [org_id])
  })

  test('with its session: by signing out, by its end elsewhere, and at its time', async () => {
    const { org_id } = app.acme
    const endings: ((browser: Browser, email: string) => Promise<unknown>)[] = [
      (browser) => browser.auth('/sign-out'),
      async (_browser, email) => {
        const other = new Browser(app)
        await other.sign_in(email)
        assert.equal((await other.auth('/revoke-other-sessions')).status, 200)
      },
      (_browser, email) =>
        app.db.query(
          `update auth.sessions s set expires_at = now() - interval '1 second' from auth.users u where u.id = s.user_id and u.email = $1`,
          [email],
        ),
    ]
    for (const [at, end] of endings.entries()) {
      const email = `end.${at}@example.com`
      const browser = await person(email, [org_id])
      const stream = await open_stream(app, browser, [org_id])
      await snapshot_of(stream, org_id)
      await ends_within_a_second(stream, () => end(browser, email))
      assert.equal((await open_stream(app, browser, [org_id])).status, 401)
    }
  })

  test('when its client disconnects, also before it is open', async () => {
    for (let n = 0; n < 40; n++) {
      const stop = new AbortController()
      const opening = fetch(`${app.url}/api/v1/events?org=${app.acme.org_id}`, {
        headers: { cookie: cookie_of(ana), 'sec-fetch-site': 'same-origin' },
        signal: stop.signal,
      })
      setTimeout(() => stop.abort(), n / 4)
      await opening.then(({ body }) => body?.cancel()).catch(() => undefined)
    }
    assert.ok(await until(() => app.engine.events.size === 0), `${app.engine.events.size} streams stayed`)
  })

  test('when its client does not read, so that no client fills the memory', async (context) => {
    const org_id = await create_org(app.db, { name: 'large' })
    const pat = await person('pat@example.com', [org_id])
    await app.db.query(
      `insert into connections (org_id, platform, name) select $1, 'sx', n::text from generate_series(1, 20000) n`,
      [org_id],
    )
    const server = await create_server(app.engine, { heartbeat_ms: 100 })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
      .pause()
      .on('error', () => {})
    context.after(async () => {
      socket.destroy()
      await server.close()
      await app.db.query('delete from orgs where org_id = $1', [org_id])
    })
    socket.write(
      `GET /api/v1/events?org=${org_id} HTTP/1.1\r\nhost: x\r\nsec-fetch-site: same-origin\r\ncookie: ${cookie_of(pat)}\r\n\r\n`,
    )
    assert.ok(await until(() => app.engine.events.size === 1), 'the stream did not open')
    assert.ok(await until(() => app.engine.events.size === 0, 15_000), 'the stream stayed open')
  })

  test('when the process stops in order, and none opens afterwards', async () => {
    const { org_id } = app.acme
    const other = await create_app({
      config: {
        base_url: app.engine.base_url,
        database_pool: 4,
        master_key: TEST_KEY,
        role: 'api',
        fx_rates_url: undefined,
        sandbox_url: undefined,
      },
      database: app.database.place,
      log: silent_log(),
    })
    const url = await other.start({ host: '127.0.0.1', port: 0 })
    const stream = await open_stream({ url }, ana, [org_id])
    await snapshot_of(stream, org_id)
    const draining = other.drain(1)
    assert.ok(await until(() => stream.ended_at !== undefined, CHANGE_FELT_MS))
    assert.ok(stream.text.endsWith('\n\n'), 'the end of the stream is whole')
    const late = await open_stream({ url }, ana, [org_id])
    assert.equal(late.status, 503)
    assert.equal(late.headers.get('retry-after'), '1')
    await draining
    await other.close()
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
      await connection(org_id)
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
