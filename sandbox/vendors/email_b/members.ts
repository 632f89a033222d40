// Mailchimp's audiences and their members. A person is a member once in each audience.
import { utc_time } from '../../world/calendar.ts'
import type { Mail, MailList, Profile, World } from '../../world/types.ts'
import type { Json } from './api.ts'
import { hex, pick } from './campaigns.ts'

const tags_shown = 50

const sources: Record<string, string> = {
  checkout: 'API - Generic',
  popup: 'Embed Form',
  instagram_form: 'Facebook Lead Ad',
  tienda_fisica: 'Admin Add',
}

export const list_body = (one: MailList, { account }: Mail, member_count: number): Json => ({
  id: one.id,
  web_id: 903_380 + pick(one.id, 1_000),
  name: one.name,
  contact: { company: account.name, address1: '', city: '', state: '', zip: '', country: 'AR', phone: '' },
  permission_reminder: 'Te suscribiste en nuestro sitio.',
  use_archive_bar: true,
  campaign_defaults: { from_name: account.sender_name, from_email: account.sender_email, subject: '', language: 'es' },
  date_created: utc_time(one.created_at),
  list_rating: 3,
  email_type_option: false,
  visibility: 'prv',
  double_optin: false,
  has_welcome: false,
  marketing_permissions: false,
  modules: [],
  stats: { member_count, merge_field_count: 5 },
})

/** Members of an audience. A deleted one is in no list. */
export const members_of = ({ mails, changes }: World, list_id: string): Profile[] =>
  mails.email_b
    .profiles()
    .filter(({ id, list_ids }) => list_ids.includes(list_id) && !changes.is_removed(`${list_id}/${id}`))

/** Times have no fractions of seconds. */
export const changed_at = ({ updated_at }: Profile) => Math.floor(updated_at / 1_000) * 1_000

export const contact_id = (one: Profile, list_id: string) => hex(`contact/${list_id}/${one.id}`, 32)

function status_of({ id, subscribed }: Profile): string {
  if (!subscribed) return pick(id, 3) === 0 ? 'cleaned' : 'unsubscribed'
  const sort = pick(id, 40)
  return sort === 0 ? 'archived' : sort === 1 ? 'pending' : sort < 4 ? 'transactional' : 'subscribed'
}

export function member_body(one: Profile, list_id: string): Json {
  const { id, email, first_name, last_name, phone, place } = one
  const status = status_of(one)
  const is_signed_up = one.source !== 'checkout'
  const has_opted_in = status !== 'transactional' && status !== 'pending'
  const tags_count = pick(id, 90) === 0 ? tags_shown + 3 : pick(id, 3)
  return {
    id: hex(email.toLowerCase(), 32),
    email_address: email,
    unique_email_id: hex(`unique/${email.toLowerCase()}`),
    contact_id: contact_id(one, list_id),
    full_name: `${first_name} ${last_name}`,
    web_id: 546_044_412 + pick(id, 1_000_000),
    email_type: 'html',
    status,
    consents_to_one_to_one_messaging: true,
    merge_fields: {
      FNAME: first_name,
      LNAME: last_name,
      ADDRESS: is_signed_up ? '' : { addr1: 'Calle 1', addr2: '', ...address_of(place) },
      PHONE: phone ?? '',
      BIRTHDAY: '',
    },
    interests: {},
    stats: { avg_open_rate: 0.3, avg_click_rate: 0.02 },
    ip_signup: '',
    timestamp_signup: is_signed_up ? utc_time(one.created_at) : '',
    ip_opt: '',
    timestamp_opt: has_opted_in ? utc_time(one.created_at) : '',
    member_rating: 2,
    last_changed: utc_time(one.updated_at),
    language: 'es',
    vip: false,
    email_client: '',
    location: {
      latitude: 0,
      longitude: 0,
      gmtoff: 0,
      dstoff: 0,
      country_code: place.country_code,
      timezone: '',
      region: '',
    },
    source: sources[one.source] ?? 'Import',
    tags_count,
    tags: Array.from({ length: Math.min(tags_count, tags_shown) }, (_, n) => ({
      id: 14_351_504 + n,
      name: `Interés ${n + 1}`,
    })),
    list_id,
  }
}

const address_of = ({ city, province, zip, country_code }: Profile['place']) => ({
  city,
  state: province,
  zip,
  country: country_code,
})

const texts = [null, 7, '\u0000 Ana 🪔', [], {}, '<p>x</p>'.repeat(131_072), false]

/** Each audience has its own fields, which integrations fill as they like. */
export function odd_values(record: unknown, at: number) {
  const fields = record as Json
  const odd = <Of>(of: Of[]) => of[at % of.length]
  if ('merge_fields' in fields)
    fields.merge_fields = odd<unknown>([
      [],
      null,
      'none',
      {
        FNAME: odd(texts),
        LNAME: odd(texts),
        PHONE: odd(texts),
        ADDRESS: odd(['Calle 1', [], { city: [], country: 5 }]),
      },
    ])
  if ('source' in fields) fields.source = odd(texts)
  if ('ecommerce' in fields)
    fields.ecommerce = odd<unknown>([
      null,
      { total_orders: 2, total_revenue: '1,234', currency_code: 'ARS' },
      { total_orders: 2, total_revenue: 10.5, currency_code: '$' },
      { total_orders: 2, total_revenue: 10.5, currency_code: 'ars' },
    ])
}
