// What an impact says of stored days with a known change, when it has no number, and when it waits.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { add_days } from '#domain/windows.ts'
import { measure_impacts_of } from '#impact/measure.ts'
import type { Language } from '#messages/message.ts'
import { type FiguresBench, type FiguresOrg, figures_bench } from '#test/figures.ts'
import { make_world, WORLD_DAYS } from './impact_worlds.ts'

const TODAY = '2026-11-20'
/** The last day that can no longer change. The action of a world is followed by fourteen days. */
const SETTLED = '2026-10-20'
const FIRST = add_days(SETTLED, 1 - WORLD_DAYS)
const ACTION_DAY = add_days(SETTLED, -14)
const ACCOUNT = 'a1'
const TARGET = 'c1'

let bench: FiguresBench
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

interface Made {
  /** Factor of the campaign after the action. */
  factor?: number
  others?: boolean
  /** Days before the first stored one that are left out. */
  without_first?: number
  language?: Language
  seen_on?: string
}

/** An account whose campaign changed at an action, with everything stored and settled. */
async function account({ factor = 1, others = true, without_first = 0, language = 'en', seen_on }: Made = {}) {
  const org = await bench.org({ language })
  const connection_id = await org.connect('mx_ads')
  const { org_id } = org
  await bench.owner.query(
    `insert into connection_accounts (org_id, connection_id, account_id, name, time_zone, seen_at)
     values ($1, $2, $3, 'Main', 'America/Mexico_City', now())`,
    [org_id, connection_id, ACCOUNT],
  )
  await bench.owner.query(
    `update sync_cursors set cursor = jsonb_build_object('settled_until', $3::text) where org_id = $1 and connection_id = $2`,
    [org_id, connection_id, SETTLED],
  )
  const spend = make_world(5, 'amount', Math.log(factor))
  const events = make_world(5, 'count', Math.log(factor))
  await org.insert((db) =>
    db
      .insertInto('campaign_daily')
      .values(
        spend.target.flatMap((_, day) =>
          (others ? (['target', 'others'] as const) : (['target'] as const)).map((side) => ({
            ...{ connection_id, account_id: ACCOUNT, campaign_id: side === 'target' ? TARGET : 'c2' },
            ...{ platform: 'mx_ads', currency: 'MXN', date: add_days(FIRST, day) },
            ...{ spend_micros: BigInt(Math.round(1e6 * spend[side][day]!)), conversions: String(events[side][day]!) },
            ...{ impressions: 0n, clicks: 0n, conversion_value_micros: 0n },
          })),
        ),
      )
      .execute(),
  )
  if (without_first > 0) await org.cover(connection_id, { covered_from: add_days(FIRST, without_first) })
  return {
    org,
    org_id,
    connection_id,
    action_id: await executed(org, connection_id, ACTION_DAY, TARGET, seen_on ? { seen_on } : {}),
  }
}

type Account = Awaited<ReturnType<typeof account>>

interface End {
  /** The day on which the platform showed it. Default: the day on which it was sent. */
  seen_on?: string
  cause?: 'read_back_differs' | 'refused'
}

/** A change that was sent on a day. */
async function executed(
  { org_id }: FiguresOrg,
  connection_id: string,
  day: string,
  campaign: string,
  { seen_on = day, cause }: End = {},
): Promise<string> {
  const [at, seen_at] = [`${day}T18:00:00Z`, `${seen_on}T18:00:00Z`]
  const [state, status] = cause ? ['failed', 'failed'] : ['executed', 'executed']
  const step = cause === 'refused' ? 'refused' : 'done'
  const { rows } = await bench.owner.query<{ action_id: string }>(
    `with execution as (
       insert into action_executions (org_id, connection_id, account_id, action, mark, input, target, target_key, differences, seen,
         state, created_at, ended_at)
       values ($1, $2, $3, 'set_daily_budget', 'tb-0000000001', '{}', '{}', $4, '[]', '{}', $6, $5, $7)
       returning execution_id),
     step as (
       insert into action_steps (org_id, execution_id, position, name, state, sent_at)
       select $1, execution_id, 0, 'budget', $9, $5 from execution)
     insert into actions (org_id, connection_id, account_id, action_type, platform, account_name, input, mark, target, target_key, differences,
       warnings, seen, steps, visible_within_s, basis, proposed_by, risk, currency, content_hash, digest, created_at, expires_at, status,
       execution_id, decided_at, ended_at)
     select $1, $2, $3, 'set_daily_budget', 'mx_ads', 'Main', '{}', 'tb-0000000001', jsonb_build_object('kind', 'campaign', 'id', $4::text,
       'name', 'One', 'account_id', $3::text), $4, '[]', '[]', '{}', '{}', 60, '{}', 'agent:seo', 'low', 'MXN', decode(md5(random()::text) ||
       md5(random()::text), 'hex'), decode(md5('') || md5(''), 'hex'), $5, $5::timestamptz + interval '3 days', $8, execution_id, $5, $7
     from execution returning action_id`,
    [org_id, connection_id, ACCOUNT, campaign, at, state, seen_at, status, step],
  )
  return rows[0]!.action_id
}

/** Measures as the job does, with its rights. Returns how many windows were stored. */
async function measure({ org_id, connection_id }: Account): Promise<number> {
  const org = (await bench.engine.directory.org(org_id))!
  return in_org(bench.pool, { org_id }, (db) =>
    measure_impacts_of(
      { db, org, now: new Date(`${TODAY}T18:00:00Z`), today: TODAY, connectors: {}, shared: (_, read) => read() },
      connection_id,
    ),
  )
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of the answer
async function shown({ org, action_id }: Account): Promise<any[]> {
  const { actions } = await org.ask('list_action_history', {})
  return actions.find((one: { action_id: string }) => one.action_id === action_id).impact
}

const TOO_SHORT = 'The campaign has figures of fewer than 70 days before the action, so nothing shows how it varies.'
const ALONE = 'No other campaign of the account has enough figures to compare with.'
const OTHER = 'Another action changed a campaign of the account in the compared days.'
const UNSTATED = 'The platform does not state the conversions of some of the compared days.'
const NOTHING = 'The campaign had too little in the four weeks before the action to compare with.'

test('a campaign that rose by 100 % is seen as risen by about that, with its interval, and nothing is measured twice', async () => {
  const of = await account({ factor: 2 })
  assert.equal(await measure(of), 2)
  const impact = await shown(of)
  assert.deepEqual(
    impact.map(({ days, measure, from, to, verdict, reason }) => [days, measure, from, to, verdict, reason]),
    [
      [7, 'spend', add_days(ACTION_DAY, 1), add_days(ACTION_DAY, 7), 'rose', null],
      [7, 'conversions', add_days(ACTION_DAY, 1), add_days(ACTION_DAY, 7), 'rose', null],
      [14, 'spend', add_days(ACTION_DAY, 1), SETTLED, 'rose', null],
      [14, 'conversions', add_days(ACTION_DAY, 1), SETTLED, 'rose', null],
    ],
  )
  for (const { low_percent, change_percent, high_percent } of impact)
    assert.ok(low_percent < 100 && high_percent > 100 && change_percent > 60 && change_percent < 160)
  assert.equal(await measure(of), 0)
  await assert.rejects(
    in_org(bench.pool, of, (db) => db.updateTable('action_impacts').set({ change_percent: '1' }).execute()),
    /permission denied/,
  )
})

async function has_reason(of: Account, reason: string) {
  await measure(of)
  const impact = await shown(of)
  assert.equal(impact.length, 4)
  for (const one of impact) assert.deepEqual([one.reason, one.change_percent, one.verdict], [reason, null, null])
}

test('fewer than 70 stored days before give a reason instead of a number', async () => {
  await has_reason(await account({ without_first: 16 }), TOO_SHORT)
  const enough = await account({ without_first: 15 })
  await measure(enough)
  assert.equal((await shown(enough))[0].reason, null)
})

test('an account without another campaign gives a reason instead of a number', async () => {
  await has_reason(await account({ others: false }), ALONE)
})

test('a campaign without figures before the action gives a reason instead of a number', async () => {
  const of = await account()
  await bench.owner.query(
    'update campaign_daily set spend_micros = 0, conversions = 0 where org_id = $1 and campaign_id = $2 and date between $3 and $4',
    [of.org_id, TARGET, add_days(ACTION_DAY, -30), ACTION_DAY],
  )
  await has_reason(of, NOTHING)
})

test('a day whose conversions the platform does not state gives a reason for conversions, and spend has its number', async () => {
  for (const campaign of [TARGET, 'c2']) {
    const of = await account({ factor: 2 })
    await bench.owner.query(
      'update campaign_daily set conversions = null where org_id = $1 and campaign_id = $2 and date = $3',
      [of.org_id, campaign, add_days(ACTION_DAY, -20)],
    )
    await measure(of)
    for (const { measure, reason, change_percent } of await shown(of))
      assert.deepEqual(
        [reason, change_percent === null],
        measure === 'conversions' ? [UNSTATED, true] : [null, false],
        `${campaign} ${measure}`,
      )
  }
})

test('another action on a campaign of the account gives a reason in the compared days, and none before them', async () => {
  const after_it = await account()
  await executed(after_it.org, after_it.connection_id, add_days(ACTION_DAY, 10), 'c2')
  await measure(after_it)
  assert.deepEqual(
    (await shown(after_it)).map(({ days, reason }) => [days, reason]),
    [7, 7, 14, 14].map((days) => [days, days === 14 ? OTHER : null]),
  )
  const before_it = await account()
  await executed(before_it.org, before_it.connection_id, add_days(ACTION_DAY, -28), 'c2')
  await has_reason(before_it, OTHER)
  const long_before = await account()
  await executed(long_before.org, long_before.connection_id, add_days(ACTION_DAY, -29), 'c2')
  await measure(long_before)
  assert.ok((await shown(long_before)).every(({ reason }) => reason === null))
})

test('the day of the action is the one on which it was sent, although the platform could be read two days later', async () => {
  const of = await account({ seen_on: add_days(ACTION_DAY, 2) })
  assert.equal(await measure(of), 2)
  assert.deepEqual(
    (await shown(of)).map(({ from }) => from),
    Array.from({ length: 4 }, () => add_days(ACTION_DAY, 1)),
  )
})

test('a change that the platform carried out in part is another action, and one that it refused is none', async () => {
  const differs = await account()
  await executed(differs.org, differs.connection_id, add_days(ACTION_DAY, 5), 'c2', { cause: 'read_back_differs' })
  await has_reason(differs, OTHER)
  const refused = await account()
  await executed(refused.org, refused.connection_id, add_days(ACTION_DAY, 5), 'c2', { cause: 'refused' })
  await measure(refused)
  assert.ok((await shown(refused)).every(({ reason }) => reason === null))
})

test('an action through another connection of the account is another action', async () => {
  const of = await account()
  await executed(of.org, await of.org.connect('mx_ads'), add_days(ACTION_DAY, 5), 'c2')
  await has_reason(of, OTHER)
})

test('a reason has the language of the organization', async () => {
  const of = await account({ others: false, language: 'es' })
  await measure(of)
  assert.match((await shown(of))[0].reason, /^Ninguna otra campaña/)
})

test('an impact is no longer waited for 180 days after the end of the action', async () => {
  assert.equal(await measure(await account({ seen_on: add_days(TODAY, -179) })), 2)
  assert.equal(await measure(await account({ seen_on: add_days(TODAY, -180) })), 0)
})

const changes: [name: string, sql: string, days: number[]][] = [
  [
    'a day that can still change',
    `update sync_cursors set cursor = '{"settled_until": "${add_days(SETTLED, -1)}"}'`,
    [7, 7],
  ],
  ['days that the platform never settles', `update sync_cursors set cursor = '{}'`, []],
  ['a day that is not stored', `update sync_cursors set covered_until = '${add_days(SETTLED, -1)}'`, [7, 7]],
  ['rows that may be incomplete', `update sync_cursors set suspect_reason = 'Rows were lost.'`, []],
  ['an account without access', `update sync_cursors set state = 'denied', reason = 'No access.'`, []],
  ['a connection with errors', `update connections set last_error_at = '${TODAY}T17:59:00Z', last_error = 'No.'`, []],
  ['a day without its rows', `update sync_cursors set empty_days = array['${ACTION_DAY}'::date]`, []],
]
for (const [name, sql, days] of changes)
  test(`an impact waits because of ${name}, and is measured when that has ended`, async () => {
    const of = await account()
    const state = await bench.owner.query('select to_jsonb(s) s from sync_cursors s where org_id = $1', [of.org_id])
    await bench.owner.query(`${sql} where org_id = $1`, [of.org_id])
    await measure(of)
    assert.deepEqual(
      (await shown(of)).map((one) => one.days),
      days,
    )
    const { cursor, covered_until } = state.rows[0].s
    await bench.owner.query(
      `update sync_cursors set cursor = $2, covered_until = $3, suspect_reason = null, empty_days = '{}', state = 'ok',
         reason = null where org_id = $1`,
      [of.org_id, cursor, covered_until],
    )
    await bench.owner.query('update connections set last_error_at = null, last_error = null where org_id = $1', [
      of.org_id,
    ])
    await measure(of)
    assert.equal((await shown(of)).length, 4)
  })

test('spend before a change of the account’s currency is not compared with that after it, and conversions are', async () => {
  const [of, on] = [await account({ factor: 2 }), add_days(ACTION_DAY, 3)]
  await bench.owner.query(`
    update campaign_daily set currency = 'USD', spend_micros = spend_micros / 20 where org_id = '${of.org_id}' and date >= '${on}';
    update sync_cursors set account_id = '${ACCOUNT}', cursor = cursor || '{"changed_currency": {"on": "${on}"}}' where org_id = '${of.org_id}'`)
  await measure(of)
  for (const one of await shown(of)) assert.equal(one.reason, one.measure === 'spend' ? TOO_SHORT : null)
})
