import { type Api, change_stream, type Query } from '#engine/connector.ts'
import { by_offset } from '../by_offset.ts'
import { name_of } from '../email.ts'
import { fields_of, lenient } from '../lenient.ts'
import { no_deletions } from '../shops.ts'
import { type Contact, contact, contacts_answer, lists_answer } from './answers.ts'

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

/** Contacts, oldest first, so that new ones come last and move nothing between pages. */
const contact_pages = (query: Query) =>
  by_offset({
    path: '/contacts',
    query: { ...query, sort: 'asc', limit: 500 },
    page_size: 'limit',
    schema: contacts_answer,
    list: ({ contacts }) => contacts,
    id: ({ id }) => id,
    count: (body) => body.count,
  })

export const contacts = change_stream({
  into: ['contacts'],
  every: '1h',
  since: {
    history_source: 'no limit in the Swagger document, getContacts (getbrevo/brevo-go, read 2026-11)',
    overlap_minutes: 10,
    changed_at: ({ modifiedAt }: Listed) => modifiedAt,
    is_unordered: true,
  },
  async *read({ api, since }) {
    const names = await names_of_lists(api)
    const modifiedSince = since ? new Date(since).toISOString() : undefined
    for await (const page of api.pages(contact_pages({ modifiedSince }))) yield page.map((one) => ({ ...one, names }))
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
  // Contacts that were deleted are in no list.
  recheck: {
    id: 'external_id',
    at: 'created_at',
    async read({ api, ids }) {
      const names = await names_of_lists(api)
      const found: (Listed | null)[] = []
      for (const id of ids) {
        const one = await api.call({
          path: `/contacts/${id}`,
          schema: contact.nullable(),
          if_not_found: () => null,
        })
        found.push(one && { ...one, names })
      }
      return found
    },
    deleted: no_deletions,
    existing: {
      every: '1d',
      async *read({ api }) {
        for await (const page of api.pages(contact_pages({}))) yield page.map(({ id }) => id)
      },
    },
  },
  rows: (one, context) => {
    const read = lenient(context)
    const given = fields_of(one.attributes)
    const attribute = (names: readonly string[], what: string) => {
      const name = names.find((name) => given[name] !== undefined && given[name] !== null && given[name] !== '')
      return name === undefined ? null : read.text(given[name], what)
    }
    const first_name = attribute(attributes.first_name, 'first names of contacts')
    return {
      contacts: {
        external_id: one.id,
        full_name: name_of(first_name, attribute(attributes.last_name, 'last names of contacts')),
        email: one.email,
        phone: attribute(attributes.phone, 'phones of contacts'),
        company: attribute(attributes.company, 'companies of contacts'),
        city: attribute(attributes.city, 'cities of contacts'),
        country: attribute(attributes.country, 'countries of contacts'),
        source: attribute(attributes.source, 'sources of contacts'),
        // Brevo has no tags. Lists serve as such.
        tags: [
          one.emailBlacklisted ? 'unsubscribed' : 'subscribed',
          ...(one.listIds ?? []).flatMap((id) => one.names.get(id) ?? []),
        ],
        created_at: one.createdAt,
        changed_at: one.modifiedAt,
      },
    }
  },
})

async function names_of_lists(api: Api): Promise<ReadonlyMap<string, string>> {
  const lists = by_offset({
    path: '/contacts/lists',
    query: { sort: 'asc', limit: 50 },
    page_size: 'limit',
    schema: lists_answer,
    list: (body) => body.lists,
    id: ({ id }) => id,
    count: (body) => body.count,
  })
  const names = new Map<string, string>()
  for await (const page of api.pages(lists)) for (const { id, name } of page) names.set(id, name)
  return names
}
