// Advertisers of TikTok that refuse something, and campaigns bought by reservation.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { tx_ads } from '#connectors/tx_ads/index.ts'
import type { Account, WindowStream } from '#engine/connector.ts'
import { add_advertisers } from '#test/large_advertisers.ts'
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

/** What a read of a day of campaigns lacks, beside its rows. */
async function lacks_of(account: Account) {
  const lacks: string[] = []
  const { campaign_daily } = tx_ads.streams
  const lines = (campaign_daily as WindowStream<never, never>).read({
    ...{ api: wired.api, account, settings: {}, from: day, to: day },
    lacks: ({ reason }) => lacks.push(reason),
  })
  let rows = 0
  for await (const page of lines) rows += page.length
  return { lacks: [...new Set(lacks)], rows }
}

test('an advertiser whose reservations are refused says so, and its other campaigns are read', async () => {
  const [first, other] = accounts
  const whole = await lacks_of(first!)
  fault({ kind: 'deny_account', path: 'RESERVATION' })
  const { lacks, rows } = await lacks_of(first!)
  assert.equal(lacks.length, 1)
  assert.match(
    lacks[0]!,
    /^Campaigns bought by reservation are missing, because the platform refuses them: .*No permission/,
  )
  assert.ok(rows > 1 && rows < whole.rows)
  wired.sandbox.faults.clear()
  assert.deepEqual([whole.lacks, (await lacks_of(first!)).lacks, (await lacks_of(other!)).lacks], [[], [], []])
})

test('an agency with 300 advertisers can choose: the list takes a few requests, and no single advertiser can end it', async () => {
  const leave = add_advertisers(wired.sandbox.world, 300)
  // What is asked of single advertisers does not answer.
  fault({ kind: 'fail', path: '[?&]advertiser_id=' })
  try {
    const { clock, log } = wired.sandbox
    const [began, before] = [clock.now(), log.list('tx_ads').length]
    const found = await wired.accounts()
    assert.equal(found.filter(({ unreadable }) => !unreadable).length, 300)
    assert.ok(log.list('tx_ads').length - before <= 5)
    assert.ok(clock.now() - began < 60_000, 'a person waits for the list')
  } finally {
    leave()
  }
})
