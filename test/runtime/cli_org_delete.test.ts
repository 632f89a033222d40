// `org delete` ends the access at the platforms before it deletes the secrets that end it.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { command_line } from '#test/command_line.ts'
import { empty_database, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let folder: string
let vendors: Server
/** The status of the vendor's answers, and the tokens whose access it was asked to end. */
let status = 200
const ended: (string | null)[] = []

const { tablero, answer } = command_line(() => ({ url: database.url, folder }), { one_process: true })

before(async () => {
  database = await empty_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-org-delete-'))
  vendors = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    if (request.url === '/oauth2.googleapis.com/revoke') ended.push(new URLSearchParams(body).get('token'))
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => vendors.listen(0, '127.0.0.1', done))
})
after(async () => {
  vendors?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

async function org_with_connection(name: string, refresh_token: string) {
  const { org_id } = await answer('org', 'create', name)
  const secrets = JSON.stringify({ client_id: 'c', client_secret: 's', refresh_token })
  const { connection_id } = await answer('connection', 'add', 'gx_analytics', '--org', org_id, '--secrets', secrets)
  await database.owner.query(`insert into rate_windows (org_id, tool, called_at) values ($1, 'lists', '{}')`, [org_id])
  return { org_id, connection_id }
}

const remove = (org_id: string) => {
  const env = { SANDBOX_URL: `http://127.0.0.1:${(vendors.address() as AddressInfo).port}` }
  return tablero(['--json', 'org', 'delete', org_id, '--yes'], { env })
}

async function rows_left(org_id: string) {
  const { rows } = await database.owner.query(
    `select (select count(*) from orgs where org_id = $1) + (select count(*) from connections where org_id = $1)
       + (select count(*) from rate_windows where org_id = $1) as left`,
    [org_id],
  )
  return Number(rows[0].left)
}

test('the access at each platform ends, and then everything is deleted', async () => {
  const { org_id } = await org_with_connection('First', 'token of first')
  const { code, out, err } = await remove(org_id)
  assert.equal(code, 0, err)
  assert.deepEqual(JSON.parse(out), { org_id, deleted: true, not_ended: [] })
  assert.deepEqual(ended, ['token of first'])
  assert.equal(await rows_left(org_id), 0)
})

test('a platform that does not end the access is named, and everything is deleted all the same', async () => {
  const { org_id, connection_id } = await org_with_connection('Second', 'token of second')
  status = 503
  const { code, out, err } = await remove(org_id)
  assert.equal(code, 0, err)
  assert.match(err, /The platform did not end the access of gx_analytics\. Remove the app in the account there\./)
  assert.deepEqual(JSON.parse(out), { org_id, deleted: true, not_ended: [connection_id] })
  assert.equal(await rows_left(org_id), 0)
})

test('the help and the question say that the access ends', async () => {
  const { org_id } = await answer('org', 'create', 'Third')
  assert.match((await tablero(['org', 'delete', org_id])).err, /ends the access of Third at its platforms.* Add --yes/)
  assert.match((await tablero(['help', 'org'])).out, /end the access at all platforms/)
})
