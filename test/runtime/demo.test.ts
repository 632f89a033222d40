import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { empty_database, type TestDatabase } from '#test/database.ts'

const DEMO = join(import.meta.dirname, '../../scripts/demo.ts')
const READY_MS = 120_000
let database: TestDatabase
let folder: string
let child: ChildProcess

// Three orders of a shop: one that counts, one cancelled, one that counts in another month.
const files = {
  'olist_orders_dataset.csv': `order_id,customer_id,order_status,order_purchase_timestamp,order_approved_at,order_delivered_carrier_date,order_delivered_customer_date,order_estimated_delivery_date
00000000000000000000000000000a01,c1,delivered,2018-03-10 10:00:00,2018-03-10 10:05:00,,,2018-03-20 00:00:00
00000000000000000000000000000a02,c2,canceled,2018-03-11 11:00:00,,,,2018-03-21 00:00:00
00000000000000000000000000000a03,c1,delivered,2018-04-12 12:00:00,2018-04-12 12:05:00,,,2018-04-22 00:00:00
`,
  'olist_order_items_dataset.csv': `order_id,order_item_id,product_id,seller_id,shipping_limit_date,price,freight_value
00000000000000000000000000000a01,1,p1,s1,2018-03-12 00:00:00,100.10,9.95
00000000000000000000000000000a01,2,p1,s1,2018-03-12 00:00:00,50.00,0.00
00000000000000000000000000000a02,1,p1,s1,2018-03-13 00:00:00,999.99,1.00
00000000000000000000000000000a03,1,p1,s1,2018-04-13 00:00:00,20.20,3.03
`,
  'olist_customers_dataset.csv': `customer_id,customer_unique_id,customer_zip_code_prefix,customer_city,customer_state
c1,u1,01000,sao paulo,SP
c2,u2,20000,rio de janeiro,RJ
`,
}

interface Demo {
  ready: { url: string; key: string; org_id: string }
  out: () => string
  err: () => string
  exit: Promise<number | null>
}

async function start_demo(...args: string[]): Promise<Demo> {
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: '' }
  child = spawn(process.execPath, [DEMO, '--json', '--orders', join(folder, 'csv'), ...args], { env })
  let out = ''
  let err = ''
  child.stdout!.on('data', (chunk) => (out += chunk))
  child.stderr!.on('data', (chunk) => (err += chunk))
  const exit = new Promise<number | null>((done) => child.once('close', done))
  const deadline = performance.now() + READY_MS
  while (!out.includes('\n')) {
    assert.ok(child.exitCode === null && performance.now() < deadline, `the demo is not ready: ${err}`)
    await sleep(50)
  }
  return { ready: JSON.parse(out), out: () => out, err: () => err, exit }
}

async function revenue({ ready }: Demo, from: string, to: string): Promise<[number, string]> {
  const answer = await fetch(`${ready.url}/api/v1/get_kpi_summary`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ready.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ date_from: from, date_to: to }),
  })
  const { result } = (await answer.json()) as { result: { store_revenue: number; currency: string } }
  assert.equal(answer.status, 200)
  return [result.store_revenue, result.currency]
}

before(async () => {
  database = await empty_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-demo-'))
  await mkdir(join(folder, 'csv'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'csv', name), text)
})
afterEach(() => child?.kill('SIGKILL'))
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

test('the first start reads the orders and prints one line; a later start finds the organization, the key and the data', async () => {
  const first = await start_demo()
  assert.deepEqual(Object.keys(first.ready).sort(), ['key', 'org_id', 'url'])
  assert.deepEqual(await revenue(first, '2018-03-01', '2018-03-31'), [160.05, 'BRL'])
  assert.deepEqual(await revenue(first, '2018-01-01', '2018-12-31'), [183.28, 'BRL'])
  child.kill('SIGTERM')
  assert.equal(await first.exit, 0)
  assert.equal(first.out().trim().split('\n').length, 1)

  const second = await start_demo('--currency', 'USD')
  assert.deepEqual([second.ready.org_id, second.ready.key], [first.ready.org_id, first.ready.key])
  assert.doesNotMatch(second.err(), /Gathering/)
  const [usd, currency] = await revenue(second, '2018-03-01', '2018-03-31')
  assert.equal(currency, 'USD')
  assert.ok(usd > 0 && usd < 160.05)
  child.kill('SIGTERM')
  assert.equal(await second.exit, 0)
})

test('only its owner can read the key file, and each data set has its own data folder', async () => {
  const [place] = await readdir(join(folder, 'data'))
  assert.match(place!, /^demo-orders-[0-9a-f]{8}$/)
  const key_file = join(folder, 'data', place!, 'demo.key')
  assert.equal((await stat(key_file)).mode & 0o777, 0o600)
  assert.match(await readFile(key_file, 'utf8'), /^svc_/)
})

test('a missing folder, and a folder without orders, are reported in a sentence', async () => {
  const cases: [string, RegExp][] = [
    [join(folder, 'absent'), /^--orders .*absent is not a folder\.\n$/],
    [join(folder, 'data'), /^There is no olist_\w+\.csv below .*data\.\nThe sandbox did not start\.\n$/],
  ]
  for (const [orders, sentence] of cases) {
    const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: join(folder, 'other'), PORT: '0' }
    child = spawn(process.execPath, [DEMO, '--orders', orders], { env })
    let err = ''
    child.stderr!.on('data', (chunk) => (err += chunk))
    assert.equal(await new Promise((done) => child.once('close', done)), 1)
    assert.match(err, sentence)
    assert.doesNotMatch(err, / {4}at /)
  }
})
