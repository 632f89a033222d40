// Accounts that the platform lists and Tablero does not read: figures lack them, and the answer says so.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'
import { business, day, NOON } from '#test/known_days.ts'
import { whole_sources } from '#test/sources.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

const NO_CURRENCY = 'The platform names no currency for this account.'

const skip = (org: FiguresOrg, connection_id: string, account_id: string, reason: string) =>
  org.insert((db) =>
    db
      .insertInto('connection_accounts')
      .values({
        ...{ org_id: org.org_id, connection_id, account_id, name: account_id, time_zone: 'UTC', reason },
        ...{ state: 'skipped', seen_at: NOON, state_since: NOON },
      })
      .execute(),
  )

const days = { date_from: day(10), date_to: day(1) }

interface Summary {
  ad_spend: number | null
  window: { is_partial: boolean; lacks?: string[] }
  notes: string[]
  sources: { platform: string; health?: string }[]
}
const ask = (org: FiguresOrg): Promise<Summary> => org.ask('get_kpi_summary', days)
const left_out = ({ notes }: Summary) => notes.filter((note) => /so it is left out/.test(note))
const health = (asked: Summary) => whole_sources(asked as never).find(({ platform }) => platform === 'mx_ads')!.health

interface Shown {
  platform: string
  name: string
  health: string
  health_reason: string
}

/** The health of the ads in every list of connections, which is the same, and the beginning of its sentence. */
async function listed(org: FiguresOrg) {
  const of = (all: Shown[]) => all.find(({ platform }) => platform === 'mx_ads')!
  const { health, health_reason } = of((await org.ask('list_connections')).connections)
  for (const tool of ['list_connections_detail', 'estado_conexiones'])
    assert.deepEqual(of((await org.ask(tool)).connections).health_reason, health_reason, tool)
  assert.equal(of((await org.ask('get_organization_info')).tracking).health, health)
  return [health, health_reason.split(',')[0]]
}

describe('an account that the platform lists and that is not read', () => {
  it('is lacking in the figures of every window, and a note says why', async () => {
    const { org, mx } = await business(bench, 30)
    const whole = await ask(org)
    assert.deepEqual([whole.ad_spend, whole.window.is_partial, health(whole)], [100, false, 'ok'])
    await skip(org, mx, 'a2', NO_CURRENCY)
    const lacking = await ask(org)
    assert.deepEqual([lacking.ad_spend, lacking.window.is_partial, lacking.window.lacks], [100, true, ['mx_ads']])
    assert.deepEqual(left_out(lacking), [`mx_ads (Main) cannot read account a2, so it is left out: ${NO_CURRENCY}`])
    assert.equal(health(lacking), 'suspect')
    assert.deepEqual(await listed(org), ['suspect', 'The platform gives no access to an account or a kind of data'])
    const { window, notes } = await org.ask('query_data', { metric: 'social_ads.spend', ...days })
    assert.deepEqual([window.lacks, notes.length > 0], [['mx_ads'], true])
  })

  it('lacks nothing where nobody chose it, or another connection reads it', async () => {
    const { org, mx } = await business(bench, 30)
    await skip(org, mx, 'a2', NOT_CHOSEN)
    assert.equal((await ask(org)).window.is_partial, false)
    assert.deepEqual(await listed(org), ['ok', 'Synced and bringing rows.'])
    await skip(org, mx, 'a3', NO_CURRENCY)
    const other = await org.connect('mx_ads', { name: 'Other' })
    await org.account(other, { account_id: 'a3' })
    const both = await ask(org)
    assert.deepEqual([both.window.is_partial, left_out(both), health(both)], [false, [], 'ok'])
    const { connections } = await org.ask('list_connections')
    assert.deepEqual(
      connections.map((one: Shown) => one.health),
      ['ok', 'ok', 'ok'],
    )
  })

  it('lacks something beside accounts that another connection counts', async () => {
    const { org, mx } = await business(bench, 30)
    await org.insert((db) => db.deleteFrom('sync_cursors').where('connection_id', '=', mx).execute())
    await org.account(mx, { account_id: 'a1' })
    await skip(org, mx, 'a2', NO_CURRENCY)
    const wide = await org.connect('mx_ads', { name: 'Wide' })
    for (const account_id of ['a1', 'a3']) await org.account(wide, { account_id })
    const found = await ask(org)
    assert.deepEqual([found.window.lacks, left_out(found).length], [['mx_ads'], 1])
  })

  it('is not still being read where it is the only one', async () => {
    const { org, mx } = await business(bench, 30)
    await org.insert((db) => db.deleteFrom('sync_cursors').where('connection_id', '=', mx).execute())
    await skip(org, mx, 'a1', NO_CURRENCY)
    const only = await ask(org)
    assert.deepEqual([only.ad_spend, only.window.lacks, left_out(only).length], [null, ['mx_ads'], 1])
    assert.doesNotMatch(only.notes.join('\n'), /still being read/)
    assert.equal(health(only), 'suspect')
    assert.deepEqual(await listed(org), ['error', 'The platform gives no access to any account'])
  })
})

describe('a connection to whose account the platform gives no access', () => {
  const denied = { state: 'denied', reason: 'No permission.' }
  const unread = { covered_from: null, covered_until: null, read_until: null }

  it('is suspect in every list while another account is read, and then fails', async () => {
    const { org, mx } = await business(bench, 30)
    await org.account(mx, { account_id: 'a2', days: { ...denied, ...unread } })
    const [is, sentence] = await listed(org)
    assert.deepEqual([is, sentence], ['suspect', 'The platform gives no access to an account or a kind of data'])
    assert.equal(health(await ask(org)), 'suspect')
    assert.match((await org.ask('estado_conexiones')).summary, /1/)
    await org.cover(mx, denied)
    assert.deepEqual(await listed(org), ['error', 'The platform gives no access to any account'])
  })

  it('is healthy when nobody chose that account', async () => {
    const { org, mx } = await business(bench, 30)
    const unchosen = { state: 'skipped', reason: NOT_CHOSEN } as const
    await org.account(mx, { account_id: 'a2', ...unchosen, days: { ...denied, ...unread } })
    assert.equal((await listed(org))[0], 'ok')
  })
})

describe('a filter that names an account', () => {
  const spend = async (org: FiguresOrg, filters: object) => {
    const { total_value, total, notes } = await org.ask('query_data', { metric: 'social_ads.spend', filters, ...days })
    return { total_value, total, notes: notes.filter((note: string) => /not chosen/.test(note)) }
  }

  it('has no zero for one that nobody chose, and a note says why', async () => {
    const { org, mx } = await business(bench, 30)
    await org.account(mx, { account_id: 'a2', name: 'Other shop', state: 'skipped', reason: NOT_CHOSEN })
    for (const filters of [{ account: 'OTHER shop' }, { account: ['Other shop'] }])
      assert.deepEqual(
        await spend(org, filters),
        {
          ...{ total_value: null, total: null },
          notes: ["Account 'other shop' is not chosen, so it is not read and its figures are not known."],
        },
        JSON.stringify(filters),
      )
    await org.account(await org.connect('mx_ads'), { account_id: 'a3', name: 'Other shop' })
    const { total_value, notes } = await spend(org, { account: 'Other shop' })
    assert.deepEqual([total_value, notes], [0, []])
  })
})

describe('an account that never has figures', () => {
  let known: typeof bench
  before(async () => {
    known = await figures_bench({ connectors })
  })
  after(() => known.close())

  /** Profiles of a seller, all of whose streams are read, and the profile of an agency. */
  async function profiles(read: string[], reason: string) {
    const org = await known.org()
    const connection_id = await org.connect('mpb_ads')
    await org.insert((db) => db.deleteFrom('sync_cursors').where('connection_id', '=', connection_id).execute())
    for (const account_id of read) {
      await org.account(connection_id, { account_id })
      await org.insert((db) =>
        db
          .insertInto('campaign_daily')
          .values({
            ...campaign_day(connection_id, { date: day(3), spend: 5_000_000n }),
            account_id,
            platform: 'mpb_ads',
          })
          .execute(),
      )
      for (const stream of Object.keys(connectors.mpb_ads!.streams))
        await org.insert((db) =>
          db
            .insertInto('sync_cursors')
            .values({
              ...{ org_id: org.org_id, connection_id, stream, account_id, cursor: '{}' },
              ...{ covered_from: '-infinity', covered_until: day(1), read_until: day(0) },
            })
            .execute(),
        )
    }
    await skip(org, connection_id, 'agency', reason)
    const { total_value, window, notes } = await org.ask('query_data', {
      metric: 'marketplace_ads.spend',
      ...days,
    })
    return { total_value, lacks: window.lacks, notes: notes.join('\n') }
  }
  const OF_AGENCY = 'The profile of an agency has no campaigns.'

  it('is lacking nowhere beside others', async () => {
    const found = await profiles(['a1'], OF_AGENCY)
    assert.deepEqual([found.total_value, found.lacks], [5, undefined])
    assert.doesNotMatch(found.notes, /left out/)
    assert.deepEqual((await profiles(['a1'], NO_CURRENCY)).lacks, ['mpb_ads'])
  })

  it('is named where the connection has no other account', async () => {
    const { total_value, notes } = await profiles([], OF_AGENCY)
    assert.equal(total_value, null)
    assert.match(notes, /cannot read account agency, so it is left out: The profile of an agency/)
  })
})
