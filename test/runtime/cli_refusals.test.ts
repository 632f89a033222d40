// What commands refuse before they store anything: names that nobody knows, a second organization of a name, a file that is no backup.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { command_line } from '#test/command_line.ts'
import { empty_database, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let folder: string

const { tablero, answer } = command_line(() => ({ url: database.url, folder }), { one_process: true })
const rows_of = async (sql: string) => (await database.owner.query(sql)).rows

before(async () => {
  database = await empty_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-refusals-'))
  await answer('org', 'create', 'Casa')
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const add = (settings: string, secrets = '{"access_token":"t"}') =>
  tablero(['connection', 'add', 'sx', '--settings', settings, '--secrets', secrets])

test('a setting or secret that the platform does not know is refused, and nothing is stored', async () => {
  const misspelled = '{"shop":"t.myshopify.com","imported_chanels":"ml = mpa"}'
  const says = /Settings of sx: 'imported_chanels' is not known; did you mean 'imported_channels'\? Names: shop, imp/
  assert.match((await add(misspelled)).err, says)
  const secrets = '{"client_id":"a","client_secret":"b","token":"c"}'
  assert.match(
    (await add('{"shop":"t.myshopify.com"}', secrets)).err,
    /Secrets of sx: a name is not known\. Names: client_id/,
  )
  assert.match((await add('{"shop":"t.myshopify.com"}', '{"access_token":5}')).err, /access_token: must be a text\./)
  assert.deepEqual(await rows_of('select from connections'), [])
  assert.equal((await add('{"shop":"t.myshopify.com"}')).code, 0)
  assert.match((await tablero(['connection', 'update', 'sx', '--settings', misspelled])).err, says)
  assert.match(
    (await tablero(['connection', 'update', 'sx', '--secrets', secrets])).err,
    /Secrets of sx: a name is not known/,
  )
  assert.deepEqual(await rows_of(`select settings from connections`), [{ settings: { shop: 't.myshopify.com' } }])
})

test('a second organization of a name is made on request only', async () => {
  await answer('org', 'create', ' Twin ')
  const [{ org_id }] = await rows_of(`select org_id from orgs where name = 'Twin'`)
  const says = new RegExp(`^tablero: Twin \\(${org_id}\\) has this name`)
  assert.match((await tablero(['org', 'create', 'twin '])).err, says)
  assert.match((await tablero(['org', 'set', 'Casa', '--name', 'TWIN'])).err, /or add --same-name/)
  await answer('org', 'set', 'Twin', '--name', 'twin')
  await answer('org', 'create', 'Twin', '--same-name')
})

test('the organization is found before values are asked for, which an error would lose', async () => {
  assert.match((await tablero(['connection', 'add', 'facebook'])).err, /There are 3 organizations/)
})

test('a restore that cannot begin gives one sentence', async () => {
  const file = join(folder, 'backup.gz')
  await answer('backup', file)
  for (const [given, says] of [
    [file, /^tablero: This Tablero has organizations already\. Restore into an empty one[^\n]*\n$/],
    [import.meta.filename, /^tablero: [^\n]* is damaged or not whole; nothing was restored\.\n$/],
    [folder, /^tablero: [^\n]* is a folder\. Name a file\.\n$/],
  ] as const)
    assert.match((await tablero(['restore', given])).err, says)
})

test('a backup into a folder that does not exist names the folder', async () => {
  const { code, err } = await tablero(['backup', join(folder, 'missing', 'tablero.gz')])
  assert.deepEqual([code, err], [1, `tablero: ${join(folder, 'missing')} does not exist, or its folder does not.\n`])
})
