// The settings of approvals: who sets the amount above which a code is needed, with what, and the times for decisions.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Caller, SessionCaller } from '#engine/access/caller.ts'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'
import { member_with_app } from '#test/authenticator.ts'
import { until } from '#test/until.ts'

let bench: ApprovalBench
let account: Awaited<ReturnType<ApprovalBench['account']>>
let ana: SessionCaller

before(async () => {
  bench = await approval_bench()
  account = await bench.account()
  ana = (await bench.person(account.place)) as SessionCaller
})
beforeEach(async () => {
  await bench.rows('delete from rate_windows')
  await set_amount(100)
})
after(() => bench?.close())

const set_amount = (units: number | null) => bench.set_code_amount(account.place.org_id, units)
const with_app = () => member_with_app(bench, account.place)

test('admins alone set the amount and the times, and the history has both values', async () => {
  const member = await bench.person(account.place, 'member')
  const no_admin = { ...member, scopes: new Set([...member.scopes].filter((scope) => scope !== 'admin:*')) } as Caller
  for (const [tool, input] of [
    ['set_code_amount', { code_amount: '5' }],
    ['set_action_expiry', { action_type: 'set_daily_budget', hours: 24 }],
  ] as const)
    await bench.no(no_admin, tool, input, 'denied_scope')
  await set_amount(null)
  await bench.ok(ana, 'set_code_amount', { code_amount: '250.5' })
  const changes = await bench.rows(
    `select before, after, actor from record_changes where record = 'approval_settings' order by changed_at desc limit 1`,
  )
  assert.deepEqual(changes, [
    {
      ...{ before: { code_amount: null, code_currency: null }, actor: ana.actor },
      after: { code_amount: '250.5', code_currency: 'MXN' },
    },
  ])
  assert.match(await bench.no(ana, 'set_code_amount', { code_amount: '-1' }), /decimal amount/)
})

test('an amount that is set changes with a code alone, so that nobody lifts it on the way to an approval', async () => {
  const { caller, code, wrong } = await with_app()
  for (const code_amount of [null, '99999', '1'])
    assert.match(await bench.no(caller, 'set_code_amount', { code_amount }), /needs a one-time code/)
  assert.match(await bench.no(caller, 'set_code_amount', { code_amount: null, code: await wrong() }), /code is wrong/)
  assert.equal((await bench.ok(caller, 'get_approval_settings', {})).code_amount, '100')
  await bench.ok(caller, 'set_code_amount', { code_amount: '100' })
  const lifted = await bench.ok(caller, 'set_code_amount', { code_amount: null, code: await code() })
  assert.equal(lifted.code_amount, null)
})

test('of admins who set the first amount at the same moment, one needs no code', async () => {
  await set_amount(null)
  const other = await bench.person(account.place)
  const holding = await bench.database.owner.connect()
  try {
    await holding.query('begin')
    await holding.query(`select pg_advisory_xact_lock(hashtextextended('approval settings of ' || $1, 0))`, [
      ana.org_id,
    ])
    const both = [ana, other].map((as, n) => bench.ask(as, 'set_code_amount', { code_amount: String(300 + n) }))
    assert.ok(await until(async () => (await waiting()) === both.length))
    await holding.query('commit')
    const answers = await Promise.all(both)
    assert.deepEqual(answers.map(({ outcome }) => outcome).sort(), ['error', 'ok'])
    const refused = answers.find((one) => !one.ok)!
    assert.match(refused.ok ? '' : refused.error, /needs a one-time code/)
  } finally {
    holding.release()
  }
})
const waiting = async (): Promise<number> =>
  (
    await bench.rows(`select count(*)::int from pg_locks l join pg_database d on d.oid = l.database
      where not l.granted and l.locktype = 'advisory' and d.datname = current_database()`)
  )[0].count

let budget = 5_000
test('a kind of change can have a time for decisions of its own, up to 30 days', async () => {
  const set = await bench.ok(ana, 'set_action_expiry', { action_type: 'set_daily_budget', hours: 5 })
  assert.deepEqual(set.expiries, [{ action_type: 'set_daily_budget', hours: 5 }])
  const hours_of = async () => {
    const { platform, campaign_id } = account
    budget += 1_000
    const { action_id } = await bench.ok(ana, 'propose_update_budget', {
      platform,
      campaign_id,
      new_daily_budget: budget,
    })
    const { created_at, expires_at } = await bench.ok(ana, 'get_action', { action_id })
    return (Date.parse(expires_at) - Date.parse(created_at)) / 3_600_000
  }
  assert.equal(await hours_of(), 5)
  assert.deepEqual(
    (await bench.ok(ana, 'set_action_expiry', { action_type: 'set_daily_budget', hours: 72 })).expiries,
    [],
  )
  assert.equal(await hours_of(), 72)
  for (const hours of [0, 721, 1.5])
    await bench.no(ana, 'set_action_expiry', { action_type: 'set_daily_budget', hours })
  assert.match(
    await bench.no(ana, 'set_action_expiry', { action_type: 'set_budget', hours: 5 }),
    /There are: .*set_daily_budget/,
  )
})
