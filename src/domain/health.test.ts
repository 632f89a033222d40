import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type ConnectionState, health_of, stale_hours } from '#domain/health.ts'

const now = new Date('2026-11-20T18:00:00Z')
const hours_ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
const state = (more: Partial<ConnectionState> = {}): ConnectionState => ({
  needs_reconnection: false,
  created_at: hours_ago(1000),
  last_sync_at: hours_ago(1),
  last_rows_at: hours_ago(1),
  last_error_at: null,
  ...more,
})

const cases: [string, Partial<ConnectionState>, string][] = [
  ['synced and with rows', {}, 'ok'],
  ['an error that a later sync mended', { last_error_at: hours_ago(2) }, 'ok'],
  ['an error after the last sync', { last_error_at: hours_ago(0.5) }, 'error'],
  ['an error and no sync at all', { last_sync_at: null, last_error_at: hours_ago(1) }, 'error'],
  ['no sync at all', { last_sync_at: null, last_rows_at: null }, 'never_synced'],
  ['synced a day and a bit ago', { last_sync_at: hours_ago(24.1) }, 'stale'],
  ['synced just within a day', { last_sync_at: hours_ago(23.9) }, 'ok'],
  ['runs, but rows came four days ago', { last_rows_at: hours_ago(96) }, 'empty_sync'],
  ['runs and never brought a row, for long', { last_rows_at: null }, 'empty_sync'],
  ['runs and has no row yet, but is new', { last_rows_at: null, created_at: hours_ago(2) }, 'ok'],
  [
    'sign-in refused goes before everything',
    { needs_reconnection: true, last_error_at: hours_ago(0.1) },
    'needs_reconnection',
  ],
]
for (const [what, more, health] of cases) {
  it(`health of a connection ${what}: ${health}`, () => assert.equal(health_of(state(more), now), health))
}

it('a connector sets how many days without rows are normal', () => {
  assert.equal(health_of(state({ last_rows_at: hours_ago(96) }), now, 7), 'ok')
})

it('stale hours are whole, and unknown without a sync', () => {
  assert.deepEqual(
    [stale_hours(state({ last_sync_at: hours_ago(5.9) }), now), stale_hours(state({ last_sync_at: null }), now)],
    [5, null],
  )
})
