// The list of email campaigns.
import { sql } from 'kysely'
import { z } from 'zod'
import { exact_micros, integer, money_number, ratio } from '#domain/exact.ts'
import { count_of_all, listed } from '#engine/lists.ts'
import { outside_text, own_text, platform_word } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import { amount, count_field, ratio_field } from '#figures/figure.ts'
import { short_text } from '#lib/text.ts'

/** The answer contains the copy of emails that were sent in the last `BODY_DAYS` days, at most `BODY_CHARS_MAX` characters. */
export const BODY_DAYS = 30
export const BODY_CHARS_MAX = 1_000

const campaign = z.strictObject({
  campaign_id: platform_word(),
  platform: own_text(),
  name: outside_text(),
  subject: outside_text().nullable().describe('Subject line.'),
  status: platform_word(),
  sent_at: own_text().nullable().describe('When it was sent.'),
  scheduled_at: own_text().nullable().describe('When it is to be sent.'),
  sent: count_field('Recipients.'),
  delivered: count_field('Mails delivered.'),
  opens: count_field('Recipients who opened.'),
  clicks: count_field('Recipients who clicked.'),
  open_rate: ratio_field('opens divided by delivered.'),
  click_rate: ratio_field('clicks divided by delivered.'),
  unsubscribes: count_field('Recipients who unsubscribed.'),
  revenue: amount('Sales the email platform claims, in the campaign’s own currency.'),
  currency: platform_word().nullable().describe('Currency of revenue.'),
  body: outside_text()
    .nullable()
    .optional()
    .describe('Plain-text copy, truncated; null where none is kept or the email is older.'),
})
type Campaign = z.input<typeof campaign>

const shorter_campaign =
  (chars: number) =>
  (row: Campaign): Campaign => ({
    ...row,
    name: short_text(row.name, chars),
    subject: short_text(row.subject, chars),
    ...(row.body !== undefined && { body: short_text(row.body, chars) }),
  })

export const campaigns = listed('campaigns', campaign, 'Filter by status, or leave out include_body.', undefined, {
  short: {
    fields: ['campaign_id', 'name', 'subject', 'sent_at', 'sent', 'opens', 'clicks', 'revenue', 'currency'],
    differing: ['platform', 'status', 'scheduled_at', 'body'],
  },
  shorter: [shorter_campaign(300), shorter_campaign(80)],
})

interface CampaignFilter {
  connection_ids: readonly string[]
  status?: string
  include_body: boolean
  limit: number
}

/** Sent and scheduled campaigns, newest first. */
export async function newest_campaigns(
  { db, now }: Context,
  { connection_ids, status, include_body, limit }: CampaignFilter,
) {
  const found = await db
    .selectFrom('email_campaigns')
    .select(['campaign_id', 'platform', 'name', 'subject', 'status', 'sent_at', 'scheduled_at', 'recipients'])
    .select(['delivered', 'opens', 'clicks', 'unsubscribes', 'revenue_micros', 'currency'])
    .select(
      sql<
        string | null
      >`case when ${include_body} and sent_at > ${now.toISOString()}::timestamptz - make_interval(days => ${sql.lit(BODY_DAYS)})
        then left(body_text, ${sql.lit(BODY_CHARS_MAX)}) end`.as('body'),
    )
    .select(count_of_all)
    .where(sql<boolean>`connection_id = any(${connection_ids}::uuid[])`)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .orderBy(sql`coalesce(sent_at, scheduled_at, changed_at) desc nulls last`)
    .orderBy('campaign_id')
    .orderBy('connection_id')
    .limit(limit)
    .execute()
  return found.map(({ recipients, revenue_micros, body, ...row }) => ({
    ...row,
    sent: integer(recipients),
    delivered: integer(row.delivered),
    opens: integer(row.opens),
    clicks: integer(row.clicks),
    open_rate: ratio(row.opens, row.delivered),
    click_rate: ratio(row.clicks, row.delivered),
    unsubscribes: integer(row.unsubscribes),
    revenue: revenue_micros !== null && row.currency ? money_number(exact_micros(revenue_micros), row.currency) : null,
    ...(include_body && { body }),
  }))
}
