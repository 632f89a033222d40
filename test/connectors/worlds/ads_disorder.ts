// What happens to the ads of a world: restated days, deleted and split campaigns, new ones, and a platform that leaves rows out or gives
// no access for a while.
import { add_days } from '../../../sandbox/world/calendar.ts'
import type { Business } from './business.ts'
import type { Kind } from './kinds.ts'

/** A vendor that lies: its reports lack rows, while its answers look complete. Or one that gives no access to an account. */
export interface Disturbance {
  kind: 'lie' | 'denied' | 'down'
  /** Undefined: of all accounts. */
  account?: string
}

/** How often each event is drawn. */
const events = { restate: 8, vanish: 1, remove: 4, split: 2, start: 2, lie: 2, deny: 1, down: 1 }
const names = Object.keys(events) as (keyof typeof events)[]
const RESTATED_DAYS = 34

/** Where the reports of an account are, by platform. Files of reports name no account. */
const reports: Record<string, (account: string) => string> = {
  mx_ads: (account) => `act_${account}/insights`,
  gx_ads: (account) => `customers/${account}/`,
  tx_ads: (account) => `report/integrated/get.*advertiser_id=${account}`,
  net_c_ads: (account) => `adAnalytics.*${account}`,
  net_d_ads: (account) => `stats/accounts/${account}/active_entities`,
}
const files: Record<string, string> = { mpb_ads: '^GET .*/reports/[^/]*json' }
/** Where an account is denied. Amazon names the profile in a header. */
const places: Record<string, (account: string) => string> = {
  ...reports,
  net_c_ads: (account) => `(adAnalytics.*|adAccounts/)${account}`,
  net_d_ads: (account) => `accounts/${account}`,
  mpb_ads: (account) => `reporting/reports.* ${account}`,
}

export function disturb_ads(business: Business, { platform, ads: world_name }: Kind): Disturbance | undefined {
  const { dice, sandbox, note } = business
  const { world, faults } = sandbox
  const { changes } = world
  const { campaigns, groups, ads, accounts } = world.ads[world_name!]
  const what = names[dice.weighted(Object.values(events))]!
  const account = dice.pick(accounts).id
  const living = <T extends { status: string }>(all: readonly T[]) => all.filter(({ status }) => status !== 'removed')
  const campaign = dice.pick(living(campaigns))
  switch (what) {
    case 'restate':
    case 'vanish': {
      const day = add_days(world.today(), -dice.whole(0, dice.yes(0.8) ? 12 : RESTATED_DAYS))
      const factor = what === 'vanish' ? 0 : dice.pick([0.5, 0.8, 0.97, 1.03, 1.4, 2])
      const only = dice.yes(0.5) ? campaign.id : undefined
      changes.set_factor(platform, day, factor, only)
      note(`restate ${day} by ${factor} ${only ?? ''}`)
      return undefined
    }
    case 'remove': {
      const { id } = dice.pick([campaign, dice.pick(living(groups)), dice.pick(living(ads))])
      changes.remove(id)
      note(`remove ${id}`)
      return undefined
    }
    case 'split':
    case 'start': {
      if (what === 'split') changes.remove(campaign.id)
      const shares = what === 'split' ? [0.6, 0.4] : [1]
      for (const budget_share of shares)
        changes.start({ platform, slug: campaign.slug.replace(/-\d{4}$/, ''), from: world.today(), budget_share })
      note(`${what} ${campaign.id}`)
      return undefined
    }
    case 'lie': {
      const path = files[platform] ?? reports[platform]!(account)
      const kind = dice.pick(['empty', 'halve'] as const)
      faults.add({ kind, platform, path, count: 0 })
      note(`${kind} ${path}`)
      return { kind: 'lie', ...(!files[platform] && { account }) }
    }
    case 'deny':
      faults.add({ kind: 'deny_account', platform, path: places[platform]!(account), count: 0 })
      note(`deny ${account}`)
      return { kind: 'denied', account }
    case 'down':
      faults.add({ kind: 'fail', platform, count: 0, status: 503 })
      note('down')
      return { kind: 'down' }
  }
}
