// Each retention rule deletes what is older than its time in every organization, and nothing that is not. A rule without a case fails.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { run_job } from '#engine/queue/run_job.ts'
import { forget_expired } from '#jobs/forget_expired.ts'
import { retention } from '#jobs/retention_rules.ts'
import { HOUR_MS } from '#lib/durations.ts'
import { silent_log } from '#lib/log.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { id_of, type Seed } from '#test/fixtures.ts'
import { add_member } from '#test/people.ts'

const NOW = new Date('2026-11-20T18:00:00Z')
const [HOUR, DAY, YEAR] = [1, 24, 365 * 24]
/** Longer than anything is kept. */
const YEARS_AGO = '2016-01-01T00:00:00.000Z'

type Row = Record<string, unknown>

interface Case {
  /** Written out, so that a changed time is seen here. */
  kept_hours: number
  /** The column of the primary key by which the rows of the case differ. */
  key: string
  /** The table to which the key leads. It gets a row for each row of the case. */
  parent?: string
  /** Values that differ from those of the seeded row. */
  values?: Row
  /** Values with which the oldest row stays. */
  stays_with?: Row
  /** The column that is cleared. Without it, the row is deleted. */
  clears?: string
  /** True: the rows belong to no organization. */
  of_installation?: boolean
}

/** By table and by the column from which the time counts. */
const expiring: Record<string, Case> = {
  'spent_links.spent_at': { kept_hours: HOUR, key: 'link_id' },
  'sign_ins.expires_at': { kept_hours: HOUR, key: 'sign_in_id' },
  'vendor_reports.ordered_at': { kept_hours: 3 * DAY, key: 'request' },
  'webhook_inbox.received_at': { kept_hours: 3 * DAY, key: 'event_key' },
  'privacy_requests.done_at': { kept_hours: 3 * YEAR, key: 'request_id' },
  'webhook_attempts.attempted_at': { kept_hours: 30 * DAY, key: 'attempt_id' },
  'webhook_deliveries.created_at': { kept_hours: 30 * DAY, key: 'webhook_id', parent: 'webhooks' },
  'events.occurred_at': { kept_hours: 30 * DAY, key: 'event_id' },
  'vendor_budgets.last_used_at': {
    ...{ kept_hours: 2 * DAY, key: 'budget', of_installation: true },
    values: { window_ms: 60_000, parts: [], used: [] },
  },
  'public_text_reads.read_at': { kept_hours: DAY, key: 'actor' },
  'idempotency_keys.created_at': { kept_hours: DAY, key: 'key', values: { tool: 'any', input_hash: '\\x07' } },
  'page_scans.scanned_at': { kept_hours: 2 * YEAR, key: 'scan_id' },
  'messages.created_at': { kept_hours: 30 * DAY, key: 'message_id' },
  'notifications.created_at': { kept_hours: 183 * DAY, key: 'notification_id' },
  'runs.ended_at': { kept_hours: DAY, key: 'run_id' },
  'runs.created_at': {
    ...{ kept_hours: DAY, key: 'run_id' },
    values: { state: 'delegated', ended_at: null, credits_spent: null },
    stays_with: { state: 'running' },
  },
  'connections.revoked_at': {
    ...{ kept_hours: 12 * HOUR, key: 'connection_id', clears: 'secrets' },
    values: { status: 'revoked', secrets: '\\x07' },
    stays_with: { status: 'active' },
  },
}

/** Tables of which only a number of rows is kept, with the columns that these rows have in common. */
const surplus: Record<string, { since: string; most: number; key: string; values: Row }> = {
  'page_scans by url, device': {
    ...{ since: 'scanned_at', most: 1_000, key: 'scan_id' },
    values: { url: 'https://acme.example/scanned', device: 'desktop' },
  },
}

const USER = id_of('a person')
const CLIENT = id_of('an app')
/** What the person allows the app. */
const grant = () => ({ client_id: CLIENT, user_id: USER, granted_org_id: app.acme.org_id, scopes: [] })

interface AccountCase {
  since: string
  kept_hours: number
  key: string
  /** Values of a row, of which the key is `id`. */
  row: (id: string) => Row
  parent?: (id: string) => Row
}

/** Rows of accounts, by table of the schema auth. The database deletes them itself, by its own clock. */
const of_accounts: Record<string, AccountCase> = {
  sessions: { since: 'expires_at', kept_hours: 0, key: 'id', row: (id) => ({ id, token: id, user_id: USER }) },
  verifications: { since: 'expires_at', kept_hours: 0, key: 'id', row: (id) => ({ id, identifier: id, value: id }) },
  attempts: {
    ...{ since: 'since', kept_hours: DAY, key: 'device' },
    row: (device) => ({ device, account_hash: `\\x${'07'.repeat(32)}`, failures: 1, last_at: YEARS_AGO }),
  },
  oauth_access_tokens: {
    ...{ since: 'expires_at', kept_hours: HOUR, key: 'id' },
    row: (id) => ({ ...grant(), id, token: id, created_at: YEARS_AGO }),
  },
  oauth_refresh_tokens: {
    ...{ since: 'expires_at', kept_hours: 0, key: 'id' },
    row: (id) => ({ ...grant(), id, token: id, created_at: YEARS_AGO }),
  },
  oauth_assertions: { since: 'expires_at', kept_hours: 0, key: 'id', row: (id) => ({ id }) },
  oauth_grants: {
    ...{ since: 'updated_at', kept_hours: DAY, key: 'client_id' },
    row: (client_id) => ({ ...grant(), client_id, id: client_id, created_at: YEARS_AGO }),
    parent: (client_id) => ({ client_id, redirect_uris: [], created_at: new Date().toISOString() }),
  },
  oauth_clients: {
    ...{ since: 'created_at', kept_hours: 30 * DAY, key: 'client_id' },
    row: (client_id) => ({ client_id, id: client_id, redirect_uris: [] }),
  },
}
/** The database's clock continues while the rows are inserted. */
const MARGIN_MS = 10 * 60_000

async function insert_of_accounts() {
  const now = new Date().toISOString()
  const client = { client_id: CLIENT, redirect_uris: [], created_at: now }
  const lasting = { ...grant(), id: id_of('a grant'), created_at: now, updated_at: now }
  const person = {
    id: USER,
    name: 'Ana',
    email: 'ana@example.com',
    email_verified: true,
    created_at: now,
    updated_at: now,
  }
  await insert('auth.users', undefined, [person])
  await add_member(app.db, { org_id: app.acme.org_id, role: 'admin', user_id: USER })
  await insert('auth.oauth_clients', undefined, [client])
  await insert('auth.oauth_grants', undefined, [lasting])
  for (const [table, { since, kept_hours, key, row, parent }] of Object.entries(of_accounts))
    for (const [age, ms] of [
      ['expired', MARGIN_MS],
      ['kept', -MARGIN_MS],
    ] as const) {
      const id = row_id(table, undefined, age)
      const at = new Date(Date.now() - kept_hours * HOUR_MS - ms).toISOString()
      if (parent) await insert('auth.oauth_clients', undefined, [{ id, ...parent(id) }])
      await insert(`auth.${table}`, undefined, [
        { created_at: now, updated_at: now, ...row(id), [key]: id, [since]: at },
      ])
    }
}

let app: TestApp
before(async () => {
  app = await test_app({ areas: {}, now: NOW })
  for (const [name, one] of Object.entries(expiring)) for (const org of orgs_of(one)) await insert_aged(name, one, org)
  for (const name of Object.keys(surplus)) {
    await insert_latest(name, app.acme, 1)
    await insert_latest(name, app.globex, 0)
  }
  await insert_of_accounts()
  await run_job(app.engine, forget_expired, {}, { log: silent_log(), signal: new AbortController().signal })
})
after(() => app?.close())

const orgs_of = ({ of_installation }: Case) => (of_installation ? [undefined] : [app.acme, app.globex])
const row_id = (name: string, org: Seed | undefined, age: string) => id_of(`${name} of ${org?.name} ${age}`)
const back = (hours: number, more_ms = 0) => new Date(NOW.getTime() - hours * HOUR_MS - more_ms).toISOString()

/** Inserts copies of the organization's seeded row, with other values. */
async function insert(table: string, org: Seed | undefined, rows: readonly Row[]) {
  const { rows: seeded } = org
    ? await app.db.query(`select to_jsonb(t) as row from ${table} t where org_id = $1 limit 1`, [org.org_id])
    : { rows: [] }
  const { rows: columns } = await app.db.query(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const whole: Row[] = rows.map((row) => ({ ...seeded[0]?.row, ...(org && { org_id: org.org_id }), ...row }))
  const names = Object.keys(whole[0]!).filter((column) => columns.some(({ name }) => name === column))
  await app.db.query(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(whole)],
  )
}

/** A row that is just too old, one that is just not, and one that no age deletes. */
async function insert_aged(name: string, { kept_hours, key, parent, values, stays_with }: Case, org?: Seed) {
  const [table, since] = name.split('.') as [string, string]
  const ages = {
    expired: { [since]: back(kept_hours, 1) },
    kept: { [since]: back(kept_hours) },
    ...(stays_with && { other: { [since]: YEARS_AGO, ...stays_with } }),
  }
  const rows = Object.entries(ages).map(([age, own]) => ({ ...values, ...own, [key]: row_id(name, org, age) }))
  if (parent)
    await insert(
      parent,
      org,
      rows.map((row) => ({ [key]: row[key] })),
    )
  await insert(table, org, rows)
}

/** As many rows as are kept, a minute apart, and `more` older ones. */
async function insert_latest(name: string, org: Seed, more: number) {
  const { since, most, key, values } = surplus[name]!
  const rows = Array.from({ length: most + more }, (_, minutes) => ({
    ...{ ...values, [since]: back(0, minutes * 60_000), [key]: row_id(name, org, String(minutes)) },
  }))
  await insert(table_of(name), org, rows)
}

const table_of = (name: string) => name.split(/\W/)[0]!

test('every rule has a case', () => {
  const names = retention.map((of) => ('most' in of ? `${of.table} by ${of.of.join(', ')}` : `${of.table}.${of.since}`))
  assert.deepEqual(names.sort(), [...Object.keys(expiring), ...Object.keys(surplus)].sort())
})

suite('what is kept for a time is forgotten after it, and no moment before', () => {
  for (const [name, one] of Object.entries(expiring))
    test(name, async () => {
      for (const org of orgs_of(one)) {
        const ages = ['expired', 'kept', 'other']
        const ids = ages.map((age) => row_id(name, org, age))
        const { rows } = await app.db.query(
          `select ${one.key}::text as id from ${table_of(name)} where ${one.key}::text = any($1) ${one.clears ? `and ${one.clears} is not null` : ''}`,
          [ids],
        )
        const left = ages.filter((_, at) => rows.some(({ id }) => id === ids[at]))
        assert.deepEqual(left, ['kept', ...(one.stays_with ? ['other'] : [])], org?.name ?? 'the installation')
        if (one.clears)
          assert.equal(
            (await app.db.query(`select from ${table_of(name)} where ${one.key}::text = $1`, [ids[0]])).rowCount,
            1,
          )
      }
    })
})

suite('of what is kept in a number, the latest stay', () => {
  for (const [name, { since, most, values }] of Object.entries(surplus))
    test(name, async () => {
      const same = Object.keys(values).map((column, at) => `and ${column} = $${at + 2}`)
      for (const { org_id } of [app.acme, app.globex]) {
        const { rows } = await app.db.query(
          `select count(*)::int as count, min(${since}) as oldest from ${table_of(name)} where org_id = $1 ${same.join(' ')}`,
          [org_id, ...Object.values(values)],
        )
        assert.deepEqual(rows, [{ count: most, oldest: back(0, (most - 1) * 60_000) }])
      }
    })
})

suite('what accounts keep for a time is forgotten after it', () => {
  test('every table that the database cleans has a case', async () => {
    const { rows } = await app.db.query(`select prosrc from pg_proc where oid = 'auth.forget_expired'::regproc`)
    const cleaned = [...rows[0].prosrc.matchAll(/delete from auth\.(\w+)/g)].map(([, table]) => table)
    assert.deepEqual(cleaned.sort(), Object.keys(of_accounts).sort())
  })

  for (const [table, { key }] of Object.entries(of_accounts))
    test(table, async () => {
      const ids = ['expired', 'kept'].map((age) => row_id(table, undefined, age))
      const { rows } = await app.db.query(`select ${key}::text as id from auth.${table} where ${key}::text = any($1)`, [
        ids,
      ])
      assert.deepEqual(rows, [{ id: ids[1] }])
    })
})
