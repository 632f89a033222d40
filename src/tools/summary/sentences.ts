// Sentences of the reviews. Unknown figures are left out.
import type { Compared } from '#figures/figure.ts'
import { against_before, change_of } from '#figures/wording.ts'
import { as_money, as_percent, as_ratio, type Message, message, quoted, sentences } from '#messages/message.ts'

export function channel_sentence(
  line: (Record<'spend' | 'roas', Compared> & { platform: string }) | undefined,
  currency: string,
): Message {
  if (!line || line.spend.current === null) return against_before([])
  const { platform, spend, roas } = line
  const spent = {
    platform,
    amount: as_money(line.spend.current, currency),
    change: change_of(spend.change_percent),
  }
  return against_before([
    roas.current === null
      ? message('channel.spent', spent)
      : message('channel.spent_roas', {
          ...spent,
          roas: as_ratio(roas.current),
          roas_change: change_of(roas.change_percent),
        }),
  ])
}

export function email_sentence(
  {
    campaigns_sent: { current: count },
    click_rate: { current: rate, change_percent },
  }: Record<'campaigns_sent' | 'click_rate', Compared>,
  best: { name: string; click_rate: number | null } | undefined,
  is_known = true,
): Message {
  if (count === null) return against_before([])
  if (count === 0) return message(is_known ? 'email.none' : 'email.none_known')
  const sent =
    rate === null
      ? message('email.sent', { count })
      : message('email.sent_clicked', { count, rate: as_percent(rate * 100), change: change_of(change_percent) })
  return sentences(
    change_percent === null ? message('sentence', { text: sent }) : against_before([sent]),
    best &&
      best.click_rate !== null &&
      message('email.best', { name: quoted(best.name), rate: as_percent(best.click_rate * 100) }),
  )
}

export const seo_sentence = (
  { clicks, position }: Record<'clicks' | 'position', Compared>,
  best: { query: string; clicks: number } | undefined,
): Message =>
  clicks.current === null
    ? against_before([])
    : against_before([
        message('seo.clicks', { count: clicks.current, change: change_of(clicks.change_percent) }),
        position.current !== null && message('seo.position', { position: as_ratio(position.current) }),
        best && message('seo.best', { query: quoted(best.query), count: best.clicks }),
      ])

export function store_sentence(
  { orders, revenue, carts }: Record<'orders' | 'revenue' | 'carts', Compared>,
  best: string | undefined,
  currency: string,
): Message {
  if (revenue.current === null) return against_before([])
  return against_before([
    message('store.orders', {
      count: orders.current ?? 0,
      amount: as_money(revenue.current, currency),
      change: change_of(revenue.change_percent),
    }),
    best !== undefined && message('store.best', { product: quoted(best) }),
    carts.current ? message('store.carts', { amount: as_money(carts.current, currency) }) : null,
  ])
}
