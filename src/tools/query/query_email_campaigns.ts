import { sql } from 'kysely'
import { z } from 'zod'
import { exact_micros, money_number, ratio } from '#domain/exact.ts'
import { platforms_of } from '#domain/platforms.ts'
import { tool } from '#engine/tool.ts'
import { sources_of } from '#figures/sources.ts'
import * as f from '#tools/fields.ts'

/** Copy is given for mails sent within so many days, and at most so many letters of it. */
const BODY_DAYS = 30
const BODY_CHARS_MAX = 1_000

const campaign = z.strictObject({
  campaign_id: z.string(),
  platform: z.string(),
  name: z.string(),
  subject: f.optional_text('Subject line.'),
  status: z.string(),
  sent_at: f.optional_text('When it was sent.'),
  scheduled_at: f.optional_text('When it is to be sent.'),
  sent: f.count_field('Recipients.'),
  delivered: f.count_field('Mails delivered.'),
  opens: f.count_field('Recipients who opened.'),
  clicks: f.count_field('Recipients who clicked.'),
  open_rate: f.ratio_field('opens divided by delivered.'),
  click_rate: f.ratio_field('clicks divided by delivered.'),
  unsubscribes: f.count_field('Recipients who unsubscribed.'),
  revenue: f.amount('Sales the e-mail platform claims, in the campaign’s own currency.'),
  currency: f.optional_text('Currency of revenue.'),
  body: z
    .string()
    .nullable()
    .optional()
    .describe('Plain-text copy, truncated; null where none is kept or the mail is older.'),
})

export const query_email_campaigns = tool({
  about:
    'E-mail campaigns with subject, recipients, opens and clicks, newest first. include_body adds truncated plain-text copy of recently sent ones.',
  keywords: {
    es: 'campañas de correo boletín newsletter mails enviados aperturas clics asunto destinatarios borradores programados texto',
    en: 'newsletter mailing sent emails open rate subject lines scheduled drafts copy',
    pt: 'campanhas de e-mail boletim newsletter e-mails enviados aberturas cliques assunto destinatários rascunhos agendados texto',
  },
  scopes: ['crm:read'],
  effect: 'read',
  input: {
    limit: f.limit(50),
    status: z.enum(['draft', 'scheduled', 'sending', 'sent']).optional().describe('Only campaigns in this state.'),
    include_body: z
      .boolean()
      .default(false)
      .describe(`Adds the copy of mails sent within ${BODY_DAYS} days, at most ${BODY_CHARS_MAX} letters each.`),
  },
  result: { campaigns: z.array(campaign), ...f.listing, ...f.provenance },
  example: { status: 'sent', limit: 10 },
  async run({ limit, status, include_body }, context) {
    const sources = await sources_of(context, { platforms: platforms_of('email'), tables: ['email_campaigns'] })
    const found = await context.db
      .selectFrom('email_campaigns')
      .select(['campaign_id', 'platform', 'name', 'subject', 'status', 'sent_at', 'scheduled_at', 'recipients'])
      .select(['delivered', 'opens', 'clicks', 'unsubscribes', 'revenue_micros', 'currency'])
      .select(
        sql<
          string | null
        >`case when ${include_body} and sent_at > ${context.now.toISOString()}::timestamptz - make_interval(days => ${sql.lit(BODY_DAYS)})
          then left(body_text, ${sql.lit(BODY_CHARS_MAX)}) end`.as('body'),
      )
      .select(sql<bigint>`count(*) over ()`.as('total'))
      .where(sql<boolean>`connection_id = any(${sources.counted.connection_ids}::uuid[])`)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
      .orderBy(sql`coalesce(sent_at, scheduled_at, changed_at) desc nulls last`)
      .orderBy('campaign_id')
      .limit(limit)
      .execute()
    const rows = found.map(({ total: _, recipients, revenue_micros, body, ...row }) => ({
      ...row,
      sent: f.integer(recipients),
      delivered: f.integer(row.delivered),
      opens: f.integer(row.opens),
      clicks: f.integer(row.clicks),
      open_rate: ratio(row.opens, row.delivered),
      click_rate: ratio(row.clicks, row.delivered),
      unsubscribes: f.integer(row.unsubscribes),
      revenue:
        revenue_micros !== null && row.currency ? money_number(exact_micros(revenue_micros), row.currency) : null,
      ...(include_body ? { body } : {}),
    }))
    return {
      ...f.listing_of('campaigns', rows, found[0]?.total ?? 0, 'Filter by status, or leave out include_body.'),
      ...sources.on_wire,
      notes: [...f.absent_note(sources, 'e-mail platform'), ...sources.notes(f.until_today(context))],
    }
  },
})
