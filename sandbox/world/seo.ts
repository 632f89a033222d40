// Organic search: about fifty queries, the shop's position in each, and the clicks. Final after three days.
import { add_days, counted_at, day_of, days_between, elapsed } from './calendar.ts'
import { chance } from './random.ts'
import { season, swell } from './season.ts'
import type { Changes, Day, Seo, SeoFact } from './types.ts'

interface QueryPlan {
  query: string
  page: string
  /** Number of searches on an ordinary day in which the shop appears. */
  shown: number
  position: number
  brand?: boolean
}

const site_url = 'https://casalumbre.example/'
const final_after_days = 3
/** Share of a recent day's figures that is available: none today, then more each day. */
const fresh_part = [0, 0.62, 0.9]

const brand = (query: string, shown: number, page = ''): QueryPlan => ({
  query,
  shown,
  page,
  position: 1.3,
  brand: true,
})
const plain = (page: string, list: [string, number, number][]): QueryPlan[] =>
  list.map(([query, shown, position]) => ({ query, shown, position, page }))

// biome-ignore format: a table reads better than a column
const queries: QueryPlan[] = [
  brand('casa lumbre', 190), brand('casalumbre', 70), brand('casa lumbre mexico', 34), brand('casa lumbre velas', 26, 'collections/velas'),
  brand('casa lumbre tapetes', 22, 'collections/tapetes'), brand('casa lumbre tienda', 18), brand('casa lumbre opiniones', 15, 'pages/opiniones'), brand('casa lumbre envios', 11, 'pages/envios'),
  ...plain('collections/velas', [['velas de soya', 420, 6.2], ['velas aromaticas', 690, 9.4], ['vela de copal', 120, 2.8], ['velas artesanales', 310, 5.1], ['velas para regalo', 150, 8.8], ['velas cempasuchil', 60, 3.4]]),
  ...plain('collections/iluminacion', [['lamparas colgantes', 880, 13.5], ['lampara de ratan', 390, 6.8], ['lamparas de barro negro', 140, 2.4], ['lamparas de mesa', 760, 15.2], ['lamparas artesanales', 260, 4.6], ['lampara de palma', 150, 7.7]]),
  ...plain('collections/tapetes', [['tapetes de lana', 340, 5.6], ['tapetes oaxaca', 280, 3.9], ['tapetes teotitlan', 170, 2.6], ['tapetes para sala', 990, 17.4], ['tapete artesanal', 160, 4.8]]),
  ...plain('collections/vajilla', [['vajilla artesanal', 310, 5.9], ['vajilla talavera', 420, 8.1], ['platos de barro', 240, 6.3], ['tazas artesanales', 180, 7.2], ['vajillas mexicanas', 210, 6.6]]),
  ...plain('collections/textil', [['cojines decorativos', 610, 12.8], ['cojines bordados', 190, 5.2], ['manta de lana', 170, 6.1], ['cojines tenango', 110, 2.9], ['mantas para sala', 280, 9.9]]),
  ...plain('collections/macetas', [['macetas de barro', 520, 8.4], ['macetas colgantes', 380, 9.1], ['macetas de concreto', 240, 10.6]]),
  ...plain('collections/cocina', [['molcajete de piedra', 330, 7.5], ['tabla de parota', 150, 3.8], ['cazuelas de barro', 270, 8.3]]),
  ...plain('blogs/guias/como-limpiar-un-tapete-de-lana', [['como limpiar un tapete de lana', 360, 3.1], ['lavar tapete de lana', 190, 4.4]]),
  ...plain('blogs/guias/como-curar-un-molcajete', [['como curar un molcajete', 540, 4.9], ['curar molcajete nuevo', 210, 5.3]]),
  ...plain('blogs/guias/iluminacion-calida', [['luz calida o fria', 450, 7.9], ['iluminacion para sala', 300, 10.4]]),
  ...plain('collections/regalos', [['regalos para mama', 380, 14.1], ['regalos artesanales', 220, 6.7], ['decoracion mexicana', 410, 9.6], ['decoracion para sala', 640, 18.9]]),
]

/** Clicks for each impression, by position. People who search for the shop by name click more often. */
const click_rate = (position: number, by_name?: boolean): number => (by_name ? 0.42 : 0.2 / position ** 1.3)

const readers: { device: SeoFact['device']; country: string; part: number }[] = [
  { device: 'MOBILE', country: 'mex', part: 0.66 },
  { device: 'DESKTOP', country: 'mex', part: 0.27 },
  { device: 'MOBILE', country: 'usa', part: 0.07 },
]
/** Every nth query is searched abroad on tablets, and every nth in a region that Google does not know. */
const abroad = { tablet: 5, unknown: 7 }

export interface LiveSeo extends Seo {
  /** The final figures of a day. The visits of web analytics are derived from them. */
  whole(day: Day): SeoFact[]
}

export function create_seo(seed: number, now: () => number, first_day: Day, changes: Changes): LiveSeo {
  const kept = new Map<Day, SeoFact[]>()

  const whole = (day: Day): SeoFact[] => {
    let found = kept.get(day)
    if (!found) {
      found = make_day(seed, day)
      kept.set(day, found)
    }
    return found
  }

  return {
    site_url,
    whole,
    final_until: () => add_days(day_of(now()), -final_after_days),
    facts(day) {
      const age = days_between(day, day_of(now()))
      if (age < 0 || day < first_day) return []
      const part = (fresh_part[age] ?? 1) * changes.factor('seo_console', day) * elapsed(day, counted_at(now()))
      return whole(day)
        .map((fact) => ({
          ...fact,
          clicks: Math.round(fact.clicks * part),
          impressions: Math.round(fact.impressions * part),
        }))
        .filter((fact) => fact.impressions > 0)
    },
  }
}

function make_day(seed: number, day: Day): SeoFact[] {
  const busy = season(day) ** 0.8
  return queries.flatMap((plan, at) => {
    const dice = chance(seed, 'seo', at, day)
    // Positions vary over months, and the shop improves slowly.
    const climb = plan.brand ? 1 : 1 - 0.00035 * days_between('2025-10-01', day)
    const drift = plan.brand ? 1 : 1 + 0.18 * swell(day, 140 + (at % 7) * 23, at / 9)
    const position = Math.max(1, plan.position * climb * drift * dice.wobble(0.05))
    return readers.flatMap(({ device, country, part }) => {
      const impressions = dice.count(plan.shown * part * busy * dice.wobble(0.12))
      if (impressions === 0) return []
      const clicks = Math.min(impressions, dice.count(impressions * click_rate(position, plan.brand)))
      const page = `${site_url}${plan.page}`
      const is_abroad = (nth: number) => country === 'usa' && at % nth === 0
      return {
        day,
        query: plan.query,
        page,
        country: is_abroad(abroad.unknown) ? 'zzz' : country,
        device: is_abroad(abroad.tablet) ? 'TABLET' : device,
        clicks,
        impressions,
        position: Math.round(position * 1e4) / 1e4,
      }
    })
  })
}
