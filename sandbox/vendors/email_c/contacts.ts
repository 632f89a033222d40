// Brevo's contacts and lists. Attributes are free-form, and those of this account have Spanish names.
import { whole_number } from '../../json.ts'
import type { Mail, MailList, Profile, World } from '../../world/types.ts'
import { id_base, type Json, time } from './campaigns.ts'

export interface Person extends Profile {
  number: string
}

/** All contacts with their numbers, oldest first. A deleted one is in no list. */
export function all_contacts({ mails: { email_c: mail }, changes }: World): Person[] {
  const people = mail.profiles().map((one, n) => ({ ...one, number: `${id_base(mail)}${1_001 + n}` }))
  return people.filter(({ number }) => !changes.is_removed(number))
}

export const contact_body = (one: Person): Json => ({
  email: one.email,
  id: whole_number(one.number),
  emailBlacklisted: !one.subscribed,
  smsBlacklisted: false,
  createdAt: time(one.created_at),
  modifiedAt: time(one.updated_at),
  listIds: one.list_ids.map(whole_number),
  listUnsubscribed: [],
  attributes: {
    NOMBRE: one.first_name,
    APELLIDOS: one.last_name,
    ...(one.phone && { SMS: one.phone.replace('+', '') }),
    CIUDAD: one.place.city,
    ORIGEN: one.source,
  },
})

export const list_body = ({ id, name }: MailList, people: Person[]): Json => {
  const { length } = people.filter(({ list_ids }) => list_ids.includes(id))
  return {
    id: whole_number(id),
    name,
    totalBlacklisted: 0,
    totalSubscribers: length,
    uniqueSubscribers: length,
    folderId: 1,
  }
}

export const account_body = ({ account }: Mail): Json => ({
  email: account.sender_email,
  firstName: 'Camila',
  lastName: 'Rojas',
  companyName: account.name,
  address: { street: 'Avenida Balmaceda 1000', city: 'Antofagasta', zipCode: '1240000', country: 'Chile' },
  plan: [{ type: 'subscription', creditsType: 'sendLimit', credits: 18_000 }],
  relay: { enabled: true, data: { userName: account.sender_email, relay: 'smtp-relay.brevo.com', port: 587 } },
  marketingAutomation: { key: 'iso05aopqych87ysy0jymf', enabled: true },
})

const texts = [null, 7, '\u0000 Ana 🪔', [], {}, '<p>x</p>'.repeat(131_072), false]

/** Each account has its own attributes, of any type. */
export function odd_values(record: unknown, at: number) {
  const fields = record as Json
  const odd = <Of>(of: Of[]) => of[at % of.length]
  if (!('attributes' in fields)) return
  fields.attributes = odd<unknown>([
    [],
    null,
    'none',
    { NOMBRE: odd(texts), APELLIDOS: odd(texts), SMS: odd(texts), CIUDAD: odd(texts) },
    { FIRSTNAME: 'Ana', LASTNAME: 'Soto', DOB: '1986-04-13' },
  ])
}
