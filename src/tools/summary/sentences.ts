// Sentences of the reviews. Unknown figures are left out, and those that end before the window have their last day.
import type { Window } from '#domain/windows.ts'
import type { Compared } from '#figures/figure.ts'
import type { Days } from '#figures/sources/summed_days.ts'
import { against_before, change_of, up_to } from '#figures/wording.ts'
import { as_money, as_percent, as_ratio, type Message, message, quoted, sentences } from '#messages/message.ts'

/** The days that figures sum, and the window that was asked for. */
interface Summed {
  days: Days | null
  window: Pick<Window, 'to'>
}

export function channel_sentence(
  line: (Record<'spend' | 'roas', Compared> & { platform: string }) | undefined,
  currency: string,
  { days, window }: Summed,
): Message {
  if (!line || line.spend.current === null) return against_before([])
  const { platform, spend, roas } = line
  const spent = {
    platform,
    amount: as_money(line.spend.current, currency),
    change: change_of(spend.change_percent),
  }
  const all =
    roas.current === null
      ? message('channel.spent', spent)
      : message('channel.spent_roas', {
          ...spent,
          roas: as_ratio(roas.current),
          roas_change: change_of(roas.change_percent),
        })
  return against_before([up_to(days, window, all)])
}

export function email_sentence(
  {
    campaigns_sent: { current: count },
    click_rate: { current: rate, change_percent },
  }: Record<'campaigns_sent' | 'click_rate', Compared>,
  best: { name: string; click_rate: number | null } | undefined,
  { days, window, is_whole }: Summed & { is_whole: boolean },
): Message {
  if (count === null) return against_before([])
  if (count === 0) return message(is_whole ? 'email.none' : 'email.none_known')
  const sent = up_to(
    days,
    window,
    rate === null
      ? message('email.sent', { count })
      : message('email.sent_clicked', { count, rate: as_percent(rate * 100), change: change_of(change_percent) }),
  )
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
  { days, window }: Summed,
): Message =>
  clicks.current === null
    ? against_before([])
    : against_before([
        up_to(days, window, message('seo.clicks', { count: clicks.current, change: change_of(clicks.change_percent) })),
        position.current !== null && message('seo.position', { position: as_ratio(position.current) }),
        best && message('seo.best', { query: quoted(best.query), count: best.clicks }),
      ])

export function store_sentence(
  { orders, revenue, carts }: Record<'orders' | 'revenue' | 'carts', Compared>,
  best: string | undefined,
  currency: string,
  { days, cart_days, window }: Summed & { cart_days: Days | null },
): Message {
  if (revenue.current === null) return against_before([])
  return against_before([
    up_to(
      days,
      window,
      message('store.orders', {
        count: orders.current ?? 0,
        amount: as_money(revenue.current, currency),
        change: change_of(revenue.change_percent),
      }),
    ),
    best !== undefined && message('store.best', { product: quoted(best) }),
    carts.current
      ? up_to(cart_days, window, message('store.carts', { amount: as_money(carts.current, currency) }))
      : null,
  ])
}
