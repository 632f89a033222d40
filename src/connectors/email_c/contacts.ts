import type { Api, Query } from '#engine/connector.ts'
import { contact_stream } from '../email.ts'
import { fields_of } from '../lenient.ts'
import { map_of, mapped, one_by_one, or_null } from '../records.ts'
import { type Contact, contact, contact_list } from './answers.ts'
import { list_of } from './lists.ts'

/** A contact with the names of the lists. */
type Listed = Contact & { names: ReadonlyMap<string, string> }

/** Attributes of new accounts, in the languages of the clients and in English. */
const attributes = {
  first_name: ['FIRSTNAME', 'FIRST_NAME', 'NOMBRE', 'NOME', 'PRENOM'],
  last_name: ['LASTNAME', 'LAST_NAME', 'APELLIDOS', 'APELLIDO', 'SOBRENOME', 'NOM'],
  phone: ['SMS', 'WHATSAPP', 'LANDLINE_NUMBER', 'PHONE'],
  company: ['COMPANY', 'EMPRESA'],
  city: ['CITY', 'CIUDAD', 'CIDADE'],
  country: ['COUNTRY', 'PAIS'],
  source: ['SOURCE', 'ORIGEN', 'ORIGEM'],
}

const contact_pages = (query: Query = {}) => list_of('/contacts', 'contacts', contact, { ...query, limit: 500 })

export const contacts = contact_stream({
  since: {
    history_source: 'no limit in the Swagger document, getContacts (getbrevo/brevo-go, read 2026-11)',
    changed_at: ({ modifiedAt }: Listed) => modifiedAt,
    is_unordered: true,
  },
  async *read({ api, since }) {
    const names = await names_of_lists(api)
    const modifiedSince = since ? new Date(since).toISOString() : undefined
    yield* mapped(api.pages(contact_pages({ modifiedSince })), (one) => ({ ...one, names }))
  },
  // Brevo has no filter for an end, so the list is left behind it.
  async *read_created({ api, from, before }) {
    const names = await names_of_lists(api)
    const end = Date.parse(before)
    for await (const page of api.pages(contact_pages({ createdSince: from ?? undefined }))) {
      const within = page.filter(({ createdAt }) => Date.parse(createdAt) < end)
      yield within.map((one) => ({ ...one, names }))
      if (within.length < page.length) return
    }
  },
  async look_up({ api, ids }) {
    const names = await names_of_lists(api)
    const contact_of = (id: string) => api.call(or_null({ path: `/contacts/${id}`, schema: contact }))
    return (await one_by_one(ids, contact_of)).map((one) => one && { ...one, names })
  },
  ids: ({ api }) => mapped(api.pages(contact_pages()), ({ id }) => id),
  row: (one) => ({
    external_id: one.id,
    email: one.email,
    // Brevo has no tags. Lists serve as such.
    tags: [
      one.emailBlacklisted ? 'unsubscribed' : 'subscribed',
      ...(one.listIds ?? []).flatMap((id) => one.names.get(id) ?? []),
    ],
    created_at: one.createdAt,
    changed_at: one.modifiedAt,
  }),
  free(one) {
    const given = fields_of(one.attributes)
    const value_of = (names: readonly string[]) =>
      names.map((name) => given[name]).find((value) => value !== undefined && value !== null && value !== '')
    return Object.fromEntries(Object.entries(attributes).map(([column, names]) => [column, value_of(names)]))
  },
})

const names_of_lists = (api: Api): Promise<ReadonlyMap<string, string>> =>
  map_of(api.pages(list_of('/contacts/lists', 'lists', contact_list, { limit: 50 })), ({ id, name }) => [id, name])
