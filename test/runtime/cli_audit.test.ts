// Commands about the record of calls, and what commands leave in it.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { load_config } from '#config'
import { command_line } from '#test/command_line.ts'
import { empty_database, type TestDatabase, test_database } from '#test/database.ts'
import { add_member } from '#test/people.ts'
import { start_tablero } from '#test/processes.ts'

let database: TestDatabase
let folder: string
const { tablero, answer } = command_line(() => ({ url: database.url, folder }), { one_process: true })

before(async () => {
  database = await test_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-cli-audit-'))
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

test('audit verify finds a removed end and an emptied chain with anchors, and says what it cannot show without them', async () => {
  const { org_id } = await answer('org', 'create', 'Anchored')
  for (const language of ['es', 'pt']) await answer('org', 'set', org_id, '--language', language)
  const without = await tablero(['audit', 'verify', org_id])
  assert.equal(without.code, 0)
  assert.match(without.err, /no anchor to compare with.*cannot show whether calls were removed from the end/)

  assert.ok((await answer('audit', 'anchor')).anchors > 0)
  const anchors = join(folder, 'anchors', `${new Date().toISOString().slice(0, 7)}.jsonl`)
  const intact = await tablero(['--json', 'audit', 'verify', org_id])
  assert.deepEqual([intact.err, JSON.parse(intact.out)[0].anchored], ['', 3])

  const db = new pg.Client({ connectionString: database.url })
  await db.connect()
  await db.query(`delete from audit_log where org_id = '${org_id}' and seq > 2;
    update audit_heads h set seq = 2, hash = l.hash from audit_log l
    where h.org_id = '${org_id}' and l.org_id = h.org_id and l.seq = 2`)
  await writeFile(join(folder, 'none.jsonl'), '')
  const verify = (...from: string[]) => tablero(['audit', 'verify', org_id, ...from])
  assert.equal((await verify('--from', join(folder, 'none.jsonl'))).code, 0)
  const compressed = join(folder, 'tablero.log.1.gz')
  await writeFile(compressed, gzipSync(await readFile(anchors)))
  for (const from of [[], ['--from', anchors], ['--from', compressed]]) {
    const { code, out } = await verify(...from)
    assert.equal(code, 1)
    assert.match(out, /the chain ends with call 2, but call 3 was anchored at/)
  }
  await db.query(`delete from orgs where org_id = '${org_id}'`)
  assert.equal((await answer('audit', 'list', org_id)).length, 2)
  await db.query(`delete from audit_log where org_id = '${org_id}';
    delete from audit_heads where org_id = '${org_id}'`)
  await db.end()
  const all = await tablero(['audit', 'verify', '--from', anchors])
  assert.equal(all.code, 1)
  assert.match(all.out, /\(deleted\) .*the chain ends with call 0, but call 3 was anchored at/)

  assert.equal((await tablero(['audit', 'list', org_id])).code, 1)

  const text = await readFile(anchors, 'utf8')
  await writeFile(join(folder, 'forged.jsonl'), text.replaceAll('"seq":"3"', '"seq":"2"'))
  const forged = await tablero(['audit', 'verify', '--from', join(folder, 'forged.jsonl')])
  assert.match(forged.err, /anchors have a wrong signature/)
  assert.match((await tablero(['audit', 'verify', '--from', join(folder, 'missing')])).err, /cannot be read/)
})

test('commands that read, and commands that failed, are recorded in the chain of the installation', async () => {
  await answer('org', 'list')
  assert.equal((await tablero(['org', 'set', 'nowhere', '--currency', 'EUR'])).code, 1)
  const listed = await answer('audit', 'list', '--installation', '--limit', '2')
  const actor = `operator:${userInfo().username}`
  assert.deepEqual(
    listed.map((call: Record<string, unknown>) => [call.tool, call.outcome, call.actor]),
    [
      ['tablero org set', 'error', actor],
      ['tablero org list', 'ok', actor],
    ],
  )
})

test('a migration, a restore and a start are recorded in the chain of the installation', async () => {
  const recorded = async (url = database.url) => {
    const { out } = await tablero(['--json', 'audit', 'list', '--installation', '--limit', '10'], { url })
    return JSON.parse(out).map((call: Record<string, unknown>) => `${call.tool} ${call.outcome} ${call.actor}`)
  }
  const by = `operator:${userInfo().username}`
  const file = join(folder, 'audited.gz')
  await answer('org', 'create', 'Restored')
  await answer('backup', file)
  await answer('migrate')
  assert.equal((await recorded())[0], `tablero migrate ok ${by}`)
  assert.equal((await tablero(['restore', file])).code, 1)
  assert.equal((await recorded())[0], `tablero restore error ${by}`)

  const { master_key } = load_config({}, { DATA_DIR: folder })
  const running = await start_tablero({ name: 'recorded', role: 'worker', database_url: database.url, master_key })
  assert.equal(await running.end('SIGTERM'), 0)
  assert.equal((await recorded())[0], `tablero start ok ${by}`)

  const empty = await empty_database()
  try {
    assert.equal((await tablero(['restore', file], { url: empty.url })).code, 0)
    const calls = await recorded(empty.url)
    assert.equal(calls[0], `tablero restore ok ${by}`)
    assert.ok(calls.length > 1, 'the restored calls come first')
  } finally {
    await empty.drop()
  }
})

test('a command that reads works with another master key, and says that it could not be recorded', async () => {
  await answer('org', 'list')
  const { code, out, err } = await tablero(['org', 'list'], {
    env: { MASTER_KEY: Buffer.alloc(32).toString('base64') },
  })
  assert.deepEqual([code, out !== ''], [0, true])
  assert.match(err, /^tablero: the command could not be recorded: .*master key.*\n$/)
})

test('an agency gets and loses its client in the records of both', async () => {
  const { org_id: agency } = await answer('org', 'create', 'Some agency', '--kind', 'agency')
  const { org_id: client } = await answer('org', 'create', 'Some client')
  await answer('org', 'client', agency, client)
  await answer('org', 'set', agency, '--kind', 'business')
  for (const org_id of [agency, client]) {
    const listed: { tool: string }[] = await answer('audit', 'list', org_id, '--limit', '2')
    assert.deepEqual(
      listed.map(({ tool }) => tool),
      ['tablero org set', 'tablero org client'],
    )
  }
})

test('a destination of anchors that cannot work is reported with the name of the setting', async () => {
  for (const [url, is_valid] of [
    ['file:///srv/anchors', true],
    ['syslog+tls://logs.example:6514', true],
    ['https://store.example/bucket/{name}?signature=x', true],
    ['http://127.0.0.1:9000/{name}', true],
    ['https://store.example/bucket', false],
    ['http://store.example/{name}', false],
    ['s3://bucket', false],
  ] as const) {
    const load = () => load_config({}, { DATA_DIR: folder, AUDIT_ANCHORS: url })
    if (is_valid) assert.equal(load().anchors_to.url, url)
    else assert.throws(load, /^ConfigFault: AUDIT_ANCHORS must begin with/)
  }
  assert.throws(() => load_config({}, { DATA_DIR: folder, AUDIT_ANCHORS_S3_KEY: 'id:secret' }), /AUDIT_ANCHORS_S3_KEY/)
  const { s3_key } = load_config({}, { DATA_DIR: folder, AUDIT_ANCHORS_S3_KEY: 'id:se/cr+et:eu-west-1' }).anchors_to
  assert.deepEqual(s3_key, { access_key_id: 'id', secret: 'se/cr+et', region: 'eu-west-1' })
})

test('a key gets an owner among the members of its organization, and the record says so', async () => {
  const { org_id } = await answer('org', 'create', 'Agency with a key', '--kind', 'agency')
  const { key, key_id } = await answer('key', 'create', '--name', 'old', '--scopes', 'read', '--org', org_id)
  const refused = await tablero(['key', 'assign', key, 'ana@example.com', '--org', org_id])
  assert.deepEqual([refused.code, refused.err.includes('ana@example.com is no member')], [1, true], refused.err)
  const user_id = await add_member(database.owner, { org_id, role: 'admin', email: 'ana@example.com' })
  assert.deepEqual(await answer('key', 'assign', key, ' Ana@Example.com', '--org', org_id), { key_id, user_id })
  const { rows } = await database.owner.query('select user_id from api_keys where key_id = $1', [key_id])
  assert.equal(rows[0].user_id, user_id)
  const [newest] = await answer('audit', 'list', org_id, '--limit', '1')
  assert.equal(newest.tool, 'tablero key assign')
  await database.owner.query(`update api_keys set acts_for = 'person' where key_id = $1`, [key_id])
  await add_member(database.owner, { org_id, role: 'admin', email: 'luis@example.com' })
  const spoken_for = async (email: string) => {
    await answer('key', 'assign', key, email, '--org', org_id)
    return (await database.owner.query('select acts_for from api_keys where key_id = $1', [key_id])).rows[0].acts_for
  }
  assert.equal(await spoken_for('ana@example.com'), 'person')
  assert.equal(await spoken_for('luis@example.com'), 'agent', 'who gets a key has not declared it their own')
  assert.equal(await spoken_for('ana@example.com'), 'agent')
})
