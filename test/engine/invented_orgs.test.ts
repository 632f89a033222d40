// What callers may not act on costs little, however many names they invent.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { CHANGE_FELT_MS, headers_of, type TestApp, test_app } from '#test/app.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app?.close())

async function ask(org_id: string): Promise<number> {
  const { statusCode } = await app.app.server.inject({
    method: 'POST',
    url: '/api/v1/fixture_read',
    headers: { ...headers_of({ key: app.keys.acme, org_id }), 'content-type': 'application/json' },
    payload: '{}',
  })
  return statusCode
}

const REPEATED_MAX = 3

/** The query for names. Others take connections of the same pool: a process whose heartbeat was late reads keys again. */
const OF_NAMES = /from "orgs" where "org_id" = any/

/** Counts the queries for names, and the most connections that they had at the same time. */
function count_looks({ system }: Pick<TestApp['engine']['pool'], 'system'>) {
  const counted = { queries: 0, most: 0, end }
  const looking = new Set<pg.PoolClient>()
  const watched = new Map<pg.PoolClient, pg.PoolClient['query']>()
  const taken = (client: pg.PoolClient) => {
    if (watched.has(client)) return
    const query = client.query
    watched.set(client, query)
    client.query = ((...args: [string | { text: string }]) => {
      if (OF_NAMES.test(typeof args[0] === 'string' ? args[0] : args[0].text)) {
        counted.queries += 1
        counted.most = Math.max(counted.most, looking.add(client).size)
      }
      return query.apply(client, args as never)
    }) as typeof client.query
  }
  const given_back = (_: unknown, client: pg.PoolClient) => looking.delete(client)
  system.on('acquire', taken).on('release', given_back)
  function end() {
    system.off('acquire', taken).off('release', given_back)
    for (const [client, query] of watched) client.query = query
  }
  return counted
}

test('a flood of invented organizations takes one connection and few queries, repeated ones none', async () => {
  assert.equal(await ask(app.acme.org_id), 200)
  const looks = count_looks(app.engine.pool)
  try {
    const invented = Array.from({ length: 100 }, () => randomUUID())
    const flood = () => Promise.all(invented.map(ask))
    assert.ok((await flood()).every((status) => status === 403))
    assert.ok(looks.queries > 0 && looks.queries <= 25, `${looks.queries} queries`)
    assert.equal(looks.most, 1)
    // A change in the database ends what is remembered, and one can come now.
    let repeated = 0
    do {
      repeated += 1
      looks.queries = 0
      assert.ok((await flood()).every((status) => status === 403))
    } while (looks.queries > 0 && repeated < REPEATED_MAX)
    assert.equal(looks.queries, 0)
    // One that is made is found.
    const [org_id] = invented
    await app.db.query("insert into orgs (org_id, name, currency, time_zone) values ($1, 'Invented', 'USD', 'UTC')", [
      org_id,
    ])
    await sleep(CHANGE_FELT_MS)
    await ask(org_id!)
    await app.engine.recorder.flush()
    const { rows } = await app.db.query('select tool from audit_log where org_id = $1', [org_id])
    assert.deepEqual(rows, [{ tool: 'other_organization' }])
  } finally {
    looks.end()
  }
})
