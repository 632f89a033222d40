import { micros } from '#domain/money.ts'
import { type Api, change_stream, type PagedRequest } from '#engine/connector.ts'
import {
  checkout_properties,
  type Event,
  events_answer,
  type Person,
  type Profile,
  profiles_answer,
} from './answers.ts'
import { included_so_far, read_metrics } from './reading.ts'

const name_of = ({ first_name, last_name }: Person) => [first_name, last_name].filter(Boolean).join(' ') || null

export const contacts = change_stream({
  into: ['contacts'],
  every: '1h',
  since: {
    history_source: 'https://developers.klaviyo.com/en/reference/get_profiles (read 2026-11)',
    overlap_minutes: 10,
    changed_at: ({ attributes }: Profile) => attributes.updated,
  },
  read: ({ api, since }) =>
    api.pages({
      path: '/profiles',
      query: {
        filter: since ? `greater-than(updated,${since})` : undefined,
        sort: 'updated',
        'additional-fields[profile]': 'subscriptions',
        'page[size]': 100,
      },
      schema: profiles_answer,
      records: ({ data }) => data,
      next: ({ links }) => links?.next,
    }),
  rows: ({ id, attributes }) => {
    const { email, phone_number, organization, location, properties, subscriptions } = attributes
    const consent = subscriptions?.email?.marketing?.consent
    const source = properties?.$source
    return {
      contacts: {
        external_id: id,
        full_name: name_of(attributes),
        email: email ?? null,
        phone: phone_number ?? null,
        company: organization ?? null,
        city: location?.city ?? null,
        country: location?.country ?? null,
        source: typeof source === 'string' ? source : null,
        tags: consent ? [consent.toLowerCase()] : [],
        created_at: attributes.created,
        changed_at: attributes.updated,
      },
    }
  },
})

// ---- carts -------------------------------------------------------------------------------------------------------------

interface Cart {
  event: Event
  person: Person | undefined
  ordered_at: string | undefined
}

/** Longest time between a checkout and the order that completes it. Checkouts of this time are read again. */
const COMPLETION_MINUTES = 7 * 24 * 60

export const checkouts = change_stream({
  into: ['checkouts'],
  every: '1h',
  since: {
    history_days: 90,
    history_source: 'https://developers.klaviyo.com/en/reference/get_events (read 2026-11)',
    overlap_minutes: COMPLETION_MINUTES,
    changed_at: ({ event }: Cart) => event.attributes.datetime,
  },
  async *read({ api, since }) {
    const metric = await read_metrics(api)
    // Shopify's integration names the event 'Checkout Started', other integrations 'Started Checkout'.
    const started = metric('Checkout Started', 'Started Checkout')
    const ordered = metric('Placed Order')
    if (!started) return
    const orders = ordered ? await ordered_tokens(api, ordered, since) : new Map<string, string>()
    const people_of = included_so_far<{ id: string; attributes: Person }>()
    const request: PagedRequest<ReturnType<typeof events_answer.parse>, Cart> = {
      ...events_of(started, since),
      query: { ...events_of(started, since).query, include: 'profile', 'page[size]': 200 },
      records: ({ data, included }) => {
        const people = people_of(included)
        return data
          .filter(({ relationships }) => relationships.metric.data.id === started)
          .map((event) => ({
            event,
            person: people.get(event.relationships.profile?.data.id ?? '')?.attributes,
            ordered_at: orders.get(token_of(event) ?? ''),
          }))
      },
    }
    yield* api.pages(request)
  },
  rows: ({ event, person, ordered_at }, { account }) => {
    const { $event_id, $value, $value_currency, $extra } = checkout_properties.parse(event.attributes.event_properties)
    const { datetime } = event.attributes
    return {
      checkouts: {
        checkout_id: String($event_id ?? event.id),
        token: token_of(event) ?? null,
        started_at: datetime,
        changed_at: ordered_at ?? datetime,
        completed_at: ordered_at ?? null,
        email: person?.email ?? null,
        customer_name: person ? name_of(person) : null,
        phone: person?.phone_number ?? null,
        currency: $value_currency ?? account.currency ?? '',
        total_micros: micros($value ?? 0),
        recovery_url: $extra?.checkout_url ?? null,
        lines: ($extra?.line_items ?? []).map(({ title, quantity, price }) => ({
          title,
          quantity,
          price: price === undefined ? null : Number(micros(price)),
        })),
      },
    }
  },
})

function events_of(metric_id: string, since: string | null) {
  return {
    path: '/events',
    query: {
      filter: `equals(metric_id,'${metric_id}')${since ? `,greater-or-equal(datetime,${since})` : ''}`,
      sort: 'datetime',
      'page[size]': 1000,
    },
    schema: events_answer,
    next: ({ links }: ReturnType<typeof events_answer.parse>) => links?.next,
  }
}

function token_of({ attributes }: Event): string | undefined {
  const { $extra } = checkout_properties.parse(attributes.event_properties)
  return $extra?.token ?? $extra?.checkout_token
}

/** Times of orders by the token of their checkout. Memory holds the tokens of a few weeks only. */
async function ordered_tokens(api: Api, metric_id: string, since: string | null): Promise<Map<string, string>> {
  const orders = new Map<string, string>()
  for await (const page of api.pages({ ...events_of(metric_id, since), records: ({ data }) => data }))
    for (const event of page) {
      const token = token_of(event)
      if (token && event.relationships.metric.data.id === metric_id) orders.set(token, event.attributes.datetime)
    }
  return orders
}
