import { type Api, type Query, snapshot_stream } from '#engine/connector.ts'
import { BODIES_MAX, body_of, body_stream, count, type Status, state_of, sweeps_unsent, times_of } from '../email.ts'
import { lenient } from '../lenient.ts'
import { all_of, field_paths, first_page } from '../records.ts'
import { type Campaign, campaign, content_answer, report, store } from './answers.ts'
import { list_of } from './lists.ts'

const statuses: Readonly<Record<string, Status>> = {
  save: 'draft',
  paused: 'draft',
  schedule: 'scheduled',
  sending: 'sending',
  sent: 'sent',
  archived: 'sent',
  canceling: 'cancelled',
  canceled: 'cancelled',
}

/** Kinds of campaigns. False: emails of automations and combinations of tests, which are no broadcasts of their own. */
const kinds: Readonly<Record<string, boolean>> = {
  regular: true,
  plaintext: true,
  absplit: true,
  variate: true,
  // One combination of a test (brandonseydel/MailChimp.Net pull request 550, 2021-07).
  'variate-child': false,
  rss: true,
  auto: false,
  automation: false,
  'automation-email': false,
}

/**
 * A campaign with a parent repeats emails of the parent: those of one combination of a test. Only a feed's emails are campaigns
 * of their own, and the feed itself is never sent.
 */
const is_repeated = ({ type, parent_campaign_id }: Campaign) => parent_campaign_id !== null && type !== 'rss'
const is_broadcast = (campaign: Campaign) => kinds[campaign.type] === true && !is_repeated(campaign)

const campaign_pages = (query: Query = { sort_field: 'create_time', sort_dir: 'ASC' }) =>
  list_of('/campaigns', 'campaigns', campaign, query)

const identity = (campaign: Campaign, context: Parameters<typeof state_of>[2]) => {
  const { id, settings, variate_settings, ab_split_opts, send_time } = campaign
  const state = state_of(statuses, campaign.status, context)
  return {
    campaign_id: id,
    name: settings?.title ?? settings?.subject_line ?? id,
    subject: settings?.subject_line ?? variate_settings?.subject_lines?.[0] ?? ab_split_opts?.subject_a ?? null,
    preview_text: settings?.preview_text ?? null,
    ...state,
    ...times_of(state.status, send_time),
  }
}

export const campaigns = snapshot_stream({
  into: ['email_campaigns'],
  ...sweeps_unsent,
  every: '1h',
  read: ({ api }) => api.pages(campaign_pages()),
  rows: (campaign: Campaign, context) => {
    if (kinds[campaign.type] === undefined) context.unreadable?.('kinds of campaigns')
    return is_broadcast(campaign) ? { email_campaigns: identity(campaign, context) } : {}
  },
})

// Opens arrive for weeks after the sending, although the campaign itself does not change.
export const results = snapshot_stream({
  into: ['email_campaigns'],
  every: '1h',
  async *read({ api }) {
    const listed = await all_of(api.pages(campaign_pages()))
    const broadcasts = new Map(listed.filter(is_broadcast).map((one) => [one.id, one]))
    const shops = await audiences_with_shop(api)
    for await (const page of api.pages(list_of('/reports', 'reports', report)))
      yield page.flatMap((one) => {
        const of = broadcasts.get(one.id)
        return of ? [{ campaign: of, report: one, has_shop: shops.has(one.list_id) }] : []
      })
  },
  rows: ({ campaign, report, has_shop }, context) => {
    const { emails_sent, unsubscribed, bounces, opens, clicks, ecommerce } = report
    const { tracking } = campaign
    const read = lenient(context)
    const bounced = (bounces?.hard_bounces ?? 0) + (bounces?.soft_bounces ?? 0) + (bounces?.syntax_errors ?? 0)
    const currency = read.currency(ecommerce?.currency_code, 'currencies of broadcasts')
    // Without a shop, zero orders means that nobody counts them. An amount in an unknown currency is unknown too.
    const has_orders = has_shop || (ecommerce?.total_orders ?? 0) > 0
    const is_clicked = tracking?.html_clicks !== false || tracking?.text_clicks !== false
    return {
      email_campaigns: {
        ...identity(campaign, context),
        currency,
        recipients: count(emails_sent),
        delivered: count(bounces && typeof emails_sent === 'number' ? emails_sent - bounced : null),
        // Without tracking, zero opens means that nobody counts them.
        opens: tracking?.opens === false ? null : count(opens?.unique_opens),
        clicks: is_clicked ? count(clicks?.unique_subscriber_clicks) : null,
        bounces: bounces ? count(bounced) : null,
        unsubscribes: count(unsubscribed),
        conversions: has_orders ? (ecommerce?.total_orders ?? null) : null,
        revenue_micros:
          has_orders && currency ? read.amount(ecommerce?.total_revenue, 'revenues of broadcasts', currency) : null,
      },
    }
  },
})

/** The audiences whose orders a connected shop reports. */
async function audiences_with_shop(api: Api): Promise<Set<string | null>> {
  const stores = await all_of(api.pages(list_of('/ecommerce/stores', 'stores', store)))
  return new Set(stores.flatMap(({ list_id }) => list_id ?? []))
}

const newest_first = (one: Campaign, other: Campaign) => (other.send_time ?? '').localeCompare(one.send_time ?? '')

export const bodies = body_stream(identity, async function* (api) {
  // More than the wanted number, because emails of automations are among them.
  const newest = { status: 'sent', sort_field: 'send_time', sort_dir: 'DESC', count: 5 * BODIES_MAX }
  const page = await first_page(api.pages(campaign_pages(newest)))
  for (const of of page.filter(is_broadcast).toSorted(newest_first).slice(0, BODIES_MAX)) {
    const { plain_text, html, variate_contents } = await api.call({
      path: `/campaigns/${of.id}/content`,
      query: { fields: field_paths(content_answer).join() },
      schema: content_answer,
      // A campaign that was deleted a moment ago.
      if_not_found: () => content_answer.parse({}),
    })
    const first = variate_contents?.[0]
    yield [{ campaign: of, body_text: body_of(plain_text ?? first?.plain_text, html ?? first?.html) }]
  }
})
