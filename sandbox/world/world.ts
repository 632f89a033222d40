// Combines the parts of the business. Everything depends on (seed, now). No state is on disk, and days are computed on demand.
import { create_ads } from './ads.ts'
import { gx_plan, mx_plan, type PlatformPlan } from './ads_plan.ts'
import { mpb_plan } from './ads_plan_mpb.ts'
import { net_c_plan } from './ads_plan_net_c.ts'
import { net_d_plan } from './ads_plan_net_d.ts'
import { tx_plan } from './ads_plan_tx.ts'
import { add_days, day_of, time_zone } from './calendar.ts'
import { create_catalog } from './catalog.ts'
import { create_changes } from './changes.ts'
import { create_fx } from './fx.ts'
import { create_mail } from './mail.ts'
import { casa_lumbre, mail_visits } from './mail_plan.ts'
import { create_market } from './market.ts'
import { amazon_mx_plan, amazon_us_plan, ml_plan } from './market_plan.ts'
import { create_more_mails } from './more_mails.ts'
import { create_more_shops } from './more_shops.ts'
import { load_orders } from './olist.ts'
import { home_trade } from './orders.ts'
import { create_memory } from './remember.ts'
import { create_seo } from './seo.ts'
import { create_shop } from './shop.ts'
import { create_social } from './social.ts'
import { instagram_plan, linkedin_plan, type SocialPlan } from './social_plan.ts'
import { create_traffic } from './traffic.ts'
import type { Changes, Day, World } from './types.ts'
import { create_web } from './web.ts'

/** The world starts on the last 1 October at least this many days ago: three years. A restart on the next day has the same history. */
const history_days = 1_096

interface WorldOptions {
  seed: number
  now(): number
  /** The clock of rate limits. Default: `now`. */
  limits_now?: () => number
  /** A folder with Olist's CSV files, which the shop vendor uses instead of the simulated shop. */
  orders?: string
  /** Days of the world. A shorter world answers sooner. Default: three years. */
  history_days?: number
  /** Ids of ad platforms above 2^53, which a number of JavaScript cannot hold. */
  long_ids?: boolean
}

/** With more digits before each id, ids are above 2^53. */
const long = <Plan extends { id_base: string }>(plan: Plan): Plan => ({
  ...plan,
  id_base: `90071992547409${plan.id_base}`,
})

const with_long_ids = (plan: SocialPlan): SocialPlan => ({
  ...plan,
  accounts: plan.accounts.map((account) => ({ ...account, id: `90071992547${account.id}` })),
})

type LiveWorld = World & { changes: Changes & { clear(): void } }

function first_day_of(today: Day, days: number): Day {
  const oldest = add_days(today, -days)
  const year = Number(oldest.slice(0, 4))
  return oldest >= `${year}-10-01` ? `${year}-10-01` : `${year - 1}-10-01`
}

export function create_world({ seed, now, orders, long_ids, ...options }: WorldOptions): LiveWorld {
  const changes = create_changes()
  const first_day = first_day_of(day_of(now()), options.history_days ?? history_days)
  const fx = create_fx(seed, now)
  const mx = create_ads(long_ids ? long(mx_plan) : mx_plan, seed, now, changes)
  const gx = create_ads(long_ids ? long(gx_plan) : gx_plan, seed, now, changes)
  const more_ads = (plan: PlatformPlan) => create_ads(long_ids ? long(plan) : plan, seed, now, changes)
  const seo = create_seo(seed, now, first_day, changes)
  const traffic = create_traffic(seed, [mx, gx], seo, (day) => mail_visits(seed, day))
  const products = create_catalog(seed)
  const source = { seed, traffic, fx, trade: home_trade }
  const shop = create_shop({ now, first_day, changes, products, source })
  const social = (plan: SocialPlan) => create_social(plan, { seed, now, first_day, changes })
  const market = { seed, now, first_day, products }
  const shops = create_more_shops({ seed, now, first_day, changes, fx, long_ids })
  return {
    seed,
    now,
    limits_now: options.limits_now ?? now,
    time_zone,
    today: () => day_of(now()),
    first_day,
    store: orders ? load_orders(orders, now, changes) : shop,
    shops,
    ads: {
      mx,
      gx,
      tx: create_ads(tx_plan, seed, now, changes),
      net_c: more_ads(net_c_plan),
      net_d: more_ads(net_d_plan),
      mpb: more_ads(mpb_plan),
    },
    markets: {
      ml: create_market(long_ids ? long(ml_plan) : ml_plan, market),
      amazon_mx: create_market(amazon_mx_plan, market),
      amazon_us: create_market(amazon_us_plan, market),
    },
    web: create_web({ seed, now, first_day, traffic, shop, changes }),
    seo,
    social: {
      instagram: social(instagram_plan),
      linkedin: social(long_ids ? with_long_ids(linkedin_plan) : linkedin_plan),
    },
    mail: create_mail({ plan: casa_lumbre, seed, now, first_day, shop, changes }),
    mails: create_more_mails({ seed, now, first_day, changes, shops, long_ids }),
    fx,
    changes,
    remember: create_memory(now, changes),
  }
}
