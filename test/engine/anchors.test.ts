// Anchors: what someone who can change the whole database cannot hide.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer as create_web_server, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { in_org } from '#db/org.ts'
import { anchor_lines, read_anchors } from '#engine/audit/anchors.ts'
import { rewrap_audit_key } from '#engine/audit/chain.ts'
import type { Destination } from '#engine/audit/destinations.ts'
import { export_anchors } from '#engine/audit/export.ts'
import { lacks_anchors, list_chains, verify_chain } from '#engine/audit/verify.ts'
import { run_job } from '#engine/queue/run_job.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'
import { export_anchors as export_job } from '#jobs/export_anchors.ts'
import { silent_log } from '#lib/log.ts'
import { create_org } from '#test/access.ts'
import { type TestApp, test_app } from '#test/app.ts'

let app: TestApp
let folder: string
let destination: { url: string }
before(async () => {
  app = await test_app({ seeded: false })
  folder = mkdtempSync(join(tmpdir(), 'anchors-'))
  destination = { url: pathToFileURL(folder).href }
})
after(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const NOW = new Date('2026-11-22T12:00:00Z')
const in_hours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

async function record(calls: number) {
  for (let n = 0; n < calls; n++) await app.rest('fixture_read', {}, { key: app.keys.acme })
  await app.engine.recorder.flush()
}

const texts = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
const exported = (now = NOW) => export_anchors(app.engine.pool, app.engine, destination, now)
const anchors = () => read_anchors(app.engine, texts())

async function verdicts(org_id = app.acme.org_id) {
  const { pool } = app.engine
  const [alone, anchored] = [
    await verify_chain(pool, app.engine, org_id),
    await verify_chain(pool, app.engine, org_id, anchors().by_org.get(org_id)),
  ]
  return { alone: alone.ok, anchored: anchored.ok || anchored.fault, until: anchored.anchored }
}

/** Five calls, the anchor of the fifth, and one more call. */
beforeEach(async () => {
  rmSync(folder, { recursive: true })
  await app.refill()
  await app.engine.recorder.flush()
  await app.db.query('truncate audit_log, audit_heads')
  await record(5)
  assert.equal(await exported(), 1)
  await record(1)
})

/** What someone does who may change every row, but has no key of the chain. */
const cut = (until: number) =>
  app.db.query(`delete from audit_log where seq > ${until};
    update audit_heads h set seq = ${until}, hash = l.hash from audit_log l where l.org_id = h.org_id and l.seq = ${until}`)

suite('against anchors', () => {
  test('an untouched chain is intact, and the verdict names the last call that an anchor confirms', async () => {
    assert.deepEqual(await verdicts(), { alone: true, anchored: true, until: 5n })
  })

  test('a chain whose end was removed is found, and passes without anchors', async () => {
    await cut(3)
    const { alone, anchored } = await verdicts()
    assert.deepEqual(
      [alone, anchored],
      [true, `the chain ends with call 3, but call 5 was anchored at ${NOW.toJSON()}`],
    )
  })

  test('an emptied chain is found, and passes without anchors', async () => {
    await app.db.query('delete from audit_log; delete from audit_heads')
    const { alone, anchored } = await verdicts()
    assert.deepEqual(
      [alone, anchored],
      [true, `the chain ends with call 0, but call 5 was anchored at ${NOW.toJSON()}`],
    )
  })

  test('a chain that was removed and written again is found, and passes without anchors', async () => {
    await app.db.query('delete from audit_log; delete from audit_heads')
    await record(9)
    const { alone, anchored } = await verdicts()
    assert.deepEqual([alone, anchored], [true, `call 5 is not the one that was anchored at ${NOW.toJSON()}`])
  })

  test('a chain whose key was replaced is found', async () => {
    await app.db.query(`update audit_heads set wrapped_key = '\\x00'`)
    assert.match(String((await verdicts()).anchored), /key of the chain/)
  })

  test('the chain of a deleted organization stays, and is one of the chains that are checked', async () => {
    const org_id = await create_org(app.db, { name: 'short' })
    const { key } = await app.key(org_id)
    await app.rest('fixture_read', {}, { key })
    await app.engine.recorder.flush()
    await app.db.query('delete from orgs where org_id = $1', [org_id])
    assert.ok((await list_chains(app.engine.pool)).some((chain) => chain.org_id === org_id))
    assert.deepEqual([(await verify_chain(app.engine.pool, app.engine, org_id)).calls], [1n])
  })

  test('a chain that only anchors know is one of the chains that are checked', async () => {
    const unknown = '01980000-0000-7000-8000-000000000000'
    assert.ok((await list_chains(app.engine.pool, [unknown])).some(({ org_id }) => org_id === unknown))
  })
})

suite('a chain that the database calls exported', () => {
  test('further than it is long, or in the future, is exported all the same', async () => {
    for (const lie of ['anchored_seq = 1000000000000000', `anchored_at = '2099-01-01'`]) {
      await app.db.query(`update audit_heads set ${lie}`)
      await record(1)
      assert.equal(await exported(in_hours(1)), 1, lie)
      assert.equal(await exported(in_hours(1)), 0, lie)
    }
  })

  test('is named by the verification, once its calls or its newest anchor are too old', async () => {
    const late = async (seq: number, hours: number) => {
      const { rows } = await app.db.query('select called_at as at from audit_log where seq = $1', [seq])
      const found = anchors().by_org.get(app.acme.org_id)
      const verdict = await verify_chain(app.engine.pool, app.engine, app.acme.org_id, found)
      return lacks_anchors(verdict, new Date(Date.parse(rows[0].at) + hours * 3_600_000))
    }
    await exported(new Date())
    assert.deepEqual([await late(6, 24.9), await late(6, 25.1)], [false, true])
    await record(1)
    assert.deepEqual([await late(7, 0.9), await late(7, 1.1)], [false, true])
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    assert.deepEqual([await late(1, 0.9), await late(1, 1.1)], [false, true])
  })

  test('can be called so by the system and by operators only', async () => {
    await assert.rejects(
      in_org(app.engine.pool, { org_id: app.acme.org_id }, (db) =>
        db.updateTable('audit_heads').set({ anchored_seq: 9n }).execute(),
      ),
      { code: '42501' },
    )
  })
})

suite('an anchor', () => {
  const line = (engine = app.engine) =>
    anchor_lines(engine, [{ org_id: app.acme.org_id, seq: 5n, hash: Buffer.alloc(32, 7) }], NOW)[0]!

  test('that was changed is called forged', () => {
    for (const [from, to] of [
      ['"seq":"5"', '"seq":"4"'],
      [app.acme.org_id, app.globex.org_id],
      ['0707', '0708'],
      ['12:00', '12:01'],
    ] as const) {
      const { by_org, forged } = read_anchors(app.engine, [line().replace(from, to)])
      assert.deepEqual([by_org.size, forged], [0, 1], from)
    }
  })

  test('needs the master key: what the database holds cannot make one', () => {
    const other = { ...app.engine, master_key: randomBytes(32) }
    const invented = JSON.parse(line(other))
    const claimed = JSON.stringify({ ...invented, key: JSON.parse(line()).key })
    const { by_org, forged, unreadable } = read_anchors(app.engine, [`${line(other)}\n${claimed}`])
    assert.deepEqual([by_org.size, forged, unreadable], [0, 1, 1])
  })

  test('of an earlier master key counts while that key is configured', () => {
    const ring = { master_key: randomBytes(32), old_master_keys: [app.engine.master_key] }
    assert.equal(read_anchors(ring, [line()]).by_org.size, 1)
  })

  test('is found behind the text of a log server and behind the rest of a broken write', () => {
    const text = `<110>1 2026-11-22T12:00:00Z host tablero - anchor - ${line()}\n${line().slice(0, 90)}${line()}\nno anchor`
    assert.equal(read_anchors(app.engine, [text]).by_org.get(app.acme.org_id)?.length, 2)
  })
})

suite('an export', () => {
  test('has the chains that grew, and each chain again after a day', async () => {
    assert.equal(await exported(), 1)
    assert.equal(await exported(), 0)
    assert.equal(await exported(in_hours(23)), 0)
    assert.equal(await exported(in_hours(25)), 1)
    assert.deepEqual(readdirSync(folder), ['2026-11.jsonl'])
    assert.deepEqual(
      anchors()
        .by_org.get(app.acme.org_id)
        ?.map(({ seq }) => seq),
      [5n, 6n, 6n],
    )
  })

  test('has a chain again after its key was wrapped with another master key', async () => {
    assert.equal(await exported(), 1)
    // As operators do.
    const pool = app.engine.pool.worker
    const ring = { master_key: randomBytes(32), old_master_keys: [app.engine.master_key] }
    const rewrap = (keys: Keyring) =>
      in_org(pool, { org_id: app.acme.org_id }, (db) => rewrap_audit_key(db, keys, app.acme.org_id))
    await rewrap(ring)
    assert.equal(await export_anchors(pool, ring, destination, NOW), 1)
    const { by_org } = read_anchors({ master_key: ring.master_key }, texts())
    assert.equal((await verify_chain(pool, ring, app.acme.org_id, by_org.get(app.acme.org_id))).anchored, 6n)
  })

  test('is a job, which writes to the destination of the process and nowhere without one', async () => {
    const run = (anchors_to?: Destination) =>
      run_job(
        { ...app.engine, anchors_to },
        export_job,
        {},
        { log: silent_log(), signal: new AbortController().signal },
      )
    await run()
    assert.equal(anchors().by_org.get(app.acme.org_id)?.length, 1)
    await run(destination)
    assert.deepEqual(
      anchors()
        .by_org.get(app.acme.org_id)
        ?.map(({ seq }) => seq),
      [5n, 6n],
    )
  })

  test('that fails is repeated whole', async () => {
    await assert.rejects(export_anchors(app.engine.pool, app.engine, { url: 'syslog://127.0.0.1:1' }, NOW))
    assert.equal(await exported(), 1)
  })

  test('reaches a syslog server as messages of RFC 5424, each with its length', async () => {
    let received = ''
    const server = createServer((socket) => socket.on('data', (chunk) => (received += chunk))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await export_anchors(app.engine.pool, app.engine, { url: `syslog://127.0.0.1:${port}` }, NOW)
    server.close()
    const [, length, message] = /^(\d+) (<110>1 2026-11-22T12:00:00\.000Z \S+ tablero - anchor - \{.*\})$/s.exec(
      received,
    )!
    assert.equal(Number(length), Buffer.byteLength(message!))
    assert.equal(read_anchors(app.engine, [received]).by_org.get(app.acme.org_id)?.[0]?.seq, 6n)
  })

  test('puts each time a new object into an object store, signed, and fails unless the store takes it', async () => {
    const put: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
    let status = 500
    const server = create_web_server(async (request, response) => {
      const body = (await request.toArray()).join('')
      put.push({ url: `${request.method} ${request.url}`, headers: request.headers, body })
      response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const run = (host: string) => {
      const url = `http://${host}:${(server.address() as AddressInfo).port}/bucket/{name}`
      const s3_key = { access_key_id: 'id', secret: 'secret', region: 'eu-west-1' }
      const to = { url, headers: { 'x-token': 'one' }, s3_key }
      return export_anchors(app.engine.pool, app.engine, to, NOW)
    }
    await assert.rejects(run('localhost'), /status 500/)
    // A private address works by its name and as it is, because the operator names it.
    await assert.rejects(run('127.0.0.1'), /status 500/)
    status = 200
    assert.equal(await run('127.0.0.1'), 1)
    server.close()
    const { url, headers, body } = put[1]!
    assert.match(url, /^PUT \/bucket\/2026-11-22T12-00-00-000Z-[0-9a-f]{8}\.jsonl$/)
    assert.notEqual(url, put[0]!.url)
    assert.equal(headers['x-token'], 'one')
    assert.match(headers.authorization ?? '', /^AWS4-HMAC-SHA256 Credential=id\/20261122\/eu-west-1\/s3\/aws4_request,/)
    assert.equal(read_anchors(app.engine, [body]).by_org.get(app.acme.org_id)?.[0]?.seq, 6n)
  })
})
