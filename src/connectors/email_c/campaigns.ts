import { add_days } from '#domain/windows.ts'
import {
  type Api,
  type Pace,
  type Query,
  type RowContext,
  type Rows,
  snapshot_stream,
  window_stream,
} from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { BODIES_MAX, body_of, body_stream, count, type Status, state_of, sweeps_unsent, times_of } from '../email.ts'
import { first_page, or_null } from '../records.ts'
import { type Campaign, campaign } from './answers.ts'
import { list_of } from './lists.ts'

/** The limit of all endpoints without a limit of their own (developers.brevo.com/docs/api-limits, read 2026-11). */
export const unlisted: Pace = { key: 'unlisted', per_hour: 100 }

/** Lists have statistics of the last six months only. A campaign that was sent later than this has all of its own in them. */
const LISTED_DAYS = 170
/** Campaigns whose statistics one slice reads one by one. Older days may take half of the requests of an hour. */
const ONE_BY_ONE_MAX = 40

const statuses: Readonly<Record<string, Status>> = {
  draft: 'draft',
  suspended: 'draft',
  queued: 'scheduled',
  in_process: 'sending',
  inProcess: 'sending',
  // Brevo checks some campaigns before it sends them (getbrevo/brevo-php issue 85, 2025-09, and pull request 96, 2025-12; getbrevo/brevo-java
  // pull request 25, 2026-07). The Swagger document lacks these words.
  in_review: 'scheduled',
  inReview: 'scheduled',
  rejected: 'cancelled',
  cancelled: 'cancelled',
  sent: 'sent',
  // With a proof of sending. Any other archived campaign has no row here.
  archive: 'sent',
}

/** Broadcasts. Campaigns of the type `trigger` are emails of automations. */
const broadcast_pages = (query: Query = {}) => {
  const classic = { type: 'classic', limit: 100, excludeHtmlContent: true, ...query }
  return list_of('/emailCampaigns', 'campaigns', campaign, classic, unlisted)
}

/**
 * Whether an archived campaign was sent. Drafts can be archived too, and the document promises `sentDate` of campaigns with the status
 * `sent` only. Without a proof, a stored campaign that was sent stays as it is.
 */
const is_known = ({ status, sentDate, statistics }: Campaign): boolean =>
  status !== 'archive' || sentDate !== null || (statistics?.globalStats?.sent ?? 0) > 0

const identity = (one: Campaign, context: Pick<RowContext, 'unreadable'>) => {
  const state = state_of(statuses, one.status, context)
  const { status } = state
  const { scheduled_at, sent_at } = times_of(status, one.sentDate ?? one.scheduledAt)
  return {
    campaign_id: one.id,
    name: one.name,
    subject: one.subject ?? one.subjectA,
    preview_text: one.previewText,
    ...state,
    scheduled_at,
    // The stored time of a sent campaign stays when a later answer has none.
    ...(!(status === 'sent' && sent_at === null) && { sent_at }),
    changed_at: one.modifiedAt,
  }
}

/** Without this filter, lists have no archived campaigns (github.com/sendinblue/APIv3-php-library/issues/172, read 2026-11). */
const ARCHIVED = { status: 'archive', statistics: 'globalStats' }

export const campaigns = snapshot_stream({
  into: ['email_campaigns'],
  ...sweeps_unsent,
  every: '2h',
  async *read({ api }) {
    for (const query of [{}, ARCHIVED]) yield* api.pages(broadcast_pages(query))
  },
  rows: (one: Campaign, context) => {
    if (is_known(one)) return { email_campaigns: identity(one, context) }
    context.unreadable?.('archived broadcasts without a time of sending')
    return {}
  },
})

/** The day in UTC. '' for a campaign without a time. */
function sent_on({ sentDate, scheduledAt }: Campaign): string {
  const ms = Date.parse(sentDate ?? scheduledAt ?? '')
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10)
}

/** Read by the day of sending, so that older results, which cost a request each, come in the background. */
const results_of = (every: string, query_of: (days: { from: string; to: string }) => Query) =>
  window_stream({
    into: ['email_campaigns'],
    every,
    window: {
      // Accounts with more than ten years hardly exist.
      history_days: 3_650,
      history_source: 'no limit in the Swagger document, getEmailCampaigns (getbrevo/brevo-go, read 2026-11)',
      // Opens and clicks arrive for weeks after the sending.
      overlap_days: 30,
      slice_days: 90,
      of_instants: true,
    },
    async *read({ api, from, to }) {
      const listed_from = add_days(api.now().toISOString().slice(0, 10), -LISTED_DAYS)
      const older: Campaign[] = []
      const asked = { ...query_of({ from, to }), statistics: 'globalStats' }
      for await (const page of api.pages(broadcast_pages(asked))) {
        const within = page.filter((one) => sent_on(one) >= from && sent_on(one) <= to)
        yield within.filter((one) => sent_on(one) >= listed_from)
        older.push(...within.filter((one) => sent_on(one) < listed_from))
      }
      if (older.length > ONE_BY_ONE_MAX && from < to)
        throw new VendorRefusal('too_much', 'The days have too many campaigns for the limit of an hour.')
      for (const { id } of older) yield await whole_campaign(api, id)
    },
    rows: result_rows,
  })

export const results = results_of('1h', ({ from, to }) => ({
  startDate: `${from}T00:00:00.000Z`,
  endDate: `${to}T23:59:59.999Z`,
}))
// Archived campaigns cannot be filtered by day, and rarely change.
export const archived = results_of('1d', () => ARCHIVED)

function result_rows(one: Campaign, context: Pick<RowContext, 'unreadable'>): Rows<'email_campaigns'> {
  if (!is_known(one)) return {}
  const stats = one.statistics?.globalStats
  // A sent campaign was sent to somebody. Zeros stand for statistics that Brevo leaves out (developers.brevo.com/changelog/2023/2/7, and
  // github.com/sendinblue/APIv3-python-library/issues/97, read 2026-11).
  if (!stats?.sent) return { email_campaigns: identity(one, context) }
  const { softBounces, hardBounces } = stats
  const has_bounces = typeof softBounces === 'number' && typeof hardBounces === 'number'
  return {
    email_campaigns: {
      ...identity(one, context),
      recipients: count(stats.sent),
      delivered: count(stats.delivered),
      opens: count(stats.uniqueViews),
      clicks: count(stats.uniqueClicks),
      bounces: has_bounces ? count(softBounces + hardBounces) : null,
      unsubscribes: count(stats.unsubscriptions),
    },
  }
}

/** A campaign with all its statistics. Nothing, when it was deleted a moment ago. */
async function whole_campaign(api: Api, id: string): Promise<Campaign[]> {
  const request = { path: `/emailCampaigns/${id}`, query: { statistics: 'globalStats' }, pace: unlisted }
  const found = await api.call(or_null({ ...request, schema: campaign }))
  return found ? [found] : []
}

export const bodies = body_stream(identity, async function* (api) {
  const newest = { status: 'sent', sort: 'desc', limit: BODIES_MAX, excludeHtmlContent: false }
  const page = await first_page(api.pages(broadcast_pages(newest)))
  yield page.map((one) => ({ campaign: one, body_text: body_of(null, one.htmlContent) }))
})
