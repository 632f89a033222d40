import { sql } from 'kysely'
import { z } from 'zod'
import { listed } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import { answer } from '#figures/answer.ts'
import { type Compared, certain_count, count, figures, money, ratio } from '#figures/figure.ts'
import { broadcasts } from '#figures/groups.ts'
import { compared_period_fields, currency, days_back, last_days_compared } from '#figures/period.ts'
import { provenance } from '#figures/provenance.ts'
import { against_before, change_text, percent_text } from '#figures/wording.ts'

/** Campaigns listed; the totals cover all. */
const CAMPAIGNS_MAX = 30

const totals = figures({
  campaigns_sent: count('Broadcasts sent.', 'campaigns'),
  delivered: count('Mails delivered.'),
  opens: count('Recipients who opened, by campaign.'),
  clicks: count('Recipients who clicked, by campaign.'),
  open_rate: ratio('opens divided by delivered.', 'opens', 'delivered'),
  click_rate: ratio('clicks divided by delivered.', 'clicks', 'delivered'),
  unsubscribes: count('Recipients who unsubscribed.'),
  revenue: money('Sales the e-mail platform claims; no sales figure.'),
})

const of_campaign = figures({
  delivered: certain_count(),
  opens: certain_count(),
  clicks: certain_count(),
  open_rate: ratio(undefined, 'opens', 'delivered'),
  click_rate: ratio(undefined, 'clicks', 'delivered'),
})

const campaigns = listed(
  'campaigns',
  z.strictObject({
    campaign_id: z.string(),
    name: z.string(),
    subject: z.string().nullable(),
    sent_at: z.string(),
    ...of_campaign.fields,
  }),
  'query_email_campaigns lists all campaigns.',
)

const columns = ['campaign_id', 'connection_id', 'name', 'subject', 'sent_at'] as const
const by_broadcast = Object.fromEntries(columns.map((column) => [column, sql.ref(`f.${column}`)])) as Record<
  (typeof columns)[number],
  ReturnType<typeof sql.ref>
>

export const revisar_email = tool({
  about:
    'Broadcast e-mail campaigns sent in the period with opens and clicks, against the period before, highest click rate first. Automated flows are not covered.',
  keywords: {
    es: 'revisar email marketing correo rendimiento aperturas clics bajas rebotes lista salud suscriptores ventas',
    en: 'email marketing review health deliverability bounces unsubscribes open click rates list',
    pt: 'revisar e-mail marketing desempenho aberturas cliques descadastros rejeições lista saúde inscritos vendas',
  },
  scopes: ['crm:read'],
  effect: 'read',
  input: { days_back },
  result: {
    summary: z.string().describe('What the figures mean.'),
    ...compared_period_fields,
    currency,
    ...totals.compared_fields,
    ...campaigns.fields,
    ...provenance,
  },
  example: { days_back: 30 },
  async run({ days_back }, context) {
    const { currency } = context.org
    const { all, each, shared } = await answer(context, last_days_compared(days_back, context), {
      all: { of: broadcasts },
      each: { of: broadcasts, by: by_broadcast, is_compared: false },
    })
    const rows = each.lines
      .map(({ key: { campaign_id, name, subject, sent_at }, ...line }) => ({
        campaign_id: campaign_id!,
        name: name!,
        subject,
        sent_at: sent_at!,
        ...of_campaign.values(line, currency),
      }))
      .sort((a, b) => (b.click_rate ?? -1) - (a.click_rate ?? -1) || (a.sent_at < b.sent_at ? 1 : -1))
    const shown = totals.compared(all, currency)
    return {
      summary: sentence(shown, rows[0]),
      ...shown,
      ...campaigns.of(rows.slice(0, CAMPAIGNS_MAX), rows.length),
      ...shared,
    }
  },
})

function sentence(
  {
    campaigns_sent: { current: sent },
    click_rate: { current: rate, change_percent },
  }: Record<'campaigns_sent' | 'click_rate', Compared>,
  best: { name: string; click_rate: number | null } | undefined,
): string {
  if (sent === null) return against_before([])
  if (sent === 0) return 'No broadcast was sent in this period.'
  const with_rate = rate === null ? '' : ` with a click rate of ${percent_text(rate)}${change_text(change_percent)}`
  const what = `${sent} ${sent === 1 ? 'broadcast' : 'broadcasts'} sent${with_rate}`
  const first = best && best.click_rate !== null ? ` Best: '${best.name}' (${percent_text(best.click_rate)}).` : ''
  return `${change_percent === null ? `${what}.` : against_before([what])}${first}`
}
