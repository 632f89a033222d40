// Klaviyo's resources, from the simulated email platform: account, campaigns with messages and templates, profiles, lists, events.
import { createHash } from 'node:crypto'
import { checkout_token, recovery_url } from '../../world/recovery.ts'
import type { Mail, MailCampaign, MailEvent, MailList, Profile, World } from '../../world/types.ts'
import { origin, relation, time } from './json_api.ts'

const self = (path: string) => ({ self: `${origin}/${path}` })
const hash = (text: string) => createHash('md5').update(text).digest('hex')

// Ids of a campaign's parts are derived from the campaign's id.
const variation_codes = 'MNP'
export const message_ids = ({ id, variations }: MailCampaign) =>
  Array.from({ length: variations }, (_, at) => `01${variation_codes[at]}${id.slice(3)}`)
const template_id = ({ id }: MailCampaign) => `T${id.slice(-5)}`

const is_one_in = (of: number, text: string) => Number.parseInt(hash(text).slice(0, 8), 16) % of === 0

/** Somebody turned tracking off for some campaigns: of opens, of clicks, or of both. */
export const tracked_in = ({ slug }: MailCampaign) => ({
  opens: !is_one_in(10, `opens of ${slug}`),
  clicks: !is_one_in(12, `clicks of ${slug}`),
})

const statuses: Record<MailCampaign['status'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sent: 'Sent',
  cancelled: 'Cancelled',
}

export const account = ({ mail, time_zone, store }: World) => ({
  type: 'account',
  id: mail.account.id,
  attributes: {
    test_account: false,
    contact_information: {
      default_sender_name: mail.account.sender_name,
      default_sender_email: mail.account.sender_email,
      website_url: `https://${store.shop.domain}`,
      organization_name: mail.account.name,
      street_address: { address1: null, address2: null, city: null, region: null, country: null, zip: null },
    },
    industry: 'Ecommerce, Home & Garden',
    timezone: time_zone,
    preferred_currency: mail.account.currency,
    public_api_key: mail.account.id,
    locale: 'es-MX',
  },
  links: self('accounts'),
})

export const campaign = (one: MailCampaign) => ({
  type: 'campaign',
  id: one.id,
  attributes: {
    name: one.name,
    status: statuses[one.status],
    archived: one.is_archived,
    audiences: { included: one.list_ids, excluded: [] },
    send_options: { use_smart_sending: true },
    tracking_options: {
      add_tracking_params: true,
      custom_tracking_params: [],
      is_tracking_clicks: tracked_in(one).clicks,
      is_tracking_opens: tracked_in(one).opens,
    },
    send_strategy: { method: 'static', datetime: time(one.send_at), options: null },
    created_at: time(one.created_at),
    scheduled_at: one.status === 'draft' ? null : time(one.created_at + 20 * 60_000),
    updated_at: time(one.updated_at),
    send_time: one.status === 'draft' ? null : time(one.send_at),
  },
  relationships: {
    'campaign-messages': relation(
      `campaigns/${one.id}`,
      'campaign-messages',
      message_ids(one).map((id) => ({ type: 'campaign-message', id })),
    ),
    tags: relation(`campaigns/${one.id}`, 'tags'),
  },
  links: self(`campaigns/${one.id}`),
})

/** A campaign's messages: one, or one of each variation. */
export const messages = (one: MailCampaign, mail: Mail) => message_ids(one).map((id) => message(id, one, mail))

function message(id: string, one: MailCampaign, mail: Mail) {
  return {
    type: 'campaign-message',
    id,
    attributes: {
      definition: {
        channel: 'email',
        label: one.name,
        content: {
          subject: one.subject,
          preview_text: one.preview_text,
          from_email: mail.account.sender_email,
          from_label: mail.account.sender_name,
          reply_to_email: null,
          cc_email: null,
          bcc_email: null,
        },
      },
      send_times: [{ datetime: time(one.send_at), is_local: false }],
      created_at: time(one.created_at),
      updated_at: time(one.updated_at),
    },
    relationships: {
      campaign: relation(`campaign-messages/${id}`, 'campaign', { type: 'campaign', id: one.id }),
      template: relation(`campaign-messages/${id}`, 'template', { type: 'template', id: template_id(one) }),
    },
    links: self(`campaign-messages/${id}`),
  }
}

export const template = (one: MailCampaign) => ({
  type: 'template',
  id: template_id(one),
  attributes: {
    name: one.name,
    editor_type: 'CODE',
    html: `<html><head><style>h1{color:#333}</style></head><body>${one.body_html}</body></html>`,
    text: null,
    amp: null,
    created: time(one.created_at),
    updated: time(one.updated_at),
  },
  links: self(`templates/${template_id(one)}`),
})

const subscriptions = (one: Profile) => ({
  email: {
    marketing: {
      can_receive_email_marketing: one.subscribed,
      consent: one.subscribed ? 'SUBSCRIBED' : 'UNSUBSCRIBED',
      consent_timestamp: time(one.created_at),
      last_updated: time(one.updated_at),
      method: one.source === 'checkout' ? 'SHOPIFY' : 'FORM',
      method_detail: one.source,
      custom_method_detail: null,
      double_optin: false,
      suppression: [],
      list_suppressions: [],
    },
  },
})

export const profile = (one: Profile, with_subscriptions: boolean) => ({
  type: 'profile',
  id: one.id,
  attributes: {
    email: one.email,
    phone_number: one.phone,
    external_id: one.customer_id,
    first_name: one.first_name,
    last_name: one.last_name,
    organization: null,
    locale: 'es-MX',
    title: null,
    image: null,
    created: time(one.created_at),
    updated: time(one.updated_at),
    last_event_date: null,
    location: {
      address1: null,
      address2: null,
      city: one.place.city,
      country: one.place.country_code,
      latitude: null,
      longitude: null,
      region: one.place.province,
      zip: one.place.zip,
      timezone: null,
      ip: null,
    },
    properties: { $source: one.source },
    ...(with_subscriptions && { subscriptions: subscriptions(one) }),
  },
  relationships: {
    lists: relation(`profiles/${one.id}`, 'lists'),
    segments: relation(`profiles/${one.id}`, 'segments'),
  },
  links: self(`profiles/${one.id}`),
})

export const list = (one: MailList) => ({
  type: 'list',
  id: one.id,
  attributes: {
    name: one.name,
    created: time(one.created_at),
    updated: time(one.created_at),
    opt_in_process: 'single_opt_in',
  },
  relationships: { profiles: relation(`lists/${one.id}`, 'profiles'), tags: relation(`lists/${one.id}`, 'tags') },
  links: self(`lists/${one.id}`),
})

/** Events of the shop's integration contain the shop's data of the checkout in `$extra`. */
export function event(one: MailEvent, metric_id: string, checkout_id: string | undefined, { store }: World) {
  const amount = one.value_cents / 100
  const extra = checkout_id && {
    checkout_url: recovery_url(store.shop, checkout_id),
    token: checkout_token(checkout_id),
    line_items: one.items.map((item) => ({
      title: item.title,
      sku: item.sku,
      quantity: item.quantity,
      price: (item.price_cents / 100).toFixed(2),
    })),
  }
  return {
    type: 'event',
    id: one.id,
    attributes: {
      timestamp: Math.floor(one.at / 1000),
      event_properties: {
        $event_id: one.checkout_id ?? one.order_id ?? one.id,
        $value: amount,
        $value_currency: one.currency,
        Items: one.items.map((item) => item.title),
        ...(extra && { $extra: one.kind === 'placed_order' ? { checkout_token: extra.token } : extra }),
      },
      datetime: time(one.at),
      uuid: hash(one.id).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    },
    relationships: {
      profile: relation(`events/${one.id}`, 'profile', { type: 'profile', id: one.profile_id }),
      metric: relation(`events/${one.id}`, 'metric', { type: 'metric', id: metric_id }),
    },
    links: self(`events/${one.id}`),
  }
}
