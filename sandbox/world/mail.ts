// The simulated email platform: profiles, campaigns, results so far, and the events that the shop sends.
import { add_days, day_of, days_from, hour_ms, start_of } from './calendar.ts'
import { campaign_of, long_id, type MailPlan, nature_of } from './mail_plan.ts'
import { create_person, type Region, reader_slot } from './people.ts'
import { chance } from './random.ts'
import type {
  Changes,
  Checkout,
  Customer,
  Day,
  Mail,
  MailCampaign,
  MailEvent,
  MailList,
  MailResult,
  Order,
  Profile,
  Store,
} from './types.ts'

/** People who left only an email address: this number a day, starting this number of days before the world's first day. */
const readers_a_day = 1.6
const readers_before_days = 200
const scheduled_ahead_days = 5
const opens_hours = 14
const claim_hours = 40
/** The platform counts results in steps of this length. */
const counted_every_ms = hour_ms / 4
/** Days until a campaign's results are final. The last opens and claims are within this time. */
const results_days = 14
/** Orders that the platform claims for each click. It claims more than emails cause, as every platform does. */
const claims_a_click = 0.045

interface MailOptions {
  plan: MailPlan
  /** Where the readers live. Default: the home of Casa Lumbre. */
  region?: Region
  seed: number
  now(): number
  first_day: Day
  shop: Store
  changes: Changes
}

const nothing: MailResult = {
  recipients: 0,
  delivered: 0,
  bounced: 0,
  opens: 0,
  unique_opens: 0,
  clicks: 0,
  unique_clicks: 0,
  unsubscribes: 0,
  spam_complaints: 0,
  orders: 0,
  revenue_cents: 0,
}

export function create_mail({ plan, region, seed, now, first_day, shop, changes }: MailOptions): Mail {
  const { lists } = plan
  const readers = new Map<Day, Profile[]>()
  const readers_of = (day: Day): Profile[] => {
    let found = readers.get(day)
    if (!found) {
      const count = chance(seed, 'readers', day).count(readers_a_day)
      found = Array.from({ length: count }, (_, at) =>
        profile_of(seed, lists, create_person(seed, day, reader_slot + at, region), null),
      )
      readers.set(day, found)
    }
    return found
  }

  let kept: { minute: number; profiles: Profile[]; by_customer: Map<string, Profile> } | null = null
  const known = () => {
    const minute = Math.floor(now() / 60_000)
    if (kept?.minute !== minute) {
      const buyers = shop.customers().filter((customer) => customer.accepts_marketing)
      const early = add_days(first_day, -readers_before_days)
      const profiles = days_from(early, day_of(now()))
        .flatMap(readers_of)
        .concat(buyers.map((buyer) => profile_of(seed, lists, buyer, buyer.id)))
        .filter((profile) => profile.created_at <= now())
        // No record has a change of the future.
        .map((profile) => (profile.updated_at <= now() ? profile : { ...profile, updated_at: profile.created_at }))
        .sort((left, right) => left.created_at - right.created_at)
      const by_customer = new Map(profiles.map((profile) => [profile.customer_id ?? '', profile]))
      kept = { minute, profiles, by_customer }
    }
    return kept
  }

  const recipients = (campaign: MailCampaign): number =>
    known().profiles.filter(
      (profile) =>
        profile.subscribed &&
        profile.created_at < campaign.send_at &&
        profile.list_ids.some((list) => campaign.list_ids.includes(list)),
    ).length

  const days_of = new Map<string, { mark: string; days: ReturnType<Mail['daily']> }>()
  const daily: Mail['daily'] = (campaign) => {
    const over_at = start_of(add_days(day_of(campaign.send_at), results_days + 1))
    const counted_until = Math.max(Math.floor(now() / counted_every_ms) * counted_every_ms, campaign.send_at)
    const known_at = Math.min(counted_until, over_at)
    const mark = `${changes.version}/${now() < campaign.send_at}/${known_at}`
    let known_days = days_of.get(campaign.id)
    if (known_days?.mark !== mark) {
      known_days = {
        mark,
        days:
          now() < campaign.send_at
            ? []
            : days_after(seed, campaign, recipients(campaign), counted_until, { plan, changes }),
      }
      days_of.set(campaign.id, known_days)
    }
    return known_days.days
  }

  return {
    account: plan.account,
    lists,
    profiles: () => known().profiles,
    campaigns: () =>
      days_from(first_day, add_days(day_of(now()), scheduled_ahead_days)).flatMap((day) => {
        const campaign = campaign_of(plan, seed, day, now())
        return campaign && campaign.created_at <= now() ? [campaign] : []
      }),
    results: (campaign) => daily(campaign).reduce((sum, { result }) => combine(sum, result, 1), nothing),
    daily,
    events(kind, from, to) {
      const { by_customer } = known()
      const list = kind === 'placed_order' ? shop.orders() : shop.checkouts()
      return list.flatMap((record) => {
        if (record.created_at < from || record.created_at >= to) return []
        const profile = record.customer && by_customer.get(record.customer.id)
        return profile ? [event_of(seed, kind, record, profile)] : []
      })
    },
  }
}

/** The results of each day: those known at its end minus those known before, multiplied by the restatement factor. */
function days_after(
  seed: number,
  campaign: MailCampaign,
  recipients: number,
  now: number,
  { plan, changes }: Pick<MailOptions, 'plan' | 'changes'>,
): ReturnType<Mail['daily']> {
  const sent_on = day_of(campaign.send_at)
  let before = nothing
  return days_from(sent_on, add_days(sent_on, results_days)).flatMap((day) => {
    if (now < Math.max(campaign.send_at, start_of(day))) return []
    const so_far = results_of(seed, campaign, recipients, Math.min(now, start_of(add_days(day, 1)) - 1), plan)
    const added = combine(so_far, before, -1)
    before = so_far
    const factor = changes.factor(plan.platform, day)
    return [{ day, result: factor === 1 ? added : combine(nothing, added, factor) }]
  })
}

const combine = (one: MailResult, other: MailResult, factor: number) =>
  Object.fromEntries(
    (Object.keys(one) as (keyof MailResult)[]).map((name) => [name, one[name] + Math.round(other[name] * factor)]),
  ) as unknown as MailResult

function profile_of(seed: number, lists: readonly MailList[], person: Customer, customer_id: string | null): Profile {
  const dice = chance(seed, 'profile', person.id)
  const source = customer_id ? 'checkout' : dice.pick(['popup', 'popup', 'instagram_form', 'tienda_fisica'])
  return {
    id: long_id(seed, 'profile', person.id),
    customer_id,
    email: person.email,
    phone: person.phone,
    first_name: person.first_name,
    last_name: person.last_name,
    place: person.place,
    source,
    list_ids: customer_id ? [lists[0]!.id, lists[1]!.id] : [lists[0]!.id],
    subscribed: dice.yes(0.93),
    created_at: Math.floor(person.created_at),
    updated_at: Math.floor(person.created_at + dice.whole(1, 90) * 60_000),
  }
}

function results_of(
  seed: number,
  campaign: MailCampaign,
  recipients: number,
  now: number,
  { average_order_cents }: MailPlan,
): MailResult {
  const { open_rate, click_rate } = nature_of(seed, campaign.slug)
  const dice = chance(seed, 'mail results', campaign.slug)
  const so_far = 1 - Math.exp(-(now - campaign.send_at) / hour_ms / opens_hours)
  const delivered = Math.round(recipients * dice.between(0.975, 0.992))
  const unique_opens = Math.round(delivered * open_rate * so_far)
  const unique_clicks = Math.round(delivered * click_rate * so_far)
  const claims = Array.from({ length: dice.count(delivered * click_rate * claims_a_click) }, () => ({
    at: campaign.send_at + Math.min(120, -Math.log(1 - dice.next()) * claim_hours) * hour_ms,
    value_cents: Math.round(average_order_cents * dice.wobble(0.4)),
  })).filter((claim) => claim.at <= now)
  return {
    recipients,
    delivered,
    bounced: recipients - delivered,
    opens: Math.round(unique_opens * 1.42),
    unique_opens,
    clicks: Math.round(unique_clicks * 1.15),
    unique_clicks,
    unsubscribes: Math.round(delivered * 0.0022 * so_far * dice.wobble(0.4)),
    spam_complaints: Math.round(delivered * 0.0003 * so_far * dice.wobble(0.6)),
    orders: claims.length,
    revenue_cents: claims.reduce((sum, claim) => sum + claim.value_cents, 0),
  }
}

function event_of(seed: number, kind: MailEvent['kind'], record: Order | Checkout, profile: Profile): MailEvent {
  return {
    id: long_id(seed, kind, record.id),
    kind,
    at: record.created_at,
    profile_id: profile.id,
    value_cents: record.total_cents,
    currency: record.currency,
    ...(kind === 'started_checkout' ? { checkout_id: record.id } : { order_id: record.id }),
    items: record.lines.map((line) => ({
      title: line.title,
      sku: line.sku,
      quantity: line.quantity,
      price_cents: line.unit_price_cents,
    })),
  }
}
