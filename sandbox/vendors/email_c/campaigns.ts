// Brevo's email campaigns. A list has statistics of the last six months only, and without the parameter `statistics` all are zero.

import { whole_number } from '../../json.ts'
import { day_ms, utc_time } from '../../world/calendar.ts'
import type { Instant, Mail, MailCampaign, MailResult, World } from '../../world/types.ts'

export type Json = Record<string, unknown>

const six_months_ms = 182 * day_ms

/** '2026-11-20T12:00:00.000Z' */
export const time = (at: Instant) => new Date(at).toISOString()

export interface Numbered extends MailCampaign {
  number: string
  type: 'classic' | 'trigger'
}

/** Digits before each number, which are not empty when ids are to be above 2^53. */
export const id_base = ({ lists }: Mail) => lists[0]!.id.slice(0, -3)

/** All campaigns with their numbers, oldest first. The first one is an email of an automation. */
export function all_campaigns({ mails: { email_c: mail }, changes }: World): Numbered[] {
  const made = mail.campaigns()
  const first = made.find(({ status }) => status === 'sent')
  const automatic = first
    ? [{ ...first, name: 'Bienvenida', number: `${id_base(mail)}100`, type: 'trigger' as const }]
    : []
  const broadcasts = made.map((one, n) => ({ ...one, number: `${id_base(mail)}${101 + n}`, type: 'classic' as const }))
  return [...automatic, ...broadcasts].filter(({ number }) => !changes.is_removed(number))
}

export const status_of = ({ status, is_archived }: MailCampaign): string =>
  status === 'sent'
    ? is_archived
      ? 'archive'
      : 'sent'
    : { draft: 'draft', scheduled: 'queued', cancelled: 'suspended' }[status]

interface Wanted {
  statistics: boolean
  has_html: boolean
  /** A list has statistics of events since this time only. */
  since: Instant
}

/** What lists have of a campaign that was sent before: no event of it is recent enough. */
export const listed_since = (now: Instant) => now - six_months_ms

export function campaign_body(one: Numbered, mail: Mail, { statistics, has_html, since }: Wanted): Json {
  const status = status_of(one)
  const has_numbers = statistics && one.status === 'sent' && one.send_at >= since
  const is_test = one.variations > 1
  return {
    id: whole_number(one.number),
    name: one.name,
    ...(is_test ? { subjectA: one.subject, subjectB: `${one.subject} 🌶` } : { subject: one.subject }),
    previewText: one.preview_text,
    type: one.type,
    status,
    ...(one.status === 'draft' ? {} : { scheduledAt: time(one.send_at) }),
    abTesting: is_test,
    testSent: false,
    header: '[DEFAULT_HEADER]',
    footer: '[DEFAULT_FOOTER]',
    sender: { name: mail.account.sender_name, id: 1, email: mail.account.sender_email },
    replyTo: mail.account.sender_email,
    toField: '',
    htmlContent: has_html ? `<html><body>${one.body_html}</body></html>` : '',
    tag: '',
    createdAt: utc_time(one.created_at),
    modifiedAt: utc_time(one.updated_at),
    inlineImageActivation: false,
    mirrorActive: false,
    ...(status === 'sent' && { sentDate: time(one.send_at) }),
    recipients: { lists: one.list_ids.map(whole_number), exclusionLists: [] },
    statistics: {
      globalStats: stats_of(has_numbers ? mail.results(one) : null),
      campaignStats: [],
      mirrorClick: 0,
      remaining: 0,
      linksStats: {},
      statsByDomain: {},
      statsByDevice: {},
      statsByBrowser: {},
    },
  }
}

function stats_of(result: MailResult | null) {
  const { recipients, delivered, bounced, opens, unique_opens, clicks, unique_clicks, unsubscribes, spam_complaints } =
    result ?? ({} as Partial<MailResult>)
  const hardBounces = Math.floor((bounced ?? 0) / 3)
  return {
    uniqueClicks: unique_clicks ?? 0,
    // All clicks, whatever the name says.
    clickers: clicks ?? 0,
    complaints: spam_complaints ?? 0,
    delivered: delivered ?? 0,
    sent: recipients ?? 0,
    softBounces: (bounced ?? 0) - hardBounces,
    hardBounces,
    uniqueViews: unique_opens ?? 0,
    trackableViews: Math.round((unique_opens ?? 0) * 0.7),
    unsubscriptions: unsubscribes ?? 0,
    viewed: opens ?? 0,
    deferred: 0,
  }
}
