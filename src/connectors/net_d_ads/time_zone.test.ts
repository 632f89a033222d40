// An account whose time zone X changed, through the whole engine.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { WHOLE_HISTORY } from '#test/recent.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { add_days, start_of } from '../../../sandbox/world/calendar.ts'
import { net_d_ads } from './index.ts'

const DAYS_SINCE = 20

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ last_days: WHOLE_HISTORY, connectors: { net_d_ads } })
})
after(() => bench?.close())

test('the history of an account starts after the day on which its time zone changed, and the account says so', async () => {
  const { world } = bench.sandbox
  const [changed, other] = world.ads.net_d.accounts
  const day = add_days(world.today(), -DAYS_SINCE)
  Object.assign(changed!, { switched_at: start_of(day) })
  const place = await bench.connect('net_d_ads')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const { accounts, covered, dates } = await in_org(
    bench.engine.pool.worker,
    { org_id: place.org_id, read_only: true },
    async (db) => ({
      accounts: await db.selectFrom('connection_accounts').select(['account_id', 'state', 'reason']).execute(),
      covered: await db
        .selectFrom('sync_cursors')
        .select(['account_id', 'covered_from'])
        .where('stream', '=', 'campaign_daily')
        .execute(),
      dates: await db.selectFrom('campaign_daily').select(['account_id', 'date']).orderBy('date').execute(),
    }),
  )
  const of = <T extends { account_id: string }>(rows: T[], account: typeof changed) =>
    rows.find(({ account_id }) => account_id === account!.id)!
  const { state, reason } = of(accounts, changed)
  assert.equal(state, 'read')
  assert.match(reason ?? '', new RegExp(`time zone.*${day}`))
  assert.equal(of(accounts, other).reason, null)
  assert.equal(of(covered, changed).covered_from, add_days(day, 1))
  assert.ok(of(covered, other).covered_from! < day)
  assert.equal(of(dates, changed).date, add_days(day, 1))
})
