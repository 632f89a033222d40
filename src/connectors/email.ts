// What the connectors of email platforms share: states and bodies of broadcasts, contacts, counts, and names of people.
import { z } from 'zod'
import {
  type Api,
  type ChangeStream,
  change_stream,
  type Row,
  type RowContext,
  type Source,
  snapshot_stream,
} from '#engine/connector.ts'
import { lenient } from './lenient.ts'
import { plain_text } from './plain_text.ts'

/** An empty text is none: Mailchimp writes it for a text that nobody entered, and for a time that does not exist. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value || null)
export const number = z.number().nullish()

/** Number of broadcasts whose bodies are read, the last ones sent. */
export const BODIES_MAX = 20

export type Status = 'draft' | 'scheduled' | 'sending' | 'sent' | 'cancelled'

/**
 * A broadcast that was deleted before it was sent is deleted here too. A sent one stays with its results, and one that was being sent may
 * have been sent.
 */
export const sweeps_unsent = {
  sweeps: ['email_campaigns'],
  sweeps_only: { column: 'status', values: ['draft', 'scheduled', 'cancelled'] satisfies Status[] },
} as const

/**
 * What the platform's word for a state means. Figures count broadcasts with the status `sent`, so an unknown word is a draft. It is stored,
 * so that answers name the broadcast, and counted.
 */
export function state_of(
  statuses: Readonly<Record<string, Status>>,
  word: string,
  { unreadable }: Pick<RowContext, 'unreadable'>,
): { status: Status; unknown_status: string | null } {
  const status = Object.hasOwn(statuses, word) ? statuses[word] : undefined
  if (status !== undefined) return { status, unknown_status: null }
  unreadable?.('states of broadcasts')
  return { status: 'draft', unknown_status: word }
}

/** A broadcast that is not sent has a time at which it is to be sent, and no time of sending. */
export const times_of = (status: Status, send_time: string | null) => ({
  scheduled_at: send_time,
  sent_at: status === 'sent' || status === 'sending' ? send_time : null,
})

/** A number of people or emails. Absent: not known. */
export const count = (value: number | null | undefined): bigint | null =>
  typeof value === 'number' ? BigInt(Math.round(value)) : null

/** Bodies of the broadcasts that were sent last. `identity` has the columns that every stream of broadcasts stores. */
export const body_stream = <Campaign>(
  identity: (campaign: Campaign, context: RowContext) => Row<'email_campaigns'>,
  read: (api: Api) => AsyncIterable<{ campaign: Campaign; body_text: string | null }[]>,
) =>
  snapshot_stream({
    into: ['email_campaigns'],
    adds_only: true,
    every: '6h',
    read: ({ api }) => read(api),
    rows: ({ campaign, body_text }: { campaign: Campaign; body_text: string | null }, context) => ({
      email_campaigns: { ...identity(campaign, context), body_text },
    }),
  })

/** Fields of contacts that people and integrations fill as they like, with what they are called when they cannot be read. */
const FREE = {
  phone: 'phones of contacts',
  company: 'companies of contacts',
  city: 'cities of contacts',
  country: 'countries of contacts',
  source: 'sources of contacts',
} as const
const NAMES = { first_name: 'first names of contacts', last_name: 'last names of contacts' } as const

type Free = { [K in keyof typeof FREE | keyof typeof NAMES]?: unknown }
type Contacts<Item> = ChangeStream<Item, 'contacts'>
type Contact = Omit<Row<'contacts'>, keyof typeof FREE> & { [K in keyof typeof FREE]?: string | null }

interface OfContacts<Item> extends Pick<Contacts<Item>, 'read' | 'read_created'> {
  /** The columns that the platform has in a form of its own. A readable free-form field counts before one of them. */
  row: (item: Item, context: RowContext) => Contact
  /** Free-form fields, by the names of the columns. `full_name` is joined from the two names where `row` has none. */
  free: (item: Item) => Free
  since: Omit<Contacts<Item>['since'], 'overlap_minutes'>
  /** A place for each id. null: the platform says that there is no such contact. */
  look_up: (source: Source & { ids: string[] }) => Promise<(Item | null)[]>
  /** Ids of all contacts. Those that were deleted are in no list, so stored ones that it lacks are looked up. */
  ids: (source: Source) => AsyncIterable<string[]>
}

/** The free-form fields as texts. */
function texts_of(free: Free, context: RowContext) {
  const read = lenient(context)
  const of = <Name extends keyof Free>(names: Readonly<Record<Name, string>>) =>
    Object.fromEntries(
      Object.entries<string>(names).map(([name, what]) => [name, read.text(free[name as Name], what)]),
    ) as Record<Name, string | null>
  const { first_name, last_name } = of(NAMES)
  return { full_name: name_of(first_name, last_name), ...of(FREE) }
}

export const contact_stream = <Item>({ since, look_up, ids, row, free, ...declared }: OfContacts<Item>) =>
  change_stream({
    into: ['contacts'],
    every: '1h',
    since: { overlap_minutes: 10, ...since },
    recheck: { id: 'external_id', at: 'created_at', read: look_up, existing: { every: '1d', read: ids } },
    ...declared,
    rows: (item: Item, context) => {
      const own = row(item, context)
      const { full_name, ...texts } = texts_of(free(item), context)
      const columns = Object.keys(FREE) as (keyof typeof FREE)[]
      const either = Object.fromEntries(columns.map((name) => [name, texts[name] ?? own[name] ?? null]))
      return { contacts: { ...own, ...either, full_name: own.full_name ?? full_name } }
    },
  })

/** The words of an email: its own plain text, otherwise those of its HTML. */
export const body_of = (text: string | null | undefined, html: string | null | undefined): string | null =>
  text || plain_text(html ?? '') || null

export const name_of = (...parts: (string | null | undefined)[]): string | null =>
  parts.filter(Boolean).join(' ') || null
