import { listed } from '#engine/lists.ts'
import { outside_text, own_text, platform_word } from '#engine/texts.ts'
import * as f from '#figures/index.ts'
import { total_field, with_total } from '#figures/sources/totals.ts'
import { broadcast_figures, broadcast_totals, by_broadcast } from '#figures/subjects/broadcasts.ts'
import { review } from '#tools/summary/review.ts'
import { email_sentence } from '#tools/summary/sentences.ts'

/** Number of campaigns in the list. The totals cover all campaigns. */
const CAMPAIGNS_MAX = 30

const broadcast = f.rows_by(
  { campaign_id: platform_word(), name: outside_text(), subject: outside_text().nullable(), sent_at: own_text() },
  broadcast_figures,
)
const campaigns = listed('campaigns', broadcast.row, 'query_email_campaigns lists all campaigns.')

export const revisar_email = review({
  about:
    'Broadcast email campaigns sent in the period with opens and clicks, against the period before, highest click rate first. Automated flows are not covered.',
  keywords: {
    es: 'revisión email marketing correo newsletter resumen rendimiento aperturas clics bajas rebotes salud de la lista de suscriptores ventas por correo',
    en: 'email marketing review newsletter overview performance open rate clicks unsubscribes bounces deliverability health of the mailing list sales from email',
    pt: 'revisão email marketing newsletter resumo desempenho aberturas cliques descadastros rejeições saúde da lista de inscritos vendas por e-mail',
  },
  scopes: ['crm:read'],
  fields: { currency: f.currency, ...broadcast_totals.compared_fields, ...campaigns.fields, ...total_field },
  parts: { all: { of: f.broadcasts }, each: { of: f.broadcasts, by: by_broadcast, is_compared: false } },
  shows({ all, each, shared }, { org: { currency } }, { current: window }) {
    const rows = broadcast
      .of(each.lines, currency)
      .sort((a, b) => (b.click_rate ?? -1) - (a.click_rate ?? -1) || (a.sent_at < b.sent_at ? 1 : -1))
    const totals = broadcast_totals.compared(all, currency)
    return {
      summary: email_sentence(totals, f.first_of_all(all, rows), {
        days: all.days.current,
        window,
        is_whole: shared.window.lacks === undefined,
      }),
      ...totals,
      ...with_total(campaigns.of(rows.slice(0, CAMPAIGNS_MAX), rows.length), all.current),
    }
  },
})
