// Sentences of the reviews. Unknown figures are left out.
import type { Compared } from '#figures/figure.ts'
import { against_before, change_text, count_text, money_text, percent_text } from '#figures/wording.ts'

export function channel_sentence(
  line: (Record<'spend' | 'roas', Compared> & { platform: string }) | undefined,
  currency: string,
): string {
  if (!line || line.spend.current === null) return against_before([])
  const { platform, spend, roas } = line
  const spent = `${platform} ${money_text(line.spend.current, currency)} spent${change_text(spend.change_percent)}`
  return against_before([
    roas.current === null ? spent : `${spent}, ROAS ${roas.current}${change_text(roas.change_percent)}`,
  ])
}

export function email_sentence(
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

export const seo_sentence = (
  { clicks, position }: Record<'clicks' | 'position', Compared>,
  best: { query: string; clicks: number } | undefined,
): string =>
  clicks.current === null
    ? against_before([])
    : against_before([
        `${count_text(clicks.current)} clicks from organic search${change_text(clicks.change_percent)}`,
        position.current !== null && `average position ${position.current}`,
        best && `the query '${best.query}' brought the most, ${count_text(best.clicks)} clicks`,
      ])

export function store_sentence(
  { orders, revenue, carts }: Record<'orders' | 'revenue' | 'carts', Compared>,
  best: string | undefined,
  currency: string,
): string {
  if (revenue.current === null) return against_before([])
  const worth = `${money_text(revenue.current, currency)}${change_text(revenue.change_percent)}`
  return against_before([
    `${count_text(orders.current ?? 0)} orders worth ${worth}`,
    best && `'${best}' sold best`,
    carts.current ? `${money_text(carts.current, currency)} lies in abandoned carts` : null,
  ])
}
