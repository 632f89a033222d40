// An ad platform: campaigns, ad groups, ads and creatives, and the daily figures of each ad. An older ad gets fewer clicks, and the
// same people see it more often. Claims arrive late and are never withdrawn.
import { type AdDay, as_known, make_day } from './ads_days.ts'
import { ads_since, type CampaignPlan, type PlatformPlan } from './ads_plan.ts'
import { add_days, counted_at, day_of, earlier, hour_ms, start_of } from './calendar.ts'
import { copy } from './creative_copy.ts'
import { chance } from './random.ts'
import type { Ad, AdCampaign, AdGroup, AdPlatform, AdStatus, Changes, Creative, Day, StartedCampaign } from './types.ts'

interface Tree {
  campaigns: AdCampaign[]
  groups: AdGroup[]
  ads: Ad[]
  creatives: Creative[]
  plans: Map<string, CampaignPlan>
  lives: Map<string, { until: Day; weight: number }>
  /** Campaigns that the business deleted after their end. */
  removed: Set<string>
}

export interface LiveAds extends AdPlatform {
  /** The complete day, for the shop's side of the world only. */
  whole(ad: Ad, day: Day): AdDay | null
  plan: PlatformPlan
}

export function create_ads(plan: PlatformPlan, seed: number, now: () => number, changes: Changes): LiveAds {
  let tree: Tree | null = null
  let grown_on = ''
  const days = new Map<string, Map<Day, AdDay | null>>()

  const grown = (): Tree => {
    const today = day_of(now())
    const started = changes.started(plan.platform)
    if (!tree || grown_on !== `${today} ${started.length}`) {
      tree = grow(plan, started, seed, today)
      grown_on = `${today} ${started.length}`
    }
    return tree
  }

  const whole = (ad: Ad, day: Day): AdDay | null => {
    const of_ad = days.get(ad.id) ?? new Map<Day, AdDay | null>()
    days.set(ad.id, of_ad)
    let found = of_ad.get(day)
    if (found === undefined) {
      const { plans, lives } = grown()
      const { until, weight } = lives.get(ad.id)!
      const runs = day >= ad.start_day && day <= until
      found = runs ? make_day(plan, plans.get(ad.campaign_id)!, ad, day, weight, seed) : null
      of_ad.set(day, found)
    }
    return found
  }

  /** When the ad was deleted. */
  const end_of = ({ campaign_id, group_id, id }: Ad): number =>
    changes.version === 0
      ? Infinity
      : Math.min(...[campaign_id, group_id, id].map((of) => changes.removed_at(of) ?? Infinity))

  /** A campaign or a group is deleted with all that is below it. */
  const as_left = <T extends { status: AdStatus }>(item: T, ...ids: string[]): T =>
    ids.some((id) => changes.is_removed(id) || grown().removed.has(id)) ? { ...item, status: 'removed' } : item

  return {
    plan,
    access: { may_write: true },
    accounts: plan.accounts,
    get campaigns() {
      return grown().campaigns.map((campaign) => as_left(campaign, campaign.id))
    },
    get groups() {
      return grown().groups.map((group) => as_left(group, group.campaign_id, group.id))
    },
    get ads() {
      return grown().ads.map((ad) => as_left(ad, ad.campaign_id, ad.group_id, ad.id))
    },
    get creatives() {
      return grown().creatives
    },
    whole,
    facts(ad, day) {
      const made = day <= day_of(now()) ? whole(ad, day) : null
      if (!made) return null
      const factor = changes.factor(plan.platform, day, ad.campaign_id)
      return as_known(made, day, { now: counted_at(now()), ends: end_of(ad) }, factor, plan.fractions)
    },
  }
}

// ---- what was set up, as it stands on a day ------------------------------------------------------------------------------

function grow(plan: PlatformPlan, started: readonly StartedCampaign[], seed: number, today: Day): Tree {
  const tree: Tree = {
    campaigns: [],
    groups: [],
    ads: [],
    creatives: [],
    plans: new Map(),
    lives: new Map(),
    removed: new Set(),
  }
  for (const [number, campaign] of [...plan.campaigns, ...started.map((one) => copied(plan, one))].entries())
    for (const [from, to] of runs_of(campaign, today)) {
      if (from > today) continue
      const year = campaign.runs ? from.slice(0, 4) : ''
      const ended = to !== null && to < today
      const id = `${plan.id_base}${year || '1000'}${String(number + 1).padStart(2, '0')}0000`
      const account = plan.accounts.find(({ currency }) => currency === campaign.account)!
      tree.plans.set(id, campaign)
      if (ended && campaign.deleted_after_days !== undefined && add_days(to, campaign.deleted_after_days) < today)
        tree.removed.add(id)
      tree.campaigns.push({
        id,
        account_id: account.id,
        name: `${campaign.name} ${year}`.trim(),
        slug: year ? `${campaign.slug}-${year}` : campaign.slug,
        kind: campaign.kind,
        status: ended ? 'paused' : 'active',
        start_day: from,
        end_day: to,
        daily_budget_cents: campaign.budget_cents,
        updated_at: start_of(ended ? to : from) + 15 * hour_ms,
      })
      for (const [at, name] of campaign.groups.entries())
        grow_group(tree, plan, { id, account_id: account.id, name, at, from, to }, seed, today)
    }
  return tree
}

const copied = ({ campaigns }: PlatformPlan, { slug, from, budget_share }: StartedCampaign): CampaignPlan => {
  const { runs: _, deleted_after_days, ...plan } = campaigns.find((one) => one.slug === slug)!
  return { ...plan, since: from, budget_cents: Math.round(plan.budget_cents * budget_share) }
}

function runs_of(campaign: CampaignPlan, today: Day): [Day, Day | null][] {
  if (!campaign.runs) return [[campaign.since ?? ads_since, null]]
  const years: number[] = []
  for (let year = Number(ads_since.slice(0, 4)); year <= Number(today.slice(0, 4)); year += 1) years.push(year)
  return years.map(campaign.runs).filter(([from]) => from >= ads_since)
}

interface GroupPlan {
  id: string
  account_id: string
  name: string
  at: number
  from: Day
  to: Day | null
}

function grow_group(tree: Tree, plan: PlatformPlan, group: GroupPlan, seed: number, today: Day) {
  const group_id = `${group.id.slice(0, -4)}${group.at + 1}000`
  const ended = group.to !== null && group.to < today
  const status: AdStatus = ended ? 'paused' : 'active'
  tree.groups.push({ id: group_id, campaign_id: group.id, name: group.name, status, updated_at: start_of(group.from) })
  const groups = tree.plans.get(group.id)!.groups.length
  for (let wave = 0; ; wave += 1) {
    // A group starts with two ads. Then a new ad starts every refresh_days, a few days apart from those of other groups.
    const start_day = wave < 2 ? group.from : add_days(group.from, (wave - 1) * plan.refresh_days + group.at * 5)
    if (start_day > today || start_day > (group.to ?? start_day)) break
    const tired = add_days(start_day, wave === 0 ? plan.refresh_days : plan.life_days)
    const until = earlier(tired, group.to ?? tired)
    const id = `${group_id.slice(0, -2)}${String(wave + 1).padStart(2, '0')}`
    const creative_id = `9${id}`
    const name = `${group.name} · ${String.fromCharCode(65 + (wave % 26))}${Math.floor(wave / 26) || ''}`
    const over = ended || until < today
    const dice = chance(seed, 'ad', id)
    tree.ads.push({
      id,
      group_id,
      campaign_id: group.id,
      account_id: group.account_id,
      creative_id,
      name,
      status: over ? 'paused' : 'active',
      start_day,
      updated_at: start_of(until < today ? until : start_day) + 15 * hour_ms,
    })
    // Two or three ads share a group's budget at any time.
    tree.lives.set(id, { until, weight: dice.between(0.8, 1.25) / (2.1 * groups) })
    tree.creatives.push(
      make_creative(tree, plan, { id: creative_id, account_id: group.account_id, name, campaign_id: group.id }, seed),
    )
  }
}

interface CreativePlan {
  id: string
  account_id: string
  name: string
  campaign_id: string
}

function make_creative(tree: Tree, plan: PlatformPlan, made: CreativePlan, seed: number): Creative {
  const dice = chance(seed, 'creative', made.id)
  const { currency } = plan.accounts.find(({ id }) => id === made.account_id)!
  const words = currency === 'MXN' ? copy.es : copy.en
  const slug = tree.campaigns.find(({ id }) => id === made.campaign_id)!.slug
  return {
    id: made.id,
    account_id: made.account_id,
    name: made.name,
    title: dice.pick(words.titles),
    body: dice.pick(words.bodies),
    link: `https://casalumbre.example/?utm_source=${plan.source}&utm_medium=${plan.medium}&utm_campaign=${slug}`,
    format: dice.pick(plan.formats),
    image_url: `https://cdn.casalumbre.example/ads/${made.id}.jpg`,
    call_to_action: dice.pick(['SHOP_NOW', 'LEARN_MORE']),
  }
}
