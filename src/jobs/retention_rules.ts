// How long rows are kept that are kept for a time only. `forget_expired` deletes what is older. A new rule is a new row here, and a case in
// forget_expired.test.ts.
import { KEPT_HOURS as IDEMPOTENCY_KEYS_KEPT_HOURS } from '#engine/calls/idempotency.ts'
import { RUN_KEPT_MS } from '#engine/calls/runs/table.ts'
import { KEPT_DAYS } from '#engine/outbound_webhooks/again.ts'
import { latest, rule } from '#engine/queue/retention.ts'

/** Time in which the access is ended at the platform, which needs the secrets. */
const SECRETS_KEPT_HOURS = 12

/** Longer than the longest window of a vendor's limit. */
const BUDGETS_KEPT_HOURS = 48

/** Longer than a platform takes to build a report. */
const REPORTS_KEPT_HOURS = 72

/** An event is known for this time, so that its repetition has no effect. */
const WEBHOOKS_KEPT_HOURS = 72

/** A privacy request can be proven for this time. */
const PRIVACY_REQUESTS_KEPT_HOURS = 3 * 365 * 24

/** Two years show a season next to the same season before. Older scores are of a page that has long changed. */
const PAGE_SCANS_KEPT_HOURS = 2 * 365 * 24

/** More than a scan a day in that time, so that only a program that scans one page all the time loses scores. */
const SCANS_OF_PAGE_MAX = 1_000

/** Half a year of what happened. */
const NOTIFICATIONS_KEPT_HOURS = 183 * 24

/** As long as deliveries of webhooks. */
const MESSAGES_KEPT_HOURS = 30 * 24

/** Longer than a text that was read counts. */
const PUBLIC_TEXT_READS_KEPT_HOURS = 24

export const retention = [
  rule({ table: 'spent_links', since: 'spent_at', kept_hours: 1 }),
  rule({ table: 'sign_ins', since: 'expires_at', kept_hours: 1 }),
  rule({ table: 'vendor_reports', since: 'ordered_at', kept_hours: REPORTS_KEPT_HOURS }),
  rule({ table: 'webhook_inbox', since: 'received_at', kept_hours: WEBHOOKS_KEPT_HOURS }),
  rule({ table: 'privacy_requests', since: 'done_at', kept_hours: PRIVACY_REQUESTS_KEPT_HOURS }),
  rule({ table: 'webhook_attempts', since: 'attempted_at', kept_hours: KEPT_DAYS * 24 }),
  rule({ table: 'webhook_deliveries', since: 'created_at', kept_hours: KEPT_DAYS * 24 }),
  rule({ table: 'events', since: 'occurred_at', kept_hours: KEPT_DAYS * 24 }),
  rule({ table: 'vendor_budgets', since: 'last_used_at', kept_hours: BUDGETS_KEPT_HOURS }),
  rule({ table: 'public_text_reads', since: 'read_at', kept_hours: PUBLIC_TEXT_READS_KEPT_HOURS }),
  rule({ table: 'idempotency_keys', since: 'created_at', kept_hours: IDEMPOTENCY_KEYS_KEPT_HOURS }),
  rule({ table: 'page_scans', since: 'scanned_at', kept_hours: PAGE_SCANS_KEPT_HOURS }),
  latest({ table: 'page_scans', since: 'scanned_at', of: ['url', 'device'], most: SCANS_OF_PAGE_MAX }),
  rule({ table: 'messages', since: 'created_at', kept_hours: MESSAGES_KEPT_HOURS }),
  rule({ table: 'notifications', since: 'created_at', kept_hours: NOTIFICATIONS_KEPT_HOURS }),
  rule({ table: 'runs', since: 'ended_at', kept_hours: RUN_KEPT_MS / 3_600_000 }),
  rule({ table: 'runs', since: 'created_at', kept_hours: RUN_KEPT_MS / 3_600_000, only: { state: 'delegated' } }),
  rule({
    table: 'connections',
    since: 'revoked_at',
    kept_hours: SECRETS_KEPT_HOURS,
    clears: ['secrets'],
    only: { status: 'revoked' },
  }),
]
