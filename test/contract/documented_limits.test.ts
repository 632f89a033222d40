// Numbers in documents are those of the code: each sentence here is written with the constants, and its document has it.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { WINDOW_MINUTES } from '#accounts/attempts.ts'
import { BACKTEST_DAYS } from '#alerts/backtest.ts'
import { HELD_S } from '#db/backup/restore.ts'
import { OLDEST_POSTGRES } from '#db/migrate.ts'
import { MIGRATION_LOCK_MS, QUEUE_STATEMENT_MS, TABLES_MS } from '#db/migration_waits.ts'
import { WORK_STATEMENT_MS } from '#db/org_session.ts'
import { WAIT_FOR_MS } from '#db/wait_for_database.ts'
import * as detector from '#domain/detector.ts'
import * as impact from '#domain/impact.ts'
import { STAYS_MS } from '#engine/access/ended.ts'
import { REMEMBERED_MS, WRONG_KEYS_MAX } from '#engine/access/failed_sign_ins.ts'
import { COMPARED_DAYS } from '#engine/access/zone_watch.ts'
import { PROPOSALS_PER_HOUR } from '#engine/approvals/proposal_limits.ts'
import { DECISION_HOURS, DECISION_HOURS_MAX } from '#engine/approvals/settings.ts'
import { CONCURRENT_CALLS_MAX } from '#engine/calls/load.ts'
import { RUN_WAIT_MS } from '#engine/calls/runs/begin.ts'
import { RUN_KEPT_MS, UNDELIVERED_KEPT_MS } from '#engine/calls/runs/table.ts'
import {
  CHECK_EVERY_MS,
  ORGS_OF_STREAM_MAX,
  STREAMS_MAX,
  STREAMS_OF_PERSON_MAX,
  STREAMS_OF_SESSION_MAX,
} from '#engine/events/streams.ts'
import { COUNTED_MAX } from '#engine/events/unread.ts'
import { ROWS_BYTES_MAX, ROWS_TOKENS_MAX, SMALL_ROWS_TOKENS_MAX } from '#engine/lists.ts'
import { HOURLY_MAX } from '#engine/notifications/outbox.ts'
import { KEPT_DAYS, REPLAYED_MAX } from '#engine/outbound_webhooks/again.ts'
import { TIMEOUT_MS as WEBHOOK_TIMEOUT_MS } from '#engine/outbound_webhooks/dispatcher.ts'
import { BODY_BYTES_MAX, WAITING_MAX } from '#engine/outbound_webhooks/emit.ts'
import { FAILING_MAX_MS } from '#engine/outbound_webhooks/record.ts'
import { RETRY_AFTER_MS } from '#engine/outbound_webhooks/retries.ts'
import { BOTH_SIGN_MS } from '#engine/outbound_webhooks/signature.ts'
import { VALID_DAYS } from '#engine/people/agencies.ts'
import { HEARTBEAT_MS, UNREAD_BYTES_MAX } from '#http/events/routes.ts'
import { LIST_CACHE_MS } from '#http/mcp/handlers.ts'
import { WAIT_MAX_MS } from '#http/mcp/tasks.ts'
import { WAITED_DAYS_MAX } from '#impact/due.ts'
import { FLUSH_MS } from '#lib/otel.ts'
import { WEBHOOKS_MAX } from '#tools/alerts_webhooks/webhook_fields.ts'
import { COMMAND_TIMEOUT_MS } from '../../src/config/master_key.ts'

const [SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS] = [1_000, 60_000, 3_600_000, 86_400_000]
const count = (number: number) => number.toLocaleString('en-US')

function wait(ms: number): string {
  const [size, unit] = (
    [
      [HOUR_MS, 'hour'],
      [MINUTE_MS, 'minute'],
      [SECOND_MS, 'second'],
    ] as const
  ).find(([size]) => ms >= size)!
  return `${ms / size} ${unit}s`
}
const waits = RETRY_AFTER_MS.map(wait)
const percent = (share: number) => share * 100
const word = (number: number) =>
  ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][number]

const sentences: Record<string, string[]> = {
  'agencies.md': [`A request is valid for ${VALID_DAYS} days.`],
  'alerts.md': [
    `the days of the last ${BACKTEST_DAYS} on which an alert would have opened`,
    `scores each day by the ${detector.HISTORY_DAYS_MAX} days before it. No day has a score before ${detector.HISTORY_DAYS_MIN} known ones.`,
    `at least ${percent(detector.FLOOR_SHARE)} % of their median`,
    `the median of the ${2 * detector.TREND_DAYS + 1} days around it`,
    `the Huber mean (${detector.HUBER_DEVIATIONS} deviations)`,
    `The Huber mean of the last ${detector.LEVEL_DAYS} known days`,
    `of the misses of the last ${detector.HISTORY_DAYS_MAX} days`,
    `The scale is at least ${percent(detector.SCALE_MIN)} %.`,
    `The scale of counts is multiplied by ${detector.COUNT_SHARE}:`,
  ],
  'approvals.md': [
    `One caller proposes at most ${PROPOSALS_PER_HOUR} changes in an hour`,
    `After ${DECISION_HOURS} hours without a decision, a proposal expires.`,
    `another time for each kind of change, up to ${DECISION_HOURS_MAX / 24} days.`,
    `After five wrong codes, no decision of the person takes a code for ${WINDOW_MINUTES} minutes.`,
    `| fewer than ${impact.HISTORY_DAYS_MIN} days before |`,
    `or fewer than ${impact.EVENTS_MIN} conversions, in the ${word(impact.BASE_DAYS / 7)} weeks before |`,
    `waits, for at most ${WAITED_DAYS_MAX} days after the action.`,
  ],
  'dashboard.md': [
    `Several \`org\` are allowed, at most ${ORGS_OF_STREAM_MAX}.`,
    `| ${STREAMS_OF_SESSION_MAX}, ${STREAMS_OF_PERSON_MAX}, ${count(STREAMS_MAX)}; then 429 or 503`,
    `how many of the newest ${COUNTED_MAX} notifications the person has not read`,
    `| every ${CHECK_EVERY_MS} ms, and before each event |`,
    `| a comment every ${HEARTBEAT_MS / SECOND_MS} s |`,
    `| ${UNREAD_BYTES_MAX / 1_024} KiB, then the stream ends |`,
  ],
  'deploying.md': [
    `A process runs at most ${CONCURRENT_CALLS_MAX} calls at the same time.`,
    `without a shell and for at most ${COMMAND_TIMEOUT_MS / SECOND_MS} seconds.`,
    `tries again a second later, for ${TABLES_MS / MINUTE_MS} minutes at most.`,
  ],
  'mcp.md': [
    `after ${RUN_WAIT_MS / SECOND_MS} seconds \`run_id\` and \`state: running\``,
    `in its organization, for ${RUN_KEPT_MS / HOUR_MS} hours, at every process`,
    `The rows of a list have at most ${count(ROWS_BYTES_MAX)} bytes and ${count(ROWS_TOKENS_MAX)} tokens.`,
    `while all rows with them have at most ${count(SMALL_ROWS_TOKENS_MAX)} estimated tokens`,
    `caches them for their \`ttlMs\`, ${word(LIST_CACHE_MS / MINUTE_MS)} minute,`,
    `with a progress token waits ${word(WAIT_MAX_MS / MINUTE_MS)} minutes at most`,
    `delivered to the next such call within ${word(UNDELIVERED_KEPT_MS / MINUTE_MS)} minutes.`,
  ],
  'notifications.md': [`A channel gets ${HOURLY_MAX} messages an hour.`],
  'operations.md': [
    `For ${STAYS_MS / DAY_MS} days an admin can take it back`,
    `uses any PostgreSQL from version ${OLDEST_POSTGRES / 10_000} on.`,
    `from ${word(COMPARED_DAYS / 365)} years ago to ${word(COMPARED_DAYS / 365)} years from now.`,
    `a waiting change waits ${word(HELD_S / 60)} minutes, until its platform shows`,
    `a start retries for ${word(WAIT_FOR_MS / MINUTE_MS)} minutes`,
    `A statement of a sync can take ${word(WORK_STATEMENT_MS / MINUTE_MS)} minutes.`,
    `A start waits ${word(MIGRATION_LOCK_MS / MINUTE_MS)} minutes for another process that migrates`,
    `A migration waits ${TABLES_MS / MINUTE_MS} minutes for tables that others use`,
    `the queue's own migrations can take ${word(QUEUE_STATEMENT_MS / MINUTE_MS)} minutes.`,
    `waits up to ${word(FLUSH_MS / SECOND_MS)} seconds for the last delivery.`,
  ],
  'security.md': [
    `An address may send ${WRONG_KEYS_MAX} different wrong keys a minute.`,
    `A wrong key is remembered for ${REMEMBERED_MS / SECOND_MS} s, until keys change`,
  ],
  'webhooks.md': [
    `An organization has at most ${WEBHOOKS_MAX} webhooks.`,
    `a JSON body of at most ${BODY_BYTES_MAX / 1_000} kB`,
    `within ${WEBHOOK_TIMEOUT_MS / SECOND_MS} seconds`,
    `is repeated after ${waits.slice(0, -1).join(', ')} and ${waits.at(-1)}.`,
    `both secrets sign for ${BOTH_SIGN_MS / HOUR_MS} hours.`,
    `${word(FAILING_MAX_MS / DAY_MS)} days without a success switch it off too.`,
    `shows the attempts of the last ${KEPT_DAYS} days.`,
    `up to ${count(REPLAYED_MAX)} with each replay`,
    `${count(WAITING_MAX)} deliveries of an organization can wait.`,
  ],
}

for (const [document, of] of Object.entries(sentences))
  test(`${document} has the limits of the code`, async () => {
    const text = (await readFile(join(import.meta.dirname, '../../docs', document), 'utf8')).replaceAll(/\s+/g, ' ')
    for (const sentence of of) assert.ok(text.includes(sentence), `it does not say: ${sentence}`)
  })
