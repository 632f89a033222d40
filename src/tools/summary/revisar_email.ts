import { z } from 'zod'
import { listed } from '#engine/lists.ts'
import { sentence } from '#engine/sentence.ts'
import { outside_text, own_text, platform_word } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { broadcast_figures, broadcast_totals, by_broadcast } from '#figures/broadcasts.ts'
import * as f from '#figures/index.ts'
import { email_sentence } from '#tools/summary/sentences.ts'

/** Number of campaigns in the list. The totals cover all campaigns. */
const CAMPAIGNS_MAX = 30

const campaigns = listed(
  'campaigns',
  z.strictObject({
    campaign_id: platform_word(),
    name: outside_text(),
    subject: outside_text().nullable(),
    sent_at: own_text(),
    ...broadcast_figures.fields,
  }),
  'query_email_campaigns lists all campaigns.',
)

export const revisar_email = tool({
  about:
    'Broadcast email campaigns sent in the period with opens and clicks, against the period before, highest click rate first. Automated flows are not covered.',
  keywords: {
    es: 'revisión email marketing correo newsletter resumen rendimiento aperturas clics bajas rebotes salud de la lista de suscriptores ventas por correo',
    en: 'email marketing review newsletter overview performance open rate clicks unsubscribes bounces deliverability health of the mailing list sales from email',
    pt: 'revisão email marketing newsletter resumo desempenho aberturas cliques descadastros rejeições saúde da lista de inscritos vendas por e-mail',
  },
  scopes: ['crm:read'],
  effect: 'read',
  input: { days_back: f.days_back },
  result: {
    summary: sentence('What the figures mean.'),
    ...f.year_period_fields,
    currency: f.currency,
    ...broadcast_totals.compared_fields,
    ...campaigns.fields,
    ...f.provenance,
  },
  example: { days_back: 30 },
  async run({ days_back }, context) {
    const { currency } = context.org
    const { all, each, shared } = await f.answer(
      context,
      f.with_year_before(f.last_days_compared(days_back, context)),
      {
        all: { of: f.broadcasts },
        each: { of: f.broadcasts, by: by_broadcast, is_compared: false },
      },
    )
    const rows = each.lines
      .map(({ key: { campaign_id, name, subject, sent_at }, ...line }) => ({
        campaign_id: campaign_id!,
        name: name!,
        subject,
        sent_at: sent_at!,
        ...broadcast_figures.values(line, currency),
      }))
      .sort((a, b) => (b.click_rate ?? -1) - (a.click_rate ?? -1) || (a.sent_at < b.sent_at ? 1 : -1))
    const shown = broadcast_totals.compared(all, currency)
    return {
      summary: email_sentence(shown, rows[0]),
      ...shown,
      ...campaigns.of(rows.slice(0, CAMPAIGNS_MAX), rows.length),
      ...shared,
    }
  },
})
