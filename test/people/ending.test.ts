// The end of an organization: it refuses everything, can be taken back for 30 days, and is then deleted with all of its rows.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { Job } from '#engine/job.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { create_outbound } from '#engine/vendors/outbound.ts'
import { store_secrets } from '#engine/vendors/secrets.ts'
import { delete_ended_orgs } from '#jobs/delete_ended_orgs.ts'
import { delete_org } from '#jobs/delete_org.ts'
import { schedule_syncs } from '#jobs/schedule_syncs.ts'
import { withdraw_access } from '#jobs/withdraw_access.ts'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { type Browser, join_org, new_person } from '#test/browser.ts'
import { holdings, type Seed } from '#test/fixtures.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'

/** Reaches no platform. */
const outbound = create_outbound({ resolve: (_host, _options, done) => done(new Error('no network'), []) })

let app: TestApp
let browser: Browser
before(async () => {
  app = await test_app({ areas: unlimited(areas), outbound })
  browser = await new_person(app, 'admin@example.com')
  await app.db.query(
    `insert into auth.oauth_clients (client_id, redirect_uris) values ('app', '["https://app.example/"]')`,
  )
  for (const { org_id } of [app.acme, app.globex]) {
    const user_id = await join_org(app, browser, { org_id, role: 'admin' })
    await app.db.query(
      `insert into auth.oauth_grants (client_id, user_id, granted_org_id, scopes, created_at, updated_at)
       values ('app', $1, $2, '["ads:read"]', now(), now())`,
      [user_id, org_id],
    )
  }
})
after(() => app.close())

/** On day 30, when no call can take the organization back any more. */
const DAY_30 = { in_days: 30.01 }

/** The job as a worker runs it. `in_days` moves the clock of jobs. */
const work = (
  declared: Job,
  org_id?: string,
  { payload = {}, in_days = 0 }: { payload?: object; in_days?: number } = {},
) => {
  const clock = { ...app.engine.clock, now: () => new Date(Date.now() + in_days * 86_400_000) }
  const signal = new AbortController().signal
  return run_job(
    { ...app.engine, clock, pool: app.engine.pool.worker },
    declared,
    { ...(org_id && { org_id }), payload },
    { log: app.engine.log, signal },
  )
}

const queued = async (name: string) =>
  Number(
    (
      await app.db.query(
        `select count(*) from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = $1`,
        [name],
      )
    ).rows[0].count,
  )

/** What remembers the calls and the changes of these tests, and what counts calls. */
const remembering = new Set(['audit_heads', 'audit_log', 'record_changes', 'rate_windows', 'orgs', 'sync_runs'])
/** The record of calls outlives its organization: its own calls, and calls of others that were refused because they named it. */
const KEPT_BY_AUDIT = ['audit_heads', 'audit_log']

const end = async ({ org_id, name }: Seed) => {
  const { status, body } = await browser.tool('end_org', { name }, org_id)
  assert.equal(status, 200, JSON.stringify(body))
  await app.settled(async () => (await browser.tool('get_org_settings', {}, org_id)).status === 403, CHANGE_FELT_MS)
  return body.result as { ended_at: string; deleted_at: string }
}

/** A connection with a token, which is to be ended at the platform. */
async function give_access({ org_id }: Seed) {
  const { rows } = await app.db.query(
    `insert into connections (org_id, platform, name) values ($1, 'tx_ads', 'Ads') returning connection_id`,
    [org_id],
  )
  const place = { org_id, connection_id: rows[0].connection_id as string }
  const secrets = { app_id: 'app', secret: 'secret', access_token: 'token' }
  await in_org(app.engine.pool.worker, place, (db) => store_secrets(db, app.engine, place, secrets))
}

/** Moves the end by days. */
const ends = ({ org_id }: Seed, sign: '+' | '-', days: number) =>
  app.db.query(`update orgs set ended_at = ended_at ${sign} interval '1 day' * $2 where org_id = $1`, [org_id, days])

/** Every column of the product that names the organization, under whatever name. */
async function tables_that_name({ org_id }: Seed): Promise<string[]> {
  const { rows } = await app.db.query<{ place: string; name: string }>(
    `select format('%I.%I', table_schema, table_name) as place, column_name as name
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema in ('public', 'auth') and column_name like '%org_id' order by 1, 2`,
  )
  const found: string[] = []
  for (const { place, name } of rows) {
    const { rowCount } = await app.db.query(`select from ${place} where ${name} = $1 limit 1`, [org_id])
    if (rowCount) found.push(`${place} ${name}`)
  }
  return found
}

suite('an organization that an admin ended', () => {
  test('needs its name, exactly, and days between the end and the deletion', async () => {
    for (const name of ['', 'Acme', 'acme ', 'globex'])
      assert.match((await browser.tool('end_org', { name }, app.acme.org_id)).body.error, /exactly: acme/)
    const { ended_at, deleted_at } = await end(app.acme)
    assert.equal(Date.parse(deleted_at) - Date.parse(ended_at), 30 * 86_400_000)
  })

  test('refuses sessions, keys, agencies and invitations, and get_me shows until when it can be taken back', async () => {
    for (const tool of app.engine.catalog.keys()) {
      if (tool === 'restore_org') continue
      const { status, body } = await browser.tool(tool, {}, app.acme.org_id)
      assert.deepEqual([status, body.outcome], [403, 'denied_org'], tool)
    }
    for (const as of [{ key: app.keys.acme }, { key: app.keys.agency, org_id: app.acme.org_id }]) {
      const { status, body } = await app.rest('get_kpi_summary', {}, as)
      assert.equal(status, 403)
      assert.match(body.error, /^acme was ended on .* an admin can take it back/)
      const headers = { authorization: `Bearer ${as.key}`, ...(as.org_id && { 'x-svc-org': as.org_id }) }
      for (const url of ['/api/v1/tools', '/mcp'])
        assert.equal((await app.app.server.inject({ method: 'GET', url, headers })).statusCode, 403, url)
    }
    const me = (await browser.tool('get_me')).body.result.organizations
    const of = ({ org_id }: Seed) => me.find((one: { org_id: string }) => one.org_id === org_id).deleted_at
    assert.ok(Date.parse(of(app.acme)) > Date.now() && of(app.globex) === null)
    assert.equal((await browser.tool('get_org_settings', {}, app.globex.org_id)).status, 200)
  })

  test('has no syncs and no jobs, and one that runs later leaves no trace', async () => {
    await app.db.query('update connections set next_sync_at = now(), needs_reconnection = false')
    const runs = async () =>
      (await app.db.query('select org_id from sync_runs where trigger = $1', ['schedule'])).rows.map(
        ({ org_id }) => org_id,
      )
    await work(schedule_syncs)
    const started = new Set(await runs())
    assert.ok(started.has(app.globex.org_id) && !started.has(app.acme.org_id))
    const held = await holdings(app.db, app.acme, remembering)
    for (const [name, job] of Object.entries(app.engine.jobs)) {
      if (!job.payload || job.on_ended) continue
      // Each payload is wrong, so a job that ran would fail.
      await assert.doesNotReject(work(job, app.acme.org_id, { payload: { wrong: true } }), name)
      await assert.rejects(work(job, app.globex.org_id, { payload: { wrong: true } }), name)
    }
    assert.deepEqual(await holdings(app.db, app.acme, remembering), held)
  })

  test('is as before when an admin takes it back on day 29', async () => {
    const held = await holdings(app.db, app.acme, remembering)
    await work(delete_ended_orgs, undefined, { in_days: 29 })
    assert.equal(await queued('delete_org'), 0)
    await work(delete_org, app.acme.org_id, { in_days: 29 })
    const restored = await browser.tool('restore_org', {}, app.acme.org_id)
    assert.deepEqual(restored.body.result, { restored: true }, restored.text)
    assert.deepEqual(await holdings(app.db, app.acme, remembering), held)
    await app.settled(
      async () => (await app.rest('list_connections', {}, { key: app.keys.acme })).status === 200,
      CHANGE_FELT_MS,
    )
    assert.deepEqual((await browser.tool('restore_org', {}, app.acme.org_id)).body.result, { restored: false })
    await work(delete_org, app.acme.org_id, { in_days: 60 })
    assert.equal((await browser.tool('get_org_settings', {}, app.acme.org_id)).status, 200)
  })

  test('is deleted on day 30 with every row of every table, and other organizations keep theirs', async () => {
    await end(app.acme)
    await ends(app.acme, '-', 30)
    const late = await browser.tool('restore_org', {}, app.acme.org_id)
    const sentence = 'The days in which acme could be taken back are over, and its deletion starts.'
    assert.deepEqual([late.status, late.body.error], [400, sentence])
    await work(delete_ended_orgs)
    assert.equal(await queued('delete_org'), 0, 'a call that began before the end of day 30 can still take it back')
    await ends(app.acme, '+', 30)
    await work(delete_ended_orgs, undefined, DAY_30)
    assert.equal(await queued('delete_org'), 1)
    const others = await holdings(app.db, app.globex, remembering)
    const waiting = new Set(await holdings(app.db, app.acme).then((held) => Object.keys(held)))
    // No platform answers, so the access is tried again for half a day.
    await give_access(app.acme)
    await assert.rejects(work(delete_org, app.acme.org_id, DAY_30), /platforms did not end the access/)
    const { rows: open } = await app.db.query(`select 1 from connections where org_id = $1 and status <> 'revoked'`, [
      app.acme.org_id,
    ])
    assert.equal(open.length, 0)
    await work(delete_org, app.acme.org_id, { in_days: 30.6 })
    const left = Object.entries(await holdings(app.db, app.acme)).flatMap(([table, held]) =>
      held === '' ? [] : [table],
    )
    assert.deepEqual(left, KEPT_BY_AUDIT)
    assert.ok(waiting.size > 50)
    assert.deepEqual(await holdings(app.db, app.globex, remembering), others)
    const naming = (await tables_that_name(app.acme)).map((column) => column.split(' ')[0])
    assert.deepEqual(new Set(naming), new Set(KEPT_BY_AUDIT.map((table) => `public.${table}`)))
    assert.ok((await tables_that_name(app.globex)).includes('auth.oauth_grants granted_org_id'))
    await app.settled(
      async () => (await app.rest('list_connections', {}, { key: app.keys.acme })).status === 401,
      CHANGE_FELT_MS,
    )
    const { rows } = await app.db.query(
      `select org_id, tool, actor from audit_log where tool in ('end_org', 'delete_org', 'restore_org') and org_id = $1 order by seq`,
      [app.acme.org_id],
    )
    assert.deepEqual(
      rows.map(({ tool }) => tool).filter((tool, at, all) => all.indexOf(tool) === at),
      ['end_org', 'restore_org', 'delete_org'],
    )
    await work(delete_org, app.acme.org_id, { in_days: 31 }) // again, without an effect
    const payload = { connection_id: '01980000-0000-7000-8000-000000000000' }
    await work(withdraw_access, app.acme.org_id, { payload })
  })
})
