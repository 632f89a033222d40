// Advertisers of TikTok that refuse something, and campaigns bought by reservation.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { tx_ads } from '#connectors/tx_ads/index.ts'
import type { Account } from '#engine/connector.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { wire } from './wire.ts'

const secrets = { app_id: 'sandbox-client', secret: 'sandbox-secret', access_token: 'tt_sandbox' }
const day = '2026-11-03'

let wired: Awaited<ReturnType<typeof wire>>
let accounts: Account[]
before(async () => {
  wired = await wire({ connector: tx_ads, platform: 'tx_ads', secrets })
  accounts = await wired.accounts()
})
afterEach(() => wired.sandbox.faults.clear())
after(() => wired?.close())

const fault = (more: Omit<Fault, 'platform'>) => wired.sandbox.faults.add({ platform: 'tx_ads', count: 0, ...more })
const days_of = (name: 'campaign_daily' | 'ad_group_daily' | 'ad_daily', account = accounts[0]!) =>
  wired.rows(tx_ads.streams[name], account, day, day)

test('campaigns bought by reservation are part of every level, and of the total', async () => {
  const { tx } = wired.sandbox.world.ads
  const reserved = tx.campaigns.find(({ kind }) => kind === 'awareness')!
  const truth = tx.ads
    .filter(({ campaign_id }) => campaign_id === reserved.id)
    .reduce((cents, ad) => cents + (tx.facts(ad, day)?.spend_cents ?? 0), 0)
  assert.ok(truth > 0)
  for (const name of ['campaign_daily', 'ad_group_daily', 'ad_daily'] as const) {
    const own = (await days_of(name)).filter(({ campaign_id }) => campaign_id === reserved.id)
    assert.equal(
      own.reduce((sum, { spend_micros }) => sum + (spend_micros as bigint), 0n),
      BigInt(truth) * 10_000n,
      name,
    )
  }
})

test('an advertiser whose reservations are refused says so, and its other campaigns are read', async () => {
  fault({ kind: 'deny_account', path: 'RESERVATION' })
  const [first] = await wired.accounts()
  assert.match(first!.limited ?? '', /reservation/)
  const rows = await days_of('campaign_daily', first)
  assert.ok(rows.length > 1)
  wired.sandbox.faults.clear()
  assert.equal((await wired.accounts())[0]!.limited, undefined)
})

test('an advertiser whose number of ads is refused is read, and so are the others', async () => {
  fault({ kind: 'own', name: 'not_valid', path: `/ad/get/.*advertiser_id=${accounts[1]!.account_id}` })
  const found = await wired.accounts()
  assert.deepEqual(
    found.map(({ account_id, unreadable }) => [account_id, unreadable]),
    accounts.map(({ account_id }) => [account_id, undefined]),
  )
})
