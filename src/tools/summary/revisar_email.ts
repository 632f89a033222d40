import { sql } from 'kysely'
import { z } from 'zod'
import { type Exact, exact_ratio } from '#domain/exact.ts'
import { platforms_of } from '#domain/platforms.ts'
import { add_days, last_days, previous, start_of } from '#domain/windows.ts'
import { tool } from '#engine/tool.ts'
import { type Facts, type Figures, known, type Span, sum_facts } from '#figures/facts.ts'
import { sources_of } from '#figures/sources.ts'
import { is_counted } from '#figures/warehouse.ts'
import * as f from '#tools/fields.ts'

/** Campaigns listed; the totals cover all. */
const CAMPAIGNS_MAX = 30

/** Broadcasts on the day they were sent. */
const sent_facts = {
  from: ({ from, to, time_zone, counted }: Span) => sql`(
    select (sent_at at time zone ${time_zone})::date as date, * from email_campaigns
    where status = 'sent' and ${is_counted(counted, 'connection_id')}
      and sent_at >= ${start_of(from, time_zone)}::timestamptz
      and sent_at < ${start_of(add_days(to, 1), time_zone)}::timestamptz) f`,
  money: { revenue: sql`f.revenue_micros` },
  counts: {
    campaigns: sql`1`,
    recipients: sql`f.recipients`,
    delivered: sql`f.delivered`,
    opens: sql`f.opens`,
    clicks: sql`f.clicks`,
    unsubscribes: sql`f.unsubscribes`,
  },
} satisfies Facts
type SentFigures = Figures<'revenue', 'campaigns' | 'recipients' | 'delivered' | 'opens' | 'clicks' | 'unsubscribes'>

const campaign = z.strictObject({
  campaign_id: z.string(),
  name: z.string(),
  subject: z.string().nullable(),
  sent_at: z.string(),
  delivered: z.number(),
  opens: z.number(),
  clicks: z.number(),
  open_rate: z.number().nullable(),
  click_rate: z.number().nullable(),
})

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
  input: { days_back: f.days_back },
  result: {
    summary: f.text('What the figures mean.'),
    window: f.window,
    previous_window: f.previous_window,
    currency: f.currency,
    campaigns_sent: f.compared('Broadcasts sent.'),
    delivered: f.compared('Mails delivered.'),
    opens: f.compared('Recipients who opened, by campaign.'),
    clicks: f.compared('Recipients who clicked, by campaign.'),
    open_rate: f.compared('opens divided by delivered.'),
    click_rate: f.compared('clicks divided by delivered.'),
    unsubscribes: f.compared('Recipients who unsubscribed.'),
    revenue: f.compared('Sales the e-mail platform claims; no sales figure.'),
    campaigns: z.array(campaign),
    ...f.listing,
    ...f.provenance,
  },
  example: { days_back: 30 },
  async run({ days_back }, context) {
    const current = last_days(days_back, context.today)
    const before = previous(current)
    const { currency } = context.org
    const sources = await sources_of(context, { platforms: platforms_of('email'), tables: ['email_campaigns'] })
    const ask = { current, counted: sources.counted }
    const { lines, fx } = await sum_facts(context, sent_facts, { ...ask, previous: before })
    const now = known(sent_facts, lines[0]?.current, sources.zero_is_real(current))
    const then = known(sent_facts, lines[0]?.previous, sources.zero_is_real(before))
    const line = (unit: f.Unit, of: (figures: SentFigures) => Exact | null) =>
      f.compare(now && of(now), then && of(then), unit, currency)
    const by = {
      campaign_id: sql`f.campaign_id`,
      connection_id: sql`f.connection_id`,
      name: sql`f.name`,
      subject: sql`f.subject`,
      sent_at: sql`f.sent_at`,
    }
    const each = await sum_facts(context, sent_facts, { ...ask, by })
    const rows = each.lines
      .flatMap(({ key, current: of }) => (of ? [campaign_on_wire(key, of)] : []))
      .sort((a, b) => (b.click_rate ?? -1) - (a.click_rate ?? -1) || (a.sent_at < b.sent_at ? 1 : -1))
    const click_rate = line('ratio', ({ clicks, delivered }) => exact_ratio(clicks, delivered))
    const campaigns_sent = line('count', ({ campaigns }) => campaigns)
    return {
      summary: sentence(campaigns_sent, click_rate, rows[0]),
      window: f.window_on_wire(current, context),
      previous_window: f.window_on_wire(before, context),
      currency,
      campaigns_sent,
      delivered: line('count', ({ delivered }) => delivered),
      opens: line('count', ({ opens }) => opens),
      clicks: line('count', ({ clicks }) => clicks),
      open_rate: line('ratio', ({ opens, delivered }) => exact_ratio(opens, delivered)),
      click_rate,
      unsubscribes: line('count', ({ unsubscribes }) => unsubscribes),
      revenue: line('money', ({ revenue }) => revenue),
      ...f.listing_of(
        'campaigns',
        rows.slice(0, CAMPAIGNS_MAX),
        rows.length,
        'query_email_campaigns lists all campaigns.',
      ),
      ...sources.on_wire,
      notes: [...f.absent_note(sources, 'e-mail platform'), ...sources.notes(current), ...fx.notes(context)],
    }
  },
})

function campaign_on_wire(key: Record<string, string | null>, { delivered, opens, clicks }: SentFigures) {
  const count = (value: Exact) => f.number_of(value, 'count', '') ?? 0
  return {
    campaign_id: key.campaign_id ?? '',
    name: key.name ?? '',
    subject: key.subject ?? null,
    sent_at: key.sent_at ?? '',
    delivered: count(delivered),
    opens: count(opens),
    clicks: count(clicks),
    open_rate: f.ratio_or_null(exact_ratio(opens, delivered)),
    click_rate: f.ratio_or_null(exact_ratio(clicks, delivered)),
  }
}

function sentence(
  sent: ReturnType<typeof f.compare>,
  click_rate: ReturnType<typeof f.compare>,
  best: { name: string; click_rate: number | null } | undefined,
): string {
  if (sent.current === null) return 'No figures are known for this period; see notes.'
  if (sent.current === 0) return 'No broadcast was sent in this period.'
  const rate =
    click_rate.current === null
      ? ''
      : ` with a click rate of ${percent(click_rate.current)}${f.change_text(click_rate.change_percent)}`
  const first = best && best.click_rate !== null ? ` Best: '${best.name}' (${percent(best.click_rate)}).` : ''
  const against = click_rate.change_percent === null ? '' : 'Against the period before: '
  return `${against}${sent.current} ${sent.current === 1 ? 'broadcast' : 'broadcasts'} sent${rate}.${first}`
}

const percent = (rate: number) => `${Number((rate * 100).toFixed(2))}%`
