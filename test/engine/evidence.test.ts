// What the chains record of refused access, of agencies, and of the ids of requests.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { INSTALLATION } from '#engine/audit/chain.ts'
import { list_calls } from '#engine/audit/list.ts'
import { KINDS_MAX, RefusedAccess } from '#engine/audit/refused.ts'
import { verify_chain } from '#engine/audit/verify.ts'
import { find_run } from '#engine/calls/runs/follow_up.ts'
import { revoke_key, set_client, set_org } from '#test/access.ts'
import { type As, CHANGE_FELT_MS, headers_of, type TestApp, test_app } from '#test/app.ts'
import { new_person } from '#test/browser.ts'
import { add_member } from '#test/people.ts'
import { start_tablero } from '#test/processes.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app?.close())
beforeEach(async () => {
  await app.refill()
  app.engine.refused.end_hour()
  await app.engine.recorder.flush()
  await app.db.query('truncate audit_log, audit_heads')
})

/** The records of a chain, after the end of the hour. */
async function recorded(org_id: string) {
  app.engine.refused.end_hour()
  await app.engine.recorder.flush()
  const { rows } = await app.db.query('select * from audit_log where org_id = $1 order by seq', [org_id])
  const verdict = await verify_chain(app.engine.pool, app.engine, org_id)
  assert.deepEqual([verdict.ok, verdict.calls], [true, BigInt(rows.length)])
  return rows
}

let address = 0
async function ask(as: Partial<As>, headers: Record<string, string> = {}, url = '/api/v1/fixture_read') {
  const { statusCode, headers: answered } = await app.app.server.inject({
    method: 'POST',
    url,
    remoteAddress: `203.0.113.${++address % 250}`,
    headers: { ...headers_of({ key: '', ...as }), 'content-type': 'application/json', ...headers },
    payload: '{}',
  })
  return { status: statusCode, request_id: String(answered['x-request-id']) }
}

const prefix_of = (key: string) => key.slice(0, 14)
const wrong = (prefix: string, at = 0) => `${prefix}_${String(at).padStart(43, 'x')}`

suite('a refused key', () => {
  test('is recorded by its prefix in the chain of its owner: the first attempt, and the number of further ones', async () => {
    const prefix = prefix_of(app.keys.acme)
    const { request_id } = await ask({ key: wrong(prefix) }, { 'x-request-id': 'mine' })
    for (let at = 1; at <= 200; at++) assert.equal((await ask({ key: wrong(prefix, at % 5) })).status, 401)
    const rows = await recorded(app.acme.org_id)
    assert.deepEqual(
      rows.map(({ actor, tool, outcome, attempts }) => [actor, tool, outcome, attempts]),
      [
        [`prefix:${prefix}`, 'sign_in', 'unauthorized', null],
        [`prefix:${prefix}`, 'sign_in', 'unauthorized', 200],
      ],
    )
    assert.deepEqual([rows[0].request_id, rows[0].caller_request_id], [request_id, 'mine'])
  })

  test('that was revoked is recorded as the key itself', async () => {
    const { key, key_id } = await app.key(app.acme.org_id)
    await revoke_key(app.db, { org_id: app.acme.org_id, key_id })
    assert.equal((await ask({ key })).status, 401)
    assert.deepEqual(
      (await recorded(app.acme.org_id)).map(({ actor, outcome }) => [actor, outcome]),
      [[`key:${key_id}`, 'unauthorized']],
    )
  })

  test('of nobody is recorded in the chain of the installation, also over MCP and for lists', async () => {
    await ask({ key: wrong('svc_nobody0000') }, {}, '/mcp')
    const headers = headers_of({ key: wrong('svc_nobody0001') })
    await app.app.server.inject({ method: 'GET', url: '/api/v1/tools', headers })
    const rows = await recorded(INSTALLATION)
    assert.deepEqual(rows.map(({ actor, transport }) => [actor, transport]).sort(), [
      ['prefix:svc_nobody0000', 'mcp'],
      ['prefix:svc_nobody0001', 'http'],
    ])
  })
})

test('a flood of different prefixes adds a limited number of records in an hour', () => {
  const records: unknown[] = []
  const refused = new RefusedAccess({ add: (record) => void records.push(record) }, { now: () => new Date() })
  const flood = () => {
    for (let at = 0; at < 50_000; at++) refused.key({ prefix: `svc_${at}`, is_key: false }, {})
    refused.end_hour()
    return records.splice(0).map((record) => (record as { attempts?: number }).attempts ?? 1)
  }
  for (const attempts of [flood(), flood()]) {
    assert.equal(attempts.length, KINDS_MAX + 1)
    assert.equal(
      attempts.reduce((all, one) => all + one),
      50_000,
    )
  }
})

suite('an organization of others', () => {
  test('is recorded in the chain of the caller and in its own chain, once an hour with a number', async () => {
    const as = { key: app.keys.acme, org_id: app.globex.org_id }
    for (let n = 0; n < 3; n++) assert.equal((await ask(as)).status, 403)
    const facts = (rows: Record<string, unknown>[]) =>
      rows.map(({ tool, outcome, caller_org_id, wanted_org_id, attempts }) => [
        ...[tool, outcome, caller_org_id, wanted_org_id, attempts],
      ])
    const what = ['other_organization', 'denied_org']
    const [mine, theirs] = [await recorded(app.acme.org_id), await recorded(app.globex.org_id)]
    assert.deepEqual(facts(mine), [
      [...what, null, app.globex.org_id, null],
      [...what, null, app.globex.org_id, 2],
    ])
    assert.deepEqual(facts(theirs), [
      [...what, app.acme.org_id, null, null],
      [...what, app.acme.org_id, null, 2],
    ])
    assert.ok([...mine, ...theirs].every(({ actor }) => actor === mine[0].actor && actor.startsWith('key:')))
  })

  test('that does not exist is recorded in the chain of the caller only', async () => {
    const nobody = '01980000-0000-7000-8000-000000000000'
    for (const org_id of [nobody, 'no id']) await ask({ key: app.keys.acme, org_id })
    const rows = await recorded(app.acme.org_id)
    assert.deepEqual(rows.map(({ wanted_org_id }) => wanted_org_id).sort(), [nobody, null])
    assert.deepEqual(await recorded(nobody), [])
  })
})

test('an attempt is in the chain of the wanted organization, whatever the caller and others tried before', async () => {
  for (let n = 0; n < KINDS_MAX; n++) await ask({ key: app.keys.acme, org_id: randomUUID() })
  const by_key = { key: app.keys.acme, org_id: app.globex.org_id.toUpperCase() }
  assert.equal((await ask(by_key)).status, 403)
  for (let n = 0; n < KINDS_MAX; n++) await ask({ key: wrong(`svc_nobody${String(n).padStart(4, '0')}`) })
  const outsider = await new_person(app, `${randomUUID()}@example.com`)
  assert.equal((await outsider.tool('list_connections', {}, app.globex.org_id)).status, 403)
  const theirs = await recorded(app.globex.org_id)
  assert.deepEqual(
    theirs.map(({ actor, caller_org_id }) => [actor.split(':')[0], caller_org_id]),
    [
      ['key', app.acme.org_id],
      ['user', INSTALLATION],
    ],
  )
  const of_people = (await recorded(INSTALLATION)).filter(({ tool }) => tool === 'other_organization')
  assert.deepEqual(
    of_people.map(({ actor, wanted_org_id }) => [actor, wanted_org_id]),
    [[theirs[1].actor, app.globex.org_id]],
  )
})

test('a run of another organization is recorded in both chains, and looks unknown', async () => {
  const { rows } = await app.db.query(
    `insert into runs (org_id, tool, actor, request_id, transport, input, input_hash, state, created_at)
     values ($1, 'fixture_read', 'key:x', 'r', 'mcp', '{}', '\\x00', 'delegated', now()) returning run_id`,
    [app.globex.org_id],
  )
  for (const run_id of [rows[0].run_id, randomUUID()]) {
    const claim = { credential: app.keys.acme, org_id: undefined, request_id: randomUUID() }
    const found = await find_run(app.engine, {
      ...claim,
      run_id,
      is_there: (tool): tool is never => tool !== undefined,
    })
    assert.equal(found, undefined)
  }
  const facts = (records: Record<string, unknown>[]) =>
    records.map(({ tool, outcome, caller_org_id, wanted_org_id }) => [tool, outcome, caller_org_id, wanted_org_id])
  assert.deepEqual(facts(await recorded(app.acme.org_id)), [
    ['unknown_run', 'not_found', null, app.globex.org_id],
    ['unknown_run', 'not_found', null, null],
  ])
  assert.deepEqual(facts(await recorded(app.globex.org_id)), [['unknown_run', 'not_found', app.acme.org_id, null]])
})

suite('an agency', () => {
  test('is named with its key in the chain of its client', async () => {
    const as = { key: app.keys.agency, org_id: app.acme.org_id }
    await app.rest('fixture_read', {}, as)
    await app.rest('fixture_write', { full_name: 'Ada' }, as)
    await app.rest('fixture_read', {}, { key: app.keys.acme })
    const rows = await recorded(app.acme.org_id)
    assert.deepEqual(
      rows.map(({ tool, caller_org_id }) => `${tool} ${caller_org_id}`).sort(),
      [`fixture_read ${app.agency_org_id}`, 'fixture_read null', `fixture_write ${app.agency_org_id}`].sort(),
    )
    const listed = await list_calls(app.engine.pool, app.acme.org_id, { limit: 10 })
    const write = listed.find(({ tool }) => tool === 'fixture_write')!
    assert.deepEqual([write.by, write.name], [`agency (${app.agency_org_id})`, 'test'])
    assert.equal(listed.filter(({ by }) => by === null).length, 1)
  })

  test('loses its clients within a second when it is no agency any more, and does not get them back', async () => {
    const as = { key: app.keys.agency, org_id: app.acme.org_id }
    assert.equal((await app.rest('fixture_read', {}, as)).status, 200)
    try {
      const concerned = await set_org(app.db, app.agency_org_id, { kind: 'business' })
      assert.deepEqual(concerned, [app.agency_org_id, app.acme.org_id])
      await app.settled(async () => (await app.rest('fixture_read', {}, as)).status === 403, CHANGE_FELT_MS)
      await set_org(app.db, app.agency_org_id, { kind: 'agency' })
      await sleep(CHANGE_FELT_MS)
      assert.equal((await app.rest('fixture_read', {}, as)).status, 403)
    } finally {
      await set_client(app.db, app.agency_org_id, app.acme.org_id, true)
    }
  })

  test('loses its clients also when only its kind changed in the database', async () => {
    const as = { key: app.keys.agency, org_id: app.acme.org_id }
    const person = await new_person(app, `${randomUUID()}@example.com`)
    const { user_id } = (await person.tool('get_me')).body.result
    await add_member(app.db, { org_id: app.agency_org_id, role: 'admin', user_id })
    const statuses = async () => [
      (await app.rest('fixture_read', {}, as)).status,
      (await person.tool('fixture_read', {}, app.acme.org_id)).status,
    ]
    await app.settled(async () => String(await statuses()) === '200,200')
    await app.db.query(`update orgs set kind = 'business' where org_id = $1`, [app.agency_org_id])
    await app.settled(async () => String(await statuses()) === '403,403', CHANGE_FELT_MS)
    await app.db.query(`update orgs set kind = 'agency' where org_id = $1`, [app.agency_org_id])
  })
})

suite('the id of a request', () => {
  test('is ours in the answer, and the record has it beside the id of the caller', async () => {
    const { request_id } = await ask({ key: app.keys.acme }, { 'x-request-id': 'order-42:a/b' })
    const [row] = await recorded(app.acme.org_id)
    assert.notEqual(request_id, 'order-42:a/b')
    assert.deepEqual([row.request_id, row.caller_request_id], [request_id, 'order-42:a/b'])
  })

  test('of MCP is in the header or in _meta, which belongs to one call', async () => {
    const client = await app.mcp({ key: app.keys.acme })
    await client.callTool({ name: 'fixture_write', arguments: { full_name: 'Ada' }, _meta: { 'request-id': 'call-1' } })
    const written = (await recorded(app.acme.org_id)).find(({ tool }) => tool === 'fixture_write')
    assert.equal(written.caller_request_id, 'call-1')
    assert.match(written.request_id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  test('is not kept when it is long, has other characters or is a key', async () => {
    for (const id of ['two words', 'x'.repeat(101), '{"a":1}', app.keys.globex])
      await ask({ key: app.keys.acme }, { 'x-request-id': id })
    const rows = await recorded(app.acme.org_id)
    assert.deepEqual(new Set(rows.map(({ caller_request_id }) => caller_request_id)), new Set([null]))
  })

  test('that was changed in the record is found', async () => {
    await ask({ key: app.keys.acme }, { 'x-request-id': 'mine' })
    await recorded(app.acme.org_id)
    await app.db.query(`update audit_log set caller_request_id = 'yours'`)
    assert.equal((await verify_chain(app.engine.pool, app.engine, app.acme.org_id)).ok, false)
  })
})

test('a write is recorded with its answer, and a read within a second', async () => {
  const count = async () => Number((await app.db.query('select count(*) from audit_log')).rows[0].count)
  await app.rest('fixture_write', { full_name: 'Ada' }, { key: app.keys.acme })
  assert.equal(await count(), 1)
  await app.rest('fixture_read', {}, { key: app.keys.acme })
  await app.settled(async () => (await count()) === 2, 1_000)
})

/** The batch of a busy machine may take longer than the half second between two batches. */
const RECORDED_WITHIN_MS = 2_000
const CALLS = 50
const PAUSE_MS = 70

test('a killed process loses the records of its last moments only, and the chain stays intact', async (context) => {
  const { master_key } = app.engine
  const database_url = app.database.url
  const killed = await start_tablero({ name: 'killed', role: 'api', database_url, master_key })
  const answered: { at: number; request_id: string }[] = []
  for (let n = 0; n < CALLS; n++) {
    const headers = headers_of({ key: app.keys.acme })
    const { status, headers: sent } = await fetch(`${killed.url}/api/v1/list_connections`, { method: 'POST', headers })
    assert.equal(status, 200)
    answered.push({ at: performance.now(), request_id: sent.get('x-request-id')! })
    await sleep(PAUSE_MS)
  }
  const killed_at = performance.now()
  await killed.end('SIGKILL')
  const ids = new Set((await recorded(app.acme.org_id)).map(({ request_id }) => request_id))
  const lost = answered.filter(({ request_id }) => !ids.has(request_id)).map(({ at }) => killed_at - at)
  context.diagnostic(`lost: ${lost.length} of ${CALLS}, the oldest ${Math.round(lost[0] ?? 0)} ms before the kill`)
  assert.ok((lost[0] ?? 0) < RECORDED_WITHIN_MS)
  assert.ok(lost.length < CALLS)
})
