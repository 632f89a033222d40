// GET /api/v1/events: who gets a stream, and when it ends.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { after, before, suite, test } from 'node:test'
import {
  EventStreams,
  ORGS_OF_STREAM_MAX,
  STREAMS_OF_PERSON_MAX,
  STREAMS_OF_SESSION_MAX,
} from '#engine/events/streams.ts'
import { create_server } from '#http/server.ts'
import { silent_log } from '#lib/log.ts'
import { create_org } from '#test/access.ts'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { Browser } from '#test/browser.ts'
import { TEST_KEY } from '#test/database.ts'
import {
  add_connection,
  add_run,
  cookie_of,
  type OpenStream,
  open_stream,
  snapshot_of,
  user_id_of,
  viewer,
} from '#test/event_streams.ts'
import { add_member, call_as_member, result_of } from '#test/people.ts'
import { until } from '#test/until.ts'
import { create_app } from '../../src/app.ts'

/** A text of others, which no event may bring. */
const NAME = 'secret name'

let app: TestApp
let ana: Browser
before(async () => {
  app = await test_app({ seeded: false })
  ana = await viewer(app, 'ana@example.com', [app.acme.org_id])
})
after(() => app.close())

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
    const eva = await viewer(app, 'many@example.com', [app.acme.org_id])
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

  test('with 503 when the process has too many', async () => {
    const { engine } = app
    const streams = new EventStreams({ ...engine, stopping: () => engine.stopping.signal, streams_max: 1 })
    const session = engine.session_token!(cookie_of(ana))!
    const receiver = { send: () => {}, end: () => {} }
    const close = await streams.open({ session }, [app.acme.org_id], receiver)
    await assert.rejects(streams.open({ session }, [app.acme.org_id], receiver), {
      outcome: 'overloaded',
      retry_after_s: 10,
    })
    close()
    ;(await streams.open({ session }, [app.acme.org_id], receiver))()
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
    const leo = await viewer(app, 'leo@example.com', [org_id])
    const connection_id = await add_connection(app, org_id, NAME)
    const run_id = await add_run(app, { org_id, connection_id })
    const stream = await open_stream(app, leo, [org_id])
    await snapshot_of(stream, org_id)
    const user_id = await user_id_of(app, 'leo@example.com')
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
    const kim = await viewer(app, 'kim@example.com', [org_id])
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
      const browser = await viewer(app, email, [org_id])
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
    const pat = await viewer(app, 'pat@example.com', [org_id])
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
