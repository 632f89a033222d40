// Figures of broadcast email, in total and for each broadcast.
import { sql } from 'kysely'
import { count, figures, money, ratio } from '#figures/figure.ts'
import { beside } from '#figures/sums/unknown_rows.ts'

export const broadcast_totals = figures({
  campaigns_sent: count('Broadcasts sent.', 'campaigns'),
  delivered: count('Mails delivered.'),
  opens: count('Recipients who opened, by campaign.'),
  clicks: count('Recipients who clicked, by campaign.'),
  open_rate: ratio(
    'opens divided by delivered, of campaigns whose opens are known.',
    beside('opens', 'delivered'),
    beside('delivered', 'opens'),
  ),
  click_rate: ratio(
    'clicks divided by delivered, of campaigns whose clicks are known.',
    beside('clicks', 'delivered'),
    beside('delivered', 'clicks'),
  ),
  unsubscribes: count('Recipients who unsubscribed.'),
  revenue: money('Sales the email platform claims; no sales figure.'),
})

export const broadcast_figures = figures({
  delivered: count(),
  opens: count(),
  clicks: count(),
  open_rate: ratio(undefined, beside('opens', 'delivered'), beside('delivered', 'opens')),
  click_rate: ratio(undefined, beside('clicks', 'delivered'), beside('delivered', 'clicks')),
  revenue: money('Sales the email platform claims for it.'),
})

export const by_broadcast = {
  campaign_id: sql`f.campaign_id`,
  connection_id: sql`f.connection_id`,
  name: sql`f.name`,
  subject: sql`f.subject`,
  sent_at: sql`f.sent_at`,
}
