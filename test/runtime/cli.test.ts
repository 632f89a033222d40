import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { connectors } from '#connectors/index.ts'
import { command_line } from '#test/command_line.ts'
import { empty_database, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let second: TestDatabase
let folder: string

const { tablero, answer } = command_line(() => ({ url: database.url, folder }), { one_process: true })

before(async () => {
  database = await empty_database()
  second = await empty_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-cli-'))
})
after(async () => {
  await database.drop()
  await second.drop()
  await rm(folder, { recursive: true })
})

test('an empty database becomes a Tablero with an organization that can be listed and changed', async () => {
  const place = ['--currency', 'MXN', '--time-zone', 'America/Mexico_City']
  const { org_id } = await answer('org', 'create', 'Casa Lumbre', ...place)
  await answer('org', 'set', 'casa lumbre', '--industry', 'home', '--currency', 'USD', '--language', 'pt')
  const [org] = await answer('org', 'list')
  assert.deepEqual(
    [org.org_id, org.currency, org.language, org.industry, org.time_zone],
    [org_id, 'USD', 'pt', 'home', 'America/Mexico_City'],
  )
})

test('own costs can be set, imported, listed and removed; a file with a bad row changes nothing', async () => {
  await answer('cost', 'set', 'CL-1', '2026-11-01', '12.5')
  await answer('cost', 'set', 'CL-1', '2026-11-01', '13', '--currency', 'mxn')
  const file = join(folder, 'costs.csv')
  const shown = async () =>
    (await answer('cost', 'list')).map(({ sku, valid_from, cost, currency }: Record<string, string>) =>
      [sku, valid_from, cost, currency].join(' '),
    )
  await writeFile(file, 'sku,valid_from,cost,currency\n"CL-2",2026-01-01,4.25,\nCL-2,2026-06-01,5,EUR\n')
  assert.equal((await answer('cost', 'import', file)).costs, 2)
  const all = ['CL-1 2026-11-01 13 MXN', 'CL-2 2026-01-01 4.25 USD', 'CL-2 2026-06-01 5 EUR']
  assert.deepEqual(await shown(), all)
  await writeFile(file, 'sku,valid_from,cost\nCL-3,2026-01-01,4\nCL-4,2026-01-01,"1,250"\n')
  for (const [args, says] of [
    [['import', file], /'1,250' is no cost/],
    [['import', 'nowhere.csv'], /nowhere\.csv cannot be read as CSV/],
    [['set', 'CL-1', '2026-02-30', '5'], /'2026-02-30' is no day/],
    [['set', 'CL-1', '2026-02-03', '5', '--currency', 'ZZZ'], /'ZZZ' is no currency code/],
    [['set', ' ', '2026-02-03', '5'], /needs a SKU/],
  ] as const) {
    const { code, err } = await tablero(['cost', ...args])
    assert.equal(code, 1)
    assert.match(err, says)
  }
  await writeFile(file, 'sku;cost\nCL-3;4\n')
  assert.match((await tablero(['cost', 'import', file])).err, /names of the columns: sku, valid_from, cost/)
  assert.deepEqual(await shown(), all)
  assert.equal((await answer('cost', 'remove', 'CL-1', '2026-11-01')).removed, true)
  assert.equal((await answer('cost', 'remove', 'CL-1', '2026-11-01')).removed, false)
})

test('own exchange rates can be set, listed and removed; unknown currencies and rates are refused with a sentence', async () => {
  await answer('rate', 'set', 'ars', '2026-11-01', '1250.5', '--kind', 'parallel market')
  await answer('rate', 'set', 'ARS', '2026-11-01', '1260', '--kind', 'parallel market', '--until', '2026-11-30')
  const [rate, ...more] = await answer('rate', 'list')
  assert.deepEqual(more, [])
  assert.deepEqual(
    [rate.currency, rate.valid_from, rate.valid_until, Number(rate.units), rate.per_currency, rate.kind],
    ['ARS', '2026-11-01', '2026-11-30', 1260, 'USD', 'parallel market'],
  )
  assert.equal(rate.created_by, `operator:${userInfo().username}`)
  for (const [args, says] of [
    [['ZZZ', '2026-11-01', '5'], /'ZZZ' is no currency code/],
    [['ARS', '2026-11-01', '5', '--per', 'EURO'], /'EURO' is no currency code/],
    [['USD', '2026-11-01', '5'], /two currencies/],
    [['ARS', '2026-02-30', '5'], /'2026-02-30' is no day/],
    [['ARS', '2026-11-01', '0'], /'0' is no rate/],
    [['ARS', '2026-11-01', '1,250'], /'1,250' is no rate/],
    [['ARS', '2026-11-02', '5', '--until', '2026-11-01'], /cannot end before/],
  ] as const) {
    const { code, err } = await tablero(['rate', 'set', ...args])
    assert.equal(code, 1)
    assert.match(err, says)
  }
  assert.equal((await answer('rate', 'remove', 'ARS', '2026-11-01')).removed, true)
  assert.equal((await answer('rate', 'remove', 'ARS', '2026-11-01')).removed, false)
  const { code, err } = await tablero(['org', 'set', 'casa lumbre', '--currency', 'ZZZ'])
  assert.equal(code, 1)
  assert.match(err, /'ZZZ' is no currency code/)
})

test('a key is printed once, listed without itself, and revoked by its prefix', async () => {
  const made = await tablero(['key', 'create', '--name', 'mine', '--scopes', 'read'])
  assert.match(made.out, /^svc_[0-9A-Za-z]{10}_[0-9A-Za-z]{43}\n$/)
  const key = made.out.trim()
  const listed = await answer('key', 'list')
  assert.ok(!JSON.stringify(listed).includes(key))
  assert.ok(listed[0].scopes.includes('ads:read') && !listed[0].scopes.includes('ads:write'))
  await answer('key', 'revoke', key.slice(0, 14))
  assert.ok((await answer('key', 'list'))[0].revoked_at)
})

test('a module is switched off and on', async () => {
  const state = async () =>
    (await answer('module', 'list')).find((row: { module: string }) => row.module === 'module_tasks').state
  await answer('module', 'off', 'module_tasks')
  assert.equal(await state(), 'off')
  await answer('module', 'on', 'module_tasks')
  assert.equal(await state(), 'on')
})

test('secrets of a connection come from a file or standard input and are stored encrypted', async () => {
  const settings = join(folder, 'settings.json')
  await writeFile(settings, '{"shop":"casa.myshopify.com"}')
  const { code, err } = await tablero(['connection', 'add', 'sx', '--settings', `@${settings}`, '--secrets', '-'], {
    input: '{"access_token":"shpat_hush"}',
  })
  assert.equal(code, 0, err)
  assert.equal((await answer('connection', 'list'))[0].platform, 'sx')
  const [{ secrets }] = await rows_of('select secrets from connections')
  assert.ok(secrets.length > 0 && !secrets.includes('hush'))
})

test('the platforms are listed in plain words, with what each needs and a template', async () => {
  const platforms = await answer('connection', 'platforms')
  const shop = platforms.find(({ platform }: { platform: string }) => platform === 'sx')
  assert.deepEqual(
    [shop.product, shop.settings, shop.secrets.includes('expires_at')],
    ['Shopify', 'shop, imported_channels', false],
  )
  const { out } = await tablero(['connection', 'platforms', 'shopify'])
  assert.match(out, /^Shopify \(sx\)[\s\S]*Permissions: read_orders[\s\S]*npx tablero connection add sx --settings/)
  assert.match((await tablero(['connection', 'add', 'google'])).err, /can be one of gx_ads \(Google Ads\), gx_an/)
})

test('the versions of all platforms are listed with the days until their ends, which not all have', async () => {
  const versions: { platform: string; version: string; ends_on: string | null; days_left: number | null }[] =
    await answer('platforms')
  assert.deepEqual(versions.map(({ platform }) => platform).sort(), Object.keys(connectors).sort())
  const shop = versions.find(({ platform }) => platform === 'sx')!
  assert.equal(shop.ends_on, connectors.sx!.platform.version.ends_on)
  const days = (Date.parse(shop.ends_on!) - Date.now()) / 86_400_000
  assert.ok(Math.abs(shop.days_left! - days) <= 1)
  for (const { ends_on, days_left } of versions) assert.equal(ends_on === null, days_left === null)
  assert.ok(versions.some(({ days_left }) => days_left === null))
  const { out } = await tablero(['platforms'])
  assert.match(out, /^PLATFORM .*DAYS_LEFT/)
  assert.equal(out.match(/no end is announced$/gm)!.length, versions.filter(({ ends_on }) => ends_on === null).length)
})

test('without a terminal, missing values are answered with the template to fill in', async () => {
  const { code, err } = await tablero(['connection', 'add', 'facebook'])
  assert.equal(code, 1)
  assert.match(err, /client_id is missing[\s\S]*\{"client_id": "…", "client_secret": "…", "refresh_token": "…"\}/)
  assert.match(err, /npx tablero connection add mx_ads --secrets @secrets\.json/)
})

test('a second connection to the same accounts is refused, and one to others needs another name', async () => {
  const add = (shop: string, token: string, ...more: string[]) =>
    tablero(['connection', 'add', 'sx', ...more, '--settings', `{"shop":"${shop}"}`, '--secrets', token])
  const other = '{"access_token":"other"}'
  assert.match((await add('casa.myshopify.com', other, '--name', 'two')).err, /with these settings\. To change it/)
  assert.match((await add('b.myshopify.com', '{"access_token":"shpat_hush"}', '--name', 'two')).err, /these secrets/)
  assert.match((await add('b.myshopify.com', other)).err, /with this name/)
  assert.equal((await add('b.myshopify.com', other, '--name', 'two')).code, 0)
})

test('a connection is changed, removed with its access at the platform, and deleted with its data', async () => {
  await answer('connection', 'update', 'two', '--name', 'second', '--settings', '{"shop":"c.myshopify.com"}')
  assert.match((await tablero(['connection', 'update', 'second', '--settings', '{"shop":"C"}'])).err, /must look like/)
  assert.match((await tablero(['connection', 'update', 'second'])).err, /Name what to change/)
  // What a replaced key may do is not known.
  await database.owner.query(`update connections set granted_scopes = '{read_orders}' where name = 'second'`)
  await answer('connection', 'update', 'second', '--secrets', '{"access_token":"third"}')
  assert.deepEqual((await rows_of(`select granted_scopes from connections where name = 'second'`))[0], {
    granted_scopes: null,
  })
  const { connection_id } = await answer('connection', 'remove', 'second')
  const [{ settings, status, secrets, org_id }] = await stored(connection_id)
  assert.deepEqual([settings.shop, status], ['c.myshopify.com', 'revoked'])
  assert.ok(secrets, 'the job ends the access with them, and deletes them')
  assert.deepEqual(await withdrawals(), [{ org_id, connection_id }])
  assert.match((await tablero(['connection', 'remove', 'second', '--with-data'])).err, /Add --yes/)
  await answer('connection', 'remove', 'second', '--with-data', '--yes')
  assert.deepEqual(await stored(connection_id), [])
})

async function rows_of(sql: string, values: string[] = []) {
  return (await database.owner.query(sql, values)).rows
}

const stored = (connection_id: string) => rows_of('select * from connections where connection_id = $1', [connection_id])
const withdrawals = () =>
  rows_of(`select payload ->> 'org_id' as org_id, payload -> 'payload' ->> 'connection_id' as connection_id
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'withdraw_access'`)

test('an organization is deleted with everything, after a confirmation', async () => {
  await answer('org', 'create', 'Short', '--currency', 'USD')
  await answer('key', 'create', '--name', 'k', '--scopes', 'read', '--org', 'Short')
  assert.match((await tablero(['org', 'delete', 'Short'])).err, /Only a backup has them then\. Add --yes/)
  await answer('org', 'delete', 'Short', '--yes')
  const recorded = await answer('audit', 'list', '--installation')
  assert.ok(recorded.some(({ tool }: { tool: string }) => tool === 'tablero org delete'))
  assert.equal((await answer('org', 'list')).length, 1)
})

test('the version is that of the package, and a file that does not exist is named in a sentence', async () => {
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'))
  assert.equal((await tablero(['--version'])).out, `${version}\n`)
  assert.match((await tablero(['restore', '/nowhere/a.gz'])).err, /^tablero: \/nowhere\/a\.gz does not exist/)
  assert.match((await tablero(['org', 'list'], { url: 'postgres://x@127.0.0.1:1/x' })).err, /cannot be reached/)
})

test('sql reads the organization and cannot write or leave its transaction', async () => {
  assert.deepEqual(await answer('sql', 'select name from orgs'), [{ name: 'Casa Lumbre' }])
  const write = await tablero(['sql', `update orgs set name = 'x'`])
  assert.deepEqual([write.code, write.out], [1, ''])
  assert.match(write.err, /read-only transaction/)
  assert.match((await tablero(['sql', `commit; update orgs set name = 'x'`])).err, /multiple commands/)
  assert.match((await tablero(['sql', 'selec 1'])).err, /^tablero: PostgreSQL: syntax error/)
})

test('a backup is restored into another, empty Tablero', async () => {
  const file = join(folder, 'backup.gz')
  await answer('backup', file)
  assert.equal((await readFile(file)).readUInt16BE(0), 0x1f8b)
  const restored = await tablero(['restore', file], { url: second.url })
  assert.equal(restored.code, 0, restored.err)
  assert.match((await tablero(['org', 'list'], { url: second.url })).out, /Casa Lumbre/)
  assert.match((await tablero(['restore', file])).err, /has organizations already/)
})

test('with two organizations a command requires --org, and rejects an unknown name', async () => {
  await answer('org', 'create', 'Other')
  assert.match((await tablero(['key', 'list'])).err, /There are 2 organizations. Choose one with --org/)
  assert.match((await tablero(['key', 'list', '--org', 'nobody'])).err, /No organization has the id or name 'nobody'/)
})

test('a mistake gives one sentence on standard error, status 1 and nothing on standard output', async () => {
  const mistakes: [string[], RegExp][] = [
    [['--data-dir', '/proc/nowhere/data', 'org', 'list'], /DATA_DIR cannot be written \(ENOENT\): \/proc\/nowhere/],
    [['kye'], /unknown command 'kye'\n\(Did you mean key\?\)/],
    [['org', 'create', 'X', '--currency', 'EURO'], /'EURO' is no currency code/],
    [['org', 'create', 'X', '--language', 'fr'], /Allowed choices are en, es, pt/],
    [['org', 'create', 'X', '--time-zone', 'Mars/Base'], /'Mars\/Base' is no time zone/],
    [['key', 'create', '--name', 'x', '--scopes', 'ads:raed'], /Unknown: ads:raed/],
    [['connection', 'add', 'sx', '--secrets', '{oops', '--org', 'Other'], /must be a JSON object/],
    [['sync', 'now', '--org', 'Other'], /nothing to sync/],
  ]
  for (const [args, sentence] of mistakes) {
    const { code, out, err } = await tablero(args)
    assert.deepEqual([code, out], [1, ''], args.join(' '))
    assert.match(err, sentence)
    assert.doesNotMatch(err, / {4}at /)
  }
})

test('an invalid configuration is reported before anything starts', async () => {
  const { code, err } = await tablero(['org', 'list'], { url: 'mysql://x' })
  assert.deepEqual(
    [code, err],
    [1, 'tablero: DATABASE_URL must be a URL that begins with postgres:// or postgresql://.\n'],
  )
})

test('a change by an operator is recorded in the audit chain of the organization, with the system user', async () => {
  const { org_id } = await answer('org', 'create', 'Recorded', '--language', 'es')
  await answer('org', 'set', org_id, '--language', 'en')
  const { key_id } = await answer('key', 'create', '--name', 'one', '--scopes', 'read', '--org', org_id)
  await answer('key', 'revoke', key_id, '--org', org_id)
  await answer('module', 'off', 'module_tasks', '--org', org_id)
  const refused = await tablero(['key', 'revoke', 'svc_0000000000', '--org', org_id])
  assert.equal(refused.code, 1)
  const db = new pg.Client({ connectionString: database.url })
  await db.connect()
  const { rows } = await db.query(
    'select actor, tool, transport, outcome from audit_log where org_id = $1 order by seq',
    [org_id],
  )
  await db.end()
  const recorded = { actor: `operator:${userInfo().username}`, transport: 'cli', outcome: 'ok' }
  assert.deepEqual(
    rows,
    ['org create', 'org set', 'key create', 'key revoke', 'module off'].map((command) => ({
      ...recorded,
      tool: `tablero ${command}`,
    })),
  )
  const [verdict] = await answer('audit', 'verify', org_id)
  assert.equal(verdict.verdict, 'intact')
})
