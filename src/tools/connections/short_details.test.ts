import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import type { z } from 'zod'
import { message } from '#messages/message.ts'
import { id_of } from '#test/fixtures.ts'
import { whole_connection } from '#test/whole_connection.ts'
import { connections_listed } from '#tools/connection.ts'
import { listed_connection, short_details } from './short_details.ts'

type Row = z.input<typeof listed_connection>

const LAST_SYNC = '2026-11-20T11:58:13.301Z'
const DAY = '2026-11-18'

const stream = (name: string, more: Partial<Row['streams'][number]> = {}) => ({
  ...{ stream: name, state: 'ok' as const, reason: null, accounts: 1, covered_from: null, covered_until: DAY },
  ...{ history_left: false, history_expected_at: null, ...more },
})

const run = (at: number, name: string, more: Partial<Row['runs'][number]> = {}) => ({
  ...{ run_id: id_of(`run ${name} ${at}`), state: 'succeeded', trigger: 'schedule' },
  ...{ started_at: `2026-11-20T1${at}:58:01.120Z`, finished_at: at === 1 ? LAST_SYNC : `2026-11-20T1${at}:58:13.001Z` },
  ...{ rows: 1_315 * at, restatements: 0, error: null, unreadable: [], ...more },
})

const connection = (name: string, more: Partial<Row> = {}): Row => ({
  ...{ connection_id: id_of(name), platform: 'mx_ads', name, status: 'active', sync_state: 'idle', progress: null },
  ...{ health: 'ok', health_reason: message('health.ok'), needs_reconnection: false, notices: [] },
  ...{ stale_hours: 0, last_sync: LAST_SYNC, accounts_left_out: [], last_error: null, last_error_at: null },
  ...{ next_sync_at: '2026-11-20T12:58:13.301Z', limited_until: null, revoked_at: null, webhooks: null },
  streams: ['ad_daily', 'ads', 'campaign_daily', 'campaigns', 'country_daily'].map((one) => stream(one)),
  runs: [run(1, name), run(0, name)],
  ...more,
})

const failed: Partial<Row> = {
  ...{ health: 'error', health_reason: message('health.error'), last_error: 'Permission was withdrawn.' },
  ...{ last_error_at: LAST_SYNC, stale_hours: 3, notices: [message('access.data_requests', { count: 1, days: 30 })] },
  accounts_left_out: [{ account_id: 'a2', name: 'Second', reason: 'No permission.' }],
  webhooks: { since: null, received: 4, forged: 0, late: 1, missed: 2, problem: 'No public address.' },
  streams: [
    stream('campaigns', { state: 'denied', reason: 'No access.', accounts: 2, covered_until: null }),
    stream('ads', { covered_from: '2026-09-28', history_left: true, history_expected_at: '2026-11-20T13:00:00.000Z' }),
    stream('ad_daily'),
    stream('ad_groups'),
  ],
}

const list = connections_listed(listed_connection, { shorter: 'Ask for fewer.', short: short_details })

/** What short rows lack, besides older syncs that succeeded. */
const LACKING = ['stale_hours', 'health_reason', 'next_sync_at']
const without_lacking = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !LACKING.includes(name)))

test('ten connections are whole', () => {
  const ten = Array.from({ length: 10 }, (_, at) => connection(`c${at}`))
  assert.deepEqual(list.of(ten).connections, ten)
})

test('a short row says by what it lacks that all is as usual, and everything else can be read from it', () => {
  const rows = Array.from({ length: 9 }, (_, at) => connection(`c${at}`))
  const odd = [
    connection('denied', failed),
    connection('running', {
      sync_state: 'running',
      progress: 0,
      runs: [run(1, 'now', { state: 'running', finished_at: null })],
    }),
    connection('gone', { status: 'revoked', revoked_at: LAST_SYNC, streams: [], runs: [] }),
  ]
  const failure = [
    run(1, 'failure', { state: 'failed', rows: 0, error: 'Timeout.', finished_at: '2026-11-20T11:59:00Z' }),
  ]
  const all = [...rows, ...odd, connection('failure', { runs: [...failure, run(0, 'failure', { state: 'failed' })] })]
  const short = list.of(all)
  assert.deepEqual(
    short.connections.map((row) => without_lacking(whole_connection(row))),
    all.map((row) => ({
      ...without_lacking(row),
      ...(row.webhooks && { webhooks: { received: 4, late: 1, missed: 2, problem: 'No public address.' } }),
      runs: row.runs.filter(({ state }, at) => at === 0 || state !== 'succeeded'),
    })),
  )
  const [denied] = short.connections.filter(({ name }) => name === 'denied')
  assert.deepEqual(denied!.health_reason, message('health.error'), 'the reason of trouble stays')
  assert.match(short.short_rows!, /^Rows are short, without stale_hours\. Only a list of at most 10 rows/)
})

test('twenty connections with five streams and two syncs each have at most 4,000 tokens', (context) => {
  const twenty = Array.from({ length: 20 }, (_, at) => connection(`Shop number ${at}`))
  const tokens = encode(JSON.stringify(list.of(twenty))).length
  context.diagnostic(`${tokens} tokens`)
  assert.ok(tokens <= 4_000, `${tokens} tokens`)
})
