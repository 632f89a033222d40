// Web analytics: the visits of traffic.ts and most of their orders, as a tag in the page counts them.
import { counted_at, day_of, days_between, elapsed } from './calendar.ts'
import { chance } from './random.ts'
import type { LiveShop } from './shop.ts'
import type { Channel, Traffic } from './traffic.ts'
import type { Changes, Day, PageFact, SessionFact, Web } from './types.ts'

interface WebOptions {
  seed: number
  now(): number
  first_day: Day
  traffic: Traffic
  shop: LiveShop
  changes: Changes
}

/** Share of orders that the tag misses, because of blocked scripts or closed tabs. */
const missed_share = 0.07
/** Shares of the figures of today and yesterday that are already counted. */
const fresh_part = [0.97, 0.98]

type Device = Exclude<SessionFact['device'], 'smart tv'>

const devices: { device: Device; part: number }[] = [
  { device: 'mobile', part: 0.71 },
  { device: 'desktop', part: 0.26 },
  { device: 'tablet', part: 0.03 },
]

const pages: [string, string, number][] = [
  ['/', 'Casa Lumbre | Hecho a mano en México', 0.3],
  ['/collections/velas', 'Velas y aromas', 0.13],
  ['/collections/iluminacion', 'Lámparas', 0.12],
  ['/collections/tapetes', 'Tapetes de lana', 0.1],
  ['/collections/vajilla', 'Vajilla', 0.08],
  ['/collections/textil', 'Cojines y mantas', 0.08],
  ['/collections/macetas', 'Macetas', 0.06],
  ['/collections/cocina', 'Cocina', 0.05],
  ['/collections/regalos', 'Regalos', 0.05],
  ['/cart', 'Carrito', 0.11],
  ['/checkout', 'Pagar', 0.05],
  ['/blogs/guias/como-curar-un-molcajete', 'Cómo curar un molcajete', 0.05],
  ['/blogs/guias/como-limpiar-un-tapete-de-lana', 'Cómo limpiar un tapete de lana', 0.04],
  ['/blogs/guias/iluminacion-calida', 'Luz cálida o fría', 0.03],
  ['/pages/envios', 'Envíos', 0.03],
  ['/pages/opiniones', 'Opiniones', 0.02],
]

export function create_web({ seed, now, first_day, traffic, shop, changes }: WebOptions): Web {
  const counted = (day: Day): number => {
    const age = days_between(day, day_of(now()))
    if (age < 0 || day < first_day) return 0
    return elapsed(day, counted_at(now())) * (fresh_part[age] ?? 1) * changes.factor('gx_analytics', day)
  }

  return {
    property: {
      id: '345678901',
      name: 'Casa Lumbre',
      account_id: '98765432',
      account_name: 'Casa Lumbre',
      currency: 'MXN',
    },
    sessions(day) {
      const part = counted(day)
      if (part === 0) return []
      const bought = noticed(seed, day, shop)
      return traffic(day).flatMap((channel, at) =>
        devices.flatMap(({ device, part: share }) => {
          const sessions = Math.round(channel.sessions * share * part)
          const sales = bought.get(channel)?.get(device) ?? { purchases: 0, revenue_cents: 0 }
          if (sessions === 0 && sales.purchases === 0) return []
          return [session_fact(seed, day, channel, at, device, Math.max(sessions, sales.purchases), sales)]
        }),
      )
    },
    pages(day) {
      const part = counted(day)
      if (part === 0) return []
      const visits = traffic(day).reduce((sum, channel) => sum + channel.sessions, 0) * part
      return pages.map(([path, title, share], at) => page_fact(seed, day, path, title, visits * share, at))
    },
  }
}

type Sales = Map<Device, { purchases: number; revenue_cents: number }>

/** The day's orders that the tag counted, by channel. */
function noticed(seed: number, day: Day, shop: LiveShop): Map<Channel, Sales> {
  const found = new Map<Channel, Sales>()
  for (const { order, channel } of shop.whole(day)) {
    const dice = chance(seed, 'noticed', order.id)
    if (!channel || dice.yes(missed_share)) continue
    const { device } = devices[dice.weighted([0.6, 0.37, 0.03])]!
    const sales: Sales = found.get(channel) ?? new Map()
    const before = sales.get(device) ?? { purchases: 0, revenue_cents: 0 }
    sales.set(device, { purchases: before.purchases + 1, revenue_cents: before.revenue_cents + order.total_cents })
    found.set(channel, sales)
  }
  return found
}

function session_fact(
  seed: number,
  day: Day,
  { source, medium, campaign, country }: Channel,
  at: number,
  device: Device,
  sessions: number,
  sales: { purchases: number; revenue_cents: number },
): SessionFact {
  const dice = chance(seed, 'session', day, at, device)
  const users = Math.max(1, Math.round(sessions * dice.between(0.8, 0.9)))
  const engaged_sessions = Math.round(sessions * dice.between(0.5, 0.68))
  const page_views = Math.max(sessions, Math.round(sessions * dice.between(2.6, 3.9)))
  return {
    day,
    source,
    medium,
    campaign,
    // Some visitors hide their country, and some visits come from televisions.
    device: device === 'tablet' && source === '(direct)' ? 'smart tv' : device,
    country: source === 'instagram.com' && device === 'desktop' ? '(not set)' : country,
    sessions,
    users,
    new_users: Math.round(users * dice.between(0.45, 0.75)),
    engaged_sessions,
    engagement_seconds: Math.round(sessions * dice.between(38, 92)),
    page_views,
    events: page_views + Math.round(sessions * dice.between(3, 5)),
    add_to_carts: Math.max(sales.purchases, Math.round(sessions * dice.between(0.05, 0.09))),
    checkouts: Math.max(sales.purchases, Math.round(sessions * dice.between(0.025, 0.04))),
    ...sales,
  }
}

function page_fact(seed: number, day: Day, path: string, title: string, visits: number, at: number): PageFact {
  const dice = chance(seed, 'page', day, at)
  const sessions = Math.round(visits * dice.wobble(0.1))
  return {
    day,
    path,
    title,
    sessions,
    users: Math.round(sessions * 0.87),
    page_views: Math.round(sessions * dice.between(1.2, 1.7)),
    engagement_seconds: Math.round(sessions * dice.between(18, 55)),
  }
}
