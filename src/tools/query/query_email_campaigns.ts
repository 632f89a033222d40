import { sql } from 'kysely'
import { z } from 'zod'
import { exact_micros, integer, money_number, ratio } from '#domain/exact.ts'
import { count_of_all, limit, listed } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import { sources_today } from '#figures/answer.ts'
import { amount, count_field, ratio_field } from '#figures/figure.ts'
import { broadcasts } from '#figures/groups.ts'
import { provenance } from '#figures/provenance.ts'

/** Copy is given for mails sent within so many days, and at most so many letters of it. */
const BODY_DAYS = 30
const BODY_CHARS_MAX = 1_000

const campaigns = listed(
  'campaigns',
  z.strictObject({
    campaign_id: z.string(),
    platform: z.string(),
    name: z.string(),
    subject: z.string().nullable().describe('Subject line.'),
    status: z.string(),
    sent_at: z.string().nullable().describe('When it was sent.'),
    scheduled_at: z.string().nullable().describe('When it is to be sent.'),
    sent: count_field('Recipients.'),
    delivered: count_field('Mails delivered.'),
    opens: count_field('Recipients who opened.'),
    clicks: count_field('Recipients who clicked.'),
    open_rate: ratio_field('opens divided by delivered.'),
    click_rate: ratio_field('clicks divided by delivered.'),
    unsubscribes: count_field('Recipients who unsubscribed.'),
    revenue: amount('Sales the e-mail platform claims, in the campaign’s own currency.'),
    currency: z.string().nullable().describe('Currency of revenue.'),
    body: z
      .string()
      .nullable()
      .optional()
      .describe('Plain-text copy, truncated; null where none is kept or the mail is older.'),
  }),
  'Filter by status, or leave out include_body.',
)

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
    limit: limit(50),
    status: z.enum(['draft', 'scheduled', 'sending', 'sent']).optional().describe('Only campaigns in this state.'),
    include_body: z
      .boolean()
      .default(false)
      .describe(`Adds the copy of mails sent within ${BODY_DAYS} days, at most ${BODY_CHARS_MAX} letters each.`),
  },
  result: { ...campaigns.fields, ...provenance },
  example: { status: 'sent', limit: 10 },
  async run({ limit, status, include_body }, context) {
    const { connection_ids, shared } = await sources_today(context, broadcasts)
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
      .select(count_of_all)
      .where(sql<boolean>`connection_id = any(${connection_ids}::uuid[])`)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
      .orderBy(sql`coalesce(sent_at, scheduled_at, changed_at) desc nulls last`)
      .orderBy('campaign_id')
      .limit(limit)
      .execute()
    const rows = found.map(({ recipients, revenue_micros, body, ...row }) => ({
      ...row,
      sent: integer(recipients),
      delivered: integer(row.delivered),
      opens: integer(row.opens),
      clicks: integer(row.clicks),
      open_rate: ratio(row.opens, row.delivered),
      click_rate: ratio(row.clicks, row.delivered),
      unsubscribes: integer(row.unsubscribes),
      revenue:
        revenue_micros !== null && row.currency ? money_number(exact_micros(revenue_micros), row.currency) : null,
      ...(include_body ? { body } : {}),
    }))
    return { ...campaigns.of_counted(rows), ...shared }
  },
})
