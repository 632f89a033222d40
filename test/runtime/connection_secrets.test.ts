// `connection update --secrets`: what is known of a grant after one of its secrets was replaced.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { command_line } from '#test/command_line.ts'
import { type TestDatabase, test_database } from '#test/database.ts'

let database: TestDatabase
let folder: string
const { answer } = command_line(() => ({ url: database.url, folder }), { one_process: true })

before(async () => {
  database = await test_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-secrets-'))
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

test('a new secret of the app changes neither the permissions nor the end of a grant, and a new token makes both unknown', async () => {
  await answer('org', 'create', 'Casa', '--currency', 'MXN', '--time-zone', 'America/Mexico_City')
  const secrets = { client_id: 'app', client_secret: 'old', refresh_token: 'of a consent' }
  const given = ['--settings', '{"seller_id":"A2EXAMPLE1SELLER"}', '--secrets', JSON.stringify(secrets)]
  await answer('connection', 'add', 'mpb_sp', '--name', 'amazon', ...given)
  const known = `update connections set granted_scopes = '{orders}', access_ends_at = now()`
  await database.owner.query(known)
  const grant = async () =>
    (await database.owner.query('select granted_scopes, access_ends_at from connections')).rows[0]
  const before = await grant()
  await answer('connection', 'update', 'amazon', '--secrets', '{"client_secret":"new"}')
  assert.deepEqual([before.granted_scopes, await grant()], [['orders'], before])
  await answer('connection', 'update', 'amazon', '--secrets', '{"refresh_token":"of another consent"}')
  assert.deepEqual(await grant(), { granted_scopes: null, access_ends_at: null })
})
