// The plan of email campaigns: two a week, and how many readers click. traffic.ts takes its visits from here.
import { add_days, days_between, hour_ms, start_of, weekday } from './calendar.ts'
import { chance } from './random.ts'
import type { Day, Mail, MailCampaign, MailList } from './types.ts'

/** What differs between the email accounts of the simulated businesses. */
export interface MailPlan {
  /** The platform, as in Tablero. */
  platform: string
  account: Mail['account']
  /** Newsletter, customers, abandoned carts. */
  lists: MailList[]
  /** The site of the shop, and the name that the platform has in links to it. */
  domain: string
  utm_source: string
  average_order_cents: number
}

const lists: MailList[] = [
  { id: 'Rt5Qx2', name: 'Boletín Casa Lumbre', created_at: Date.parse('2024-03-04T18:00:00Z') },
  { id: 'Wm8Zk4', name: 'Clientes', created_at: Date.parse('2024-03-11T18:00:00Z') },
  { id: 'Yb3Nd7', name: 'Carritos abandonados', created_at: Date.parse('2025-01-20T18:00:00Z') },
]

export const casa_lumbre: MailPlan = {
  platform: 'email_a',
  account: {
    id: 'CsLmb1',
    name: 'Casa Lumbre',
    currency: 'MXN',
    sender_name: 'Casa Lumbre',
    sender_email: 'hola@casalumbre.example',
  },
  lists,
  domain: 'casalumbre.example',
  utm_source: 'klaviyo',
  average_order_cents: 132_000,
}

const themes: [string, string, string][] = [
  ['Nueva colección', 'Recién salidas del taller', 'Piezas nuevas de barro, lana y madera.'],
  ['Historia de artesano', 'Quién teje tus tapetes', 'Una visita a Teotitlán del Valle.'],
  ['Más vendidos', 'Lo que todos se están llevando', 'Los favoritos de la semana, con envío gratis.'],
  ['Guía de luz', 'Cómo elegir luz cálida para tu sala', 'Tres ideas para que tu casa abrace.'],
  ['Oferta de la semana', '15 % en textiles hasta el domingo', 'Cojines y mantas con el código LUMBRE15.'],
  ['Cuidados', 'Tu tapete, como nuevo', 'Lo que sí y lo que no al limpiar lana.'],
  ['Regalos', 'El regalo que sí usan', 'Ideas desde $199, listas para entregar.'],
]

/** The business archives its campaigns after this time. */
const archived_after_days = 120

const send_days = [2, 5]
const send_hour = 10
const minute_ms = 60_000

/** Share of a campaign's clicks on the day of sending and on the days after. */
const click_days = [0.66, 0.24, 0.1]

const readers_since: Day = '2025-10-01'
/** Approximate number of recipients of a campaign on a day. Results count the profiles themselves. */
const readers_on = (day: Day): number => Math.max(250, 320 + 5.2 * days_between(readers_since, day))

interface CampaignNature {
  open_rate: number
  click_rate: number
}

export function nature_of(seed: number, slug: string): CampaignNature {
  const dice = chance(seed, 'mail', slug)
  return { open_rate: 0.37 * dice.wobble(0.14), click_rate: 0.026 * dice.wobble(0.3) }
}

const sends_on = (day: Day): boolean => send_days.includes(weekday(day))
const slug_of = (day: Day): string => `boletin-${day}`

export function campaign_of(
  { lists, domain, utm_source }: MailPlan,
  seed: number,
  day: Day,
  now: number,
): MailCampaign | null {
  if (!sends_on(day)) return null
  const send_at = start_of(day) + send_hour * hour_ms
  const created_at = send_at - chance(seed, 'mail made', day).whole(20, 70) * hour_ms
  const [theme, subject, preview_text] = chance(seed, 'theme', day).pick(themes)
  const sent = send_at <= now
  return {
    id: campaign_id(seed, day),
    name: `${theme} ${day}`,
    slug: slug_of(day),
    subject,
    preview_text,
    body_html: `<h1>${subject}</h1><p>${preview_text}</p><p><a href="https://${domain}/?utm_source=${utm_source}&utm_medium=email&utm_campaign=${slug_of(day)}">Ver en la tienda</a></p>`,
    list_ids: weekday(day) === 2 ? [lists[0]!.id, lists[1]!.id] : [lists[0]!.id],
    status: sent ? 'sent' : 'scheduled',
    is_archived: now - send_at > archived_after_days * 24 * hour_ms,
    variations: chance(seed, 'variations', day).yes(0.15) ? 2 : 1,
    created_at,
    updated_at: sent ? send_at + 5 * minute_ms : created_at + 30 * minute_ms,
    send_at,
  }
}

/** Ids in the email platform's format: 26 characters, of which the first ones encode the time. */
export function long_id(seed: number, ...names: string[]): string {
  const dice = chance(seed, 'id', ...names)
  const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  return `01J${Array.from({ length: 23 }, () => signs[dice.whole(0, 31)]).join('')}`
}
const campaign_id = (seed: number, day: Day): string => long_id(seed, 'campaign', day)

export function mail_visits(seed: number, day: Day): { slug: string; clicks: number }[] {
  return click_days.flatMap((part, back) => {
    const sent = add_days(day, -back)
    if (!sends_on(sent)) return []
    const slug = slug_of(sent)
    return [{ slug, clicks: Math.round(readers_on(sent) * nature_of(seed, slug).click_rate * 1.15 * part) }]
  })
}
