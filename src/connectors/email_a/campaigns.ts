import { micros } from '#domain/money.ts'
import { type RowContext, snapshot_stream } from '#engine/connector.ts'
import { BODIES_MAX, body_of, body_stream, count, type Status, state_of, sweeps_unsent, times_of } from '../email.ts'
import { first_page } from '../records.ts'
import { type Campaign, messages_answer, tracked_in } from './answers.ts'
import { campaign_pages, campaign_totals, every_campaign, paces, read_metrics } from './reading.ts'

const statuses: Record<string, Status> = {
  Draft: 'draft',
  'Preparing to schedule': 'scheduled',
  Scheduled: 'scheduled',
  'Queued without Recipients': 'scheduled',
  'Adding Recipients': 'sending',
  'Preparing to send': 'sending',
  Sending: 'sending',
  'Sending Segments': 'sending',
  Sent: 'sent',
  'Variations Sent': 'sent',
  Cancelled: 'cancelled',
  // It has at least not been sent.
  Unknown: 'draft',
}

/** 'Cancelled: No Recipients' and similar texts mean cancelled. */
const word_of = (text: string) => (text.startsWith('Cancelled') ? 'Cancelled' : text)

export const is_sent = ({ attributes }: Campaign): boolean => statuses[attributes.status] === 'sent'

const identity = ({ id, attributes }: Campaign, context: Pick<RowContext, 'unreadable'>) => ({
  campaign_id: id,
  name: attributes.name,
  ...state_of(statuses, word_of(attributes.status), context),
  changed_at: attributes.updated_at,
})

export const campaigns = snapshot_stream({
  into: ['email_campaigns'],
  ...sweeps_unsent,
  every: '1h',
  read: ({ api }) => every_campaign(api),
  rows: (campaign: Campaign, context) => {
    const { subject, preview_text } = campaign.messages[0]?.attributes.definition?.content ?? {}
    const of = identity(campaign, context)
    const send_time = campaign.attributes.send_time ?? null
    return {
      email_campaigns: {
        ...of,
        subject: subject || null,
        preview_text: preview_text || null,
        ...times_of(of.status, send_time),
      },
    }
  },
})

// A campaign's results grow for days after sending, although the campaign itself does not change.
export const results = snapshot_stream({
  into: ['email_campaigns'],
  // With nine conversion metrics, this is the most that the daily limit of reports allows.
  every: '2h',
  async *read({ api }) {
    const { named } = await read_metrics(api)
    const orders = named('Placed Order').map(({ id }) => id)
    const [clicks] = named('Clicked Email')
    if (orders.length === 0 && !clicks) return
    const totals = await campaign_totals(api, { orders, other: clicks?.id })
    for await (const page of every_campaign(api))
      yield page.flatMap((campaign) => {
        const values = totals.get(campaign.id)
        return values ? [{ campaign, values, has_orders: orders.length > 0 }] : []
      })
  },
  rows: ({ campaign, values, has_orders }, context) => ({
    email_campaigns: {
      ...identity(campaign, context),
      currency: context.account.currency,
      recipients: count(values.recipients),
      delivered: count(values.delivered),
      opens: tracked_in(campaign).opens ? count(values.opens_unique) : null,
      clicks: tracked_in(campaign).clicks ? count(values.clicks_unique) : null,
      bounces: count(values.bounced),
      unsubscribes: count(values.unsubscribes),
      conversions: has_orders ? (values.conversions ?? null) : null,
      revenue_micros:
        has_orders && typeof values.conversion_value === 'number' ? micros(values.conversion_value) : null,
    },
  }),
})

export const bodies = body_stream(identity, async function* (api) {
  const newest = campaign_pages({ status: 'Sent', sort: '-scheduled_at', size: BODIES_MAX })
  // Each body costs a call.
  for (const campaign of (await first_page(api.pages(newest))).filter(is_sent)) {
    const { included = [] } = await api.call({
      path: `/campaigns/${campaign.id}/campaign-messages`,
      query: { include: 'template' },
      pace: paces.campaigns,
      schema: messages_answer,
    })
    const template = included.find((one) => one !== null)
    yield [{ campaign, body_text: body_of(template?.attributes.text, template?.attributes.html) }]
  }
})
