import { type Api, change_stream, type PagedRequest } from '#engine/connector.ts'
import { MINUTE_MS } from '#lib/durations.ts'
import { contact_stream, name_of } from '../email.ts'
import { fields_of, lenient } from '../lenient.ts'
import { one_by_one, or_null } from '../records.ts'
import {
  type Event,
  events_answer,
  type Person,
  type Profile,
  profile_answer,
  profile_ids_answer,
  profiles_answer,
} from './answers.ts'
import { included_so_far, read_metrics } from './reading.ts'

const moved = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString()

const PAGE_RECORDS = 100
const with_subscriptions = { 'additional-fields[profile]': 'subscriptions' }

const profile_pages = (sort: 'created' | 'updated', filters: string[]): PagedRequest<Profiles, Profile> => ({
  path: '/profiles',
  query: {
    filter: filters.join(',') || undefined,
    sort,
    ...with_subscriptions,
    'page[size]': PAGE_RECORDS,
  },
  page_size: 'page[size]',
  schema: profiles_answer,
  records: ({ data }) => data,
  next: ({ links }) => links?.next,
})
type Profiles = ReturnType<typeof profiles_answer.parse>

const profile_of = async (api: Api, id: string): Promise<Profile | null> => {
  const found = await api.call(or_null({ path: `/profiles/${id}`, query: with_subscriptions, schema: profile_answer }))
  return found?.data ?? null
}

const ids_of_profiles = (api: Api) =>
  api.pages({
    path: '/profiles',
    query: { 'fields[profile]': 'id', sort: 'created', 'page[size]': PAGE_RECORDS },
    page_size: 'page[size]',
    schema: profile_ids_answer,
    records: ({ data }) => data.map(({ id }) => id),
    next: ({ links }) => links?.next,
  })

/** Both times can be null (ProfileResponseObjectResource, revision 2026-07-15, read 2026-11). */
const changed_at = ({ attributes: { updated, created } }: Pick<Profile, 'attributes'>): string =>
  updated ?? created ?? '1970-01-01T00:00:00.000Z'

export const contacts = contact_stream({
  since: {
    history_source: 'https://developers.klaviyo.com/en/reference/get_profiles (read 2026-11)',
    changed_at: (profile: Profile) => changed_at(profile),
  },
  read: ({ api, since }) => api.pages(profile_pages('updated', since ? [`greater-than(updated,${since})`] : [])),
  // The vendor has no greater-or-equal for this field, so the first minute is read twice.
  read_created: ({ api, from, before }) =>
    api.pages(
      profile_pages('created', [
        ...(from ? [`greater-than(created,${moved(from, -1)})`] : []),
        `less-than(created,${before})`,
      ]),
    ),
  // Profiles that were deleted, or merged into others, are in no list (get_profiles, revision 2026-07-15, read 2026-11).
  look_up: ({ api, ids }) => one_by_one(ids, (id) => profile_of(api, id)),
  ids: ({ api }) => ids_of_profiles(api),
  row: ({ id, attributes }, context) => {
    const { marketing } = fields_of(fields_of(attributes.subscriptions).email)
    const consent = lenient(context).text(fields_of(marketing).consent, 'consents of contacts')
    return {
      external_id: id,
      full_name: name_of(attributes.first_name, attributes.last_name),
      email: attributes.email ?? null,
      phone: attributes.phone_number,
      company: attributes.organization,
      tags: consent ? [consent.toLowerCase()] : [],
      created_at: attributes.created ?? changed_at({ attributes }),
      changed_at: changed_at({ attributes }),
    }
  },
  free({ attributes }) {
    const { city, country } = fields_of(attributes.location)
    return { city, country, source: fields_of(attributes.properties).$source }
  },
})

// ---- carts -------------------------------------------------------------------------------------------------------------

interface Cart {
  event: Event
  person: Person | undefined
  ordered_at: string | undefined
}

/** Instants, from <= event < before. null: no limit. */
interface Span {
  from: string | null
  before: string | null
}

/** Longest time between a checkout and the order that completes it. Checkouts of this time are read again. */
const COMPLETION_MINUTES = 7 * 24 * 60

export const checkouts = change_stream({
  into: ['checkouts'],
  every: '1h',
  since: {
    // Klaviyo keeps events without a limit. Nobody recovers older carts, and the tokens of their orders would fill the memory.
    history_days: 1_095,
    history_source: 'https://developers.klaviyo.com/en/reference/get_events (read 2026-11)',
    overlap_minutes: COMPLETION_MINUTES,
    changed_at: ({ event }: Cart) => event.attributes.datetime,
  },
  read: ({ api, since }) => carts_of(api, { from: since, before: null }),
  read_created: ({ api, from, before }) => carts_of(api, { from, before }),
  rows: ({ event, person, ordered_at }, context) => {
    const read = lenient(context)
    const { $value, $value_currency, $extra } = fields_of(event.attributes.event_properties)
    const { checkout_url, line_items } = fields_of($extra)
    const named = read.currency($value_currency, 'currencies of checkouts')
    const currency = named ?? context.account.currency ?? ''
    // An amount in an unknown currency is unknown too. Without a currency, Klaviyo counts in the currency of the account.
    const is_known = named !== null || !$value_currency
    const amount = (value: unknown, what: string) => (is_known ? read.amount(value, what, currency) : null)
    const { datetime } = event.attributes
    return {
      checkouts: {
        // The id that an integration sends ($event_id) is a time in seconds when it sends none, so it is not unique.
        checkout_id: event.id,
        token: token_of(event) ?? null,
        started_at: datetime,
        changed_at: ordered_at ?? datetime,
        completed_at: ordered_at ?? null,
        email: person?.email ?? null,
        customer_name: name_of(person?.first_name, person?.last_name),
        phone: person?.phone_number ?? null,
        currency,
        total_micros: amount($value, 'values of checkouts'),
        recovery_url: read.link(checkout_url, 'links of checkouts'),
        lines: (read.list(line_items, 'item lists of checkouts') ?? []).map((item) => {
          const { title, quantity, price } = fields_of(item)
          const micros = amount(price, 'prices of checkout items')
          return {
            title: read.text(title, 'titles of checkout items'),
            quantity: read.number(quantity, 'quantities of checkout items'),
            price: micros === null ? null : Number(micros),
          }
        }),
      },
    }
  },
})

async function* carts_of(api: Api, span: Span): AsyncGenerator<Cart[]> {
  const { named } = await read_metrics(api)
  // Shopify's integration names the event 'Checkout Started', other integrations 'Started Checkout'.
  const started = named('Checkout Started', 'Started Checkout')
  if (started.length === 0) return
  const orders = new Map<string, string>()
  for (const { id } of named('Placed Order')) await add_orders(orders, api, id, span)
  for (const { id } of started) {
    const people_of = included_so_far<{ id: string; attributes: Person }>()
    const events = events_of(id, span)
    const request: PagedRequest<Events, Cart> = {
      ...events,
      query: { ...events.query, include: 'profile' },
      records: ({ data, included }) => {
        const people = people_of(included)
        return data
          .filter(({ relationships }) => relationships.metric.data.id === id)
          .map((event) => ({
            event,
            person: people.get(event.relationships.profile?.data.id ?? '')?.attributes,
            ordered_at: orders.get(token_of(event) ?? ''),
          }))
      },
    }
    yield* api.pages(request)
  }
}

type Events = ReturnType<typeof events_answer.parse>

function events_of(metric_id: string, { from, before }: Span) {
  const filters = [
    `equals(metric_id,'${metric_id}')`,
    ...(from ? [`greater-or-equal(datetime,${from})`] : []),
    ...(before ? [`less-than(datetime,${before})`] : []),
  ]
  return {
    path: '/events',
    query: { filter: filters.join(','), sort: 'datetime', 'page[size]': 200 },
    page_size: 'page[size]',
    schema: events_answer,
    next: ({ links }: Events) => links?.next,
  }
}

function token_of({ attributes }: Event): string | undefined {
  const { token, checkout_token } = fields_of(fields_of(attributes.event_properties).$extra)
  return [token, checkout_token].find((one) => typeof one === 'string' && one !== '') as string | undefined
}

/** Adds times of orders by the token of their checkout. Memory holds the tokens of one span only. */
async function add_orders(orders: Map<string, string>, api: Api, metric_id: string, { from, before }: Span) {
  const span = { from, before: before && moved(before, COMPLETION_MINUTES) }
  for await (const page of api.pages({ ...events_of(metric_id, span), records: ({ data }: Events) => data }))
    for (const event of page) {
      const token = token_of(event)
      if (token && event.relationships.metric.data.id === metric_id) orders.set(token, event.attributes.datetime)
    }
}
