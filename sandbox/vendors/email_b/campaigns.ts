// Mailchimp's campaigns with their reports. A test of contents has a campaign and a report for each combination too, and emails of
// automations are among the campaigns.
import { createHash } from 'node:crypto'
import { utc_time } from '../../world/calendar.ts'
import type { Instant, Mail, MailCampaign, MailResult, World } from '../../world/types.ts'
import type { Json } from './api.ts'

export const hex = (text: string, length = 10) => createHash('md5').update(text).digest('hex').slice(0, length)
/** A number from 0 to `below` that depends on the text only. */
export const pick = (text: string, below: number) => Number.parseInt(hex(text, 8), 16) % below

interface Sent {
  id: string
  type: 'regular' | 'plaintext' | 'variate' | 'automation-email'
  parent_id?: string
  /** The share of the results: a half for each combination of a test. */
  share: number
  of: MailCampaign
}

const statuses: Record<MailCampaign['status'], string> = {
  draft: 'save',
  scheduled: 'schedule',
  sent: 'sent',
  cancelled: 'canceled',
}

/** Every second campaign goes to customers only, whose audience has the shop. */
const list_of = ({ list_ids }: MailCampaign) => list_ids.at(-1)!
export const shop_list = ({ lists }: Mail) => lists[1]!

/** Somebody turned the tracking of opens off. */
const is_untracked = ({ of }: Sent) => pick(of.slug, 12) === 0

export function all_campaigns({ mails, changes }: World): Sent[] {
  const sent = mails.email_b.campaigns().flatMap((of): Sent[] => {
    const id = hex(of.id)
    if (of.variations === 1) return [{ id, type: pick(of.slug, 6) === 0 ? 'plaintext' : 'regular', share: 1, of }]
    const combinations = [1, 2].map(
      (n): Sent => ({ id: hex(`${of.id}/${n}`), type: 'variate', parent_id: id, share: 0.5, of }),
    )
    return [{ id, type: 'variate', share: 1, of }, ...(of.status === 'sent' ? combinations : [])]
  })
  const welcome = sent.find(({ of }) => of.status === 'sent')
  const automatic: Sent[] = welcome ? [{ ...welcome, id: hex('welcome'), type: 'automation-email' }] : []
  return [...automatic, ...sent].filter(
    ({ id, parent_id }) => ![id, parent_id].some((one) => one && changes.is_removed(one)),
  )
}

export const created_at = ({ of }: Sent): Instant => of.created_at
export const sent_at = ({ of }: Sent): Instant => of.send_at

export function campaign_body(one: Sent, mail: Mail): Json {
  const { id, type, parent_id, of } = one
  const list = mail.lists.find((list) => list.id === list_of(of))!
  const is_test = type === 'variate'
  return {
    id,
    web_id: 13_531_140 + pick(id, 1_000_000),
    ...(parent_id && { parent_campaign_id: parent_id }),
    type,
    create_time: utc_time(of.created_at),
    archive_url: `http://eepurl.com/${id.slice(0, 6)}`,
    long_archive_url: `https://mailchi.mp/${id}/${of.slug}`,
    status: statuses[of.status],
    emails_sent: of.status === 'sent' ? Math.round(mail.results(of).recipients * one.share) : 0,
    send_time: of.status === 'draft' ? '' : utc_time(of.send_at),
    content_type: 'template',
    needs_block_refresh: false,
    resendable: of.status === 'sent',
    recipients: { list_id: list.id, list_is_active: true, list_name: list.name, segment_text: '', recipient_count: 0 },
    settings: {
      ...(!is_test && { subject_line: of.subject }),
      preview_text: of.preview_text,
      title: of.name,
      from_name: mail.account.sender_name,
      reply_to: mail.account.sender_email,
      use_conversation: false,
      to_name: '*|FNAME|*',
      folder_id: '',
      template_id: 145,
      drag_and_drop: true,
    },
    ...(is_test && { variate_settings: { subject_lines: [of.subject, `${of.subject} ✨`], winner_criteria: 'opens' } }),
    tracking: {
      opens: !is_untracked(one),
      html_clicks: true,
      text_clicks: false,
      goal_tracking: false,
      ecomm360: list.id === shop_list(mail).id,
      google_analytics: of.slug,
      clicktale: '',
    },
    delivery_status: { enabled: false },
  }
}

export function report_body(one: Sent, mail: Mail): Json {
  const { id, parent_id, of, share } = one
  // Reports call the combinations of a test by a word of their own (brandonseydel/MailChimp.Net pull request 550, 2021-07).
  const type = parent_id ? 'variate-child' : one.type
  const list = mail.lists.find((list) => list.id === list_of(of))!
  const result = Object.fromEntries(
    Object.entries(mail.results(of)).map(([name, value]) => [name, Math.round(value * share)]),
  ) as unknown as MailResult
  const opens = is_untracked(one) ? 0 : result.unique_opens
  const hard_bounces = Math.floor(result.bounced / 3)
  return {
    id,
    campaign_title: of.name,
    type,
    list_id: list.id,
    list_is_active: true,
    list_name: list.name,
    subject_line: of.subject,
    preview_text: of.preview_text,
    emails_sent: result.recipients,
    abuse_reports: result.spam_complaints,
    unsubscribed: result.unsubscribes,
    send_time: utc_time(of.send_at),
    bounces: { hard_bounces, soft_bounces: result.bounced - hard_bounces, syntax_errors: 0 },
    forwards: { forwards_count: 0, forwards_opens: 0 },
    opens: { opens_total: Math.round(opens * 1.4), unique_opens: opens, open_rate: rate(opens, result), last_open: '' },
    clicks: {
      clicks_total: result.clicks,
      // Of different links. A person who clicks two of them counts twice.
      unique_clicks: Math.round(result.unique_clicks * 1.4),
      unique_subscriber_clicks: result.unique_clicks,
      click_rate: rate(result.unique_clicks, result),
      last_click: '',
    },
    list_stats: { sub_rate: 0, unsub_rate: 0, open_rate: 31.5, click_rate: 2.1 },
    ecommerce: list.id === shop_list(mail).id ? orders_of(result, mail) : no_orders,
    delivery_status: { enabled: false },
  }
}

const rate = (part: number, { delivered }: MailResult) => (delivered ? part / delivered : 0)

/** What a report has of an audience without a shop. */
const no_orders = { total_orders: 0, total_spent: 0, total_revenue: 0, currency_code: 'USD' }

const orders_of = ({ orders, revenue_cents }: MailResult, { account }: Mail) => ({
  total_orders: orders,
  total_spent: revenue_cents / 100,
  // Without shipping and tax.
  total_revenue: Math.round(revenue_cents * 0.79) / 100,
  currency_code: account.currency,
})

export const content_body = ({ type, of }: Sent): Json => {
  const html = `<html><head><style>h1{color:#333}</style></head><body>${of.body_html}</body></html>`
  return type === 'variate'
    ? { variate_contents: [{ content_label: 'Contenido 1', plain_text: '', html }] }
    : { plain_text: type === 'plaintext' ? `${of.subject}\n\n${of.preview_text}` : '', html, archive_html: html }
}
