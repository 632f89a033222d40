// The email accounts of the two smaller shops: Mate Sur and Ají Norte. Their readers are the customers of these shops, and people of the
// same places.
import { create_mail } from './mail.ts'
import type { MailPlan } from './mail_plan.ts'
import { aji_norte, mate_sur, type ShopPlan } from './more_shops.ts'
import type { Changes, Day, Mail, Store } from './types.ts'

/** With more digits before each id, ids are above 2^53. */
const LONG = '90071992547409'
const created_at = (day: Day) => Date.parse(`${day}T15:00:00Z`)

const mate_sur_mail: MailPlan = {
  platform: 'email_b',
  account: {
    id: '5c4b0d3f2a1e9d8c7b6a5f4e3',
    name: mate_sur.shop.name,
    currency: mate_sur.shop.currency,
    sender_name: mate_sur.shop.name,
    sender_email: mate_sur.shop.email,
  },
  lists: [
    { id: '16d6ec4ffc', name: 'Novedades', created_at: created_at('2023-05-02') },
    { id: '4f2e1a9b07', name: 'Clientes', created_at: created_at('2023-05-09') },
    { id: '1234567890', name: 'Mayoristas', created_at: created_at('2024-08-20') },
  ],
  domain: mate_sur.shop.domain,
  utm_source: 'mailchimp',
  average_order_cents: 4_200_000,
}

const aji_norte_mail = (id_base: string): MailPlan => ({
  platform: 'email_c',
  account: {
    id: aji_norte.shop.email,
    name: aji_norte.shop.name,
    currency: aji_norte.shop.currency,
    sender_name: aji_norte.shop.name,
    sender_email: aji_norte.shop.email,
  },
  lists: [
    { id: `${id_base}102`, name: 'Boletín picante', created_at: created_at('2023-03-14') },
    { id: `${id_base}103`, name: 'Clientes', created_at: created_at('2023-03-14') },
    { id: `${id_base}107`, name: 'Carritos', created_at: created_at('2024-01-30') },
  ],
  domain: aji_norte.shop.domain,
  utm_source: 'brevo',
  average_order_cents: 1_900_000,
})

interface Parts {
  seed: number
  now(): number
  first_day: Day
  changes: Changes
  shops: { tnx: Store; store_c: Store }
  /** Ids above 2^53, which a number of JavaScript cannot hold. */
  long_ids?: boolean
}

export function create_more_mails({ seed, shops, long_ids, ...parts }: Parts): { email_b: Mail; email_c: Mail } {
  const open = (plan: MailPlan, { shop, region }: ShopPlan, of: Store) =>
    create_mail({ ...parts, plan, region, shop: of, seed: seed + Number(shop.id) })
  return {
    email_b: open(mate_sur_mail, mate_sur, shops.tnx),
    email_c: open(aji_norte_mail(long_ids ? LONG : ''), aji_norte, shops.store_c),
  }
}
