// Plants secrets in every place that uses secrets, and causes every kind of failure. Then searches all output of Tablero:
// logs at trace level, traces, answers, metrics, stored errors, the whole database, a backup, and the output of programs.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { to as copy_to } from 'pg-copy-streams'
import { connectors } from '#connectors/index.ts'
import { back_up } from '#db/backup/backup.ts'
import { type CanaryWorld, canary_world } from './canary_world.ts'
import { misplaced_keys } from './misplaced_keys.ts'

let world: CanaryWorld
let said = ''
before(async () => {
  world = await canary_world()
})
after(() => world?.close())

/** Collects all answers to a caller, without the texts that the caller itself sent in the same request. */
function hear(answer: string, ...asked: string[]) {
  let text = answer
  for (const words of asked) text = text.replaceAll(words, '')
  said += `${text}\n`
}

async function post(path: string, headers: Record<string, string>, payload: string, ...asked: string[]) {
  const { body, headers: answered } = await world.app.server.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    payload,
  })
  hear(body + JSON.stringify(answered), ...asked)
  return body
}

const authorized = () => ({ authorization: `Bearer ${world.key}` })

suite('secrets are used, and everything goes wrong:', () => {
  test('vendors repeat credentials in every kind of refusal', async () => {
    const { syncs, vendor } = world
    for (const behavior of vendor.behaviors) await world.sync_all(behavior)
    assert.ok(syncs.length > 40 && vendor.requests > syncs.length)
    assert.ok(Object.keys(connectors).every((platform) => syncs.some((sync) => sync.platform === platform)))
    assert.ok(syncs.filter(({ end }) => end === 'failed').length > syncs.length / 2)
  })

  test('every tool is called through both transports, and some calls end in internal errors', async () => {
    const outcomes: string[] = []
    for (const { name, example, internal } of world.app.engine.catalog.values()) {
      if (internal || name === 'fixture_slow') continue
      for (const input of [example ?? {}, { surely_wrong: 1 }, []]) {
        const body = await post(`/api/v1/${name}`, authorized(), JSON.stringify(input))
        const { ok, outcome } = JSON.parse(body)
        outcomes.push(ok ? 'ok' : outcome)
        const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
        const answer = await post('/mcp', authorized(), JSON.stringify(message))
        outcomes.push(answer.includes('"isError":true') ? 'refused by MCP' : 'answered by MCP')
      }
    }
    for (const end of ['ok', 'error', 'fault', 'refused by MCP', 'answered by MCP'])
      assert.ok(outcomes.includes(end), end)
  })

  test('callers put their keys in wrong places', async () => {
    const stray = await world.planted_key('an API key in the wrong place')
    const password = world.canaries.plant('a password of HTTP Basic')
    for (const [path, headers, payload] of misplaced_keys(world.key, stray, password))
      await post(path, headers, payload, stray, stray.slice(0, 50), stray.split('_')[2]!.slice(0, 40))
  })

  test('the database closes connections during the calls', async () => {
    await world.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = current_database()`,
      [world.role],
    )
    for (let n = 0; n < 5; n++) await post('/api/v1/list_connections', authorized(), '{}')
  })
})

suite('nothing reveals a secret:', () => {
  const nothing_in = (text: string) => assert.deepEqual(world.canaries.found_in(text), [])
  before(async () => {
    assert.ok((await world.plant_unwrapped_keys()) >= 2)
  })

  test('a search finds planted secrets', (context) => {
    const { canaries, syncs } = world
    const secret = canaries.plant('a test')
    for (const text of [
      secret,
      `{"a":"${secret}"}`,
      Buffer.from(secret).toString('hex'),
      Buffer.from(`user:${secret}`).toString('base64'),
    ])
      assert.equal(canaries.found_in(`x ${text} y`).length, 1)
    context.diagnostic(`${canaries.count} secrets were planted, ${syncs.length} syncs went wrong`)
    assert.ok(canaries.count > 150)
  })

  test('not the logs at trace level', async () => {
    const logged = world.logged()
    assert.ok(logged.split('\n').length > 100)
    assert.ok(logged.includes('a stream could not be read'))
    assert.ok(logged.includes('a call failed'))
    nothing_in(logged)
  })

  test('not a trace', async () => {
    const traced = await world.traced()
    for (const part of ['/api/v1/', 'insert into', 'vendor.test', 'tools/call']) assert.ok(traced.includes(part), part)
    nothing_in(traced)
  })

  test('not an answer', async () => {
    assert.ok(said.length > 10_000)
    nothing_in(said)
  })

  test('not the pages for operators and readers', async () => {
    for (const path of ['/metrics', '/healthz', '/readyz', '/api/openapi.json', '/docs/'])
      nothing_in(await (await fetch(`${world.url}${path}`)).text())
  })

  test('not the stored errors', async () => {
    const { rows } = await world.owner.query(
      'select error as text from sync_runs where error is not null union all select last_error from connections where last_error is not null',
    )
    assert.ok(rows.length > 40)
    nothing_in(JSON.stringify(rows))
  })

  test('not a dump of the whole database', async () => {
    const { owner, canaries } = world
    const { rows } = await owner.query(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
    )
    assert.ok(rows.length > 50)
    const client = await owner.connect()
    let bytes = 0
    const found: string[] = []
    for (const { name } of rows) {
      let text = ''
      // A query, because COPY from a partitioned table itself does not read the partitions.
      for await (const chunk of client.query(copy_to(`copy (select * from ${name}) to stdout`))) text += chunk
      bytes += text.length
      found.push(...canaries.found_in(text).map((secret) => `${name}: ${secret}`))
    }
    client.release()
    assert.deepEqual(found, [])
    assert.ok(bytes > 50_000, `${bytes} bytes`)
  })

  test('not the statements and sessions that PostgreSQL shows', async () => {
    const { rows } = await world.owner.query(
      `select query from pg_stat_activity union all select statement from pg_prepared_statements`,
    )
    nothing_in(JSON.stringify(rows))
  })

  test('not a backup', async () => {
    const file = join(world.folder, 'backup')
    await back_up(world.database_url, file, world.master_key)
    nothing_in(gunzipSync(await readFile(file)).toString('utf8'))
  })
})
