import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { folded_has } from '#db/part_of_text.ts'
import { limit, listed, search_text } from '#engine/lists.ts'
import { own_text, public_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { list_today, today_fields } from '#figures/sources/totals.ts'

const contacts = listed(
  'contacts',
  z.strictObject({
    contact_id: z.uuid(),
    full_name: public_text().nullable(),
    email: public_text().nullable(),
    phone: public_text().nullable(),
    company: public_text().nullable(),
    city: public_text().nullable(),
    country: public_text().nullable(),
    source: public_text().nullable().describe('Where the contact came from.'),
    tags: z.array(public_text()),
    created_at: own_text(),
  }),
  'Narrow with search.',
  undefined,
  { short: { fields: ['contact_id', 'full_name', 'email'], while_small: ['source', 'tags'] } },
)

interface ContactRow {
  contact_id: string
  full_name: string | null
  email: string | null
  phone: string | null
  company: string | null
  city: string | null
  country: string | null
  source: string | null
  tags: string[]
  created_at: string
  total: bigint
}

const columns = sql.raw(
  'c.contact_id, c.full_name, c.email, c.phone, c.company, c.city, c.country, c.source, c.tags, c.created_at',
)

/** Contacts of a platform that was disconnected do not count. */
const is_active = (
  alias: string,
) => sql`(${sql.ref(`${alias}.connection_id`)} is null or ${sql.ref(`${alias}.connection_id`)} in (
  select connection_id from ${of_org('connections')} where status = 'active'))`

/** A person's contact `c` that is older than the others, so that a second connection of an account adds nobody. */
const is_oldest = sql`not exists (
  select from ${of_org('contacts', 'o')}
  where o.person = c.person and (o.created_at, o.contact_id) < (c.created_at, c.contact_id) and ${is_active('o')})`

const newest_contacts = (limit: number) => sql<ContactRow>`
  select ${columns}, (select count(distinct c.person) from ${of_org('contacts', 'c')} where ${is_active('c')}) as total
  from ${of_org('contacts', 'c')} where ${is_active('c')} and ${is_oldest}
  order by c.created_at desc, c.contact_id limit ${limit}`

/** From this number of people, reading all contacts in the order of people is faster than looking for the oldest contact of each. */
const LOOKED_FOR_MAX = 10_000

/**
 * Each person of whom some contact matches, by the oldest contact. A search reads every contact, so it runs once for the rows and their number.
 * The oldest contact of each person comes from the index of people. PostgreSQL does not know how many people a search finds, so the
 * statement has a branch for few and one for many, of which one runs.
 */
const matching_contacts = (search: string, limit: number) => sql<ContactRow>`
  with found as materialized (
    select distinct c.person from ${of_org('contacts', 'c')}
    where ${is_active('c')} and ${folded_has(sql`c.searched`, search)}),
  oldest as materialized (
    select o.contact_id, o.created_at from found f cross join lateral (
      select o.contact_id, o.created_at from ${of_org('contacts', 'o')}
      where o.person = f.person and ${is_active('o')} order by o.created_at, o.contact_id limit 1) o
    where (select count(*) from found) < ${LOOKED_FOR_MAX}
    union all
    select o.contact_id, o.created_at from (
      select distinct on (o.person) o.person, o.contact_id, o.created_at from ${of_org('contacts', 'o')}
      where ${is_active('o')} order by o.person, o.created_at, o.contact_id) o
    where (select count(*) from found) >= ${LOOKED_FOR_MAX} and o.person in (select person from found))
  select ${columns}, (select count(*) from oldest) as total
  from (select contact_id from oldest order by created_at desc, contact_id limit ${limit}) o
  join ${of_org('contacts', 'c')} on c.contact_id = o.contact_id
  order by c.created_at desc, c.contact_id`

export const query_contacts = tool({
  about: 'CRM contacts with tags and origin, newest first, each person once. Store buyers are not among them.',
  keywords: {
    es: 'contactos leads personas suscriptores CRM lista de correo buscar por nombre teléfono email etiquetas origen empresa',
    en: 'contacts leads people subscribers CRM mailing list find a person by name phone email tags origin company',
    pt: 'contatos leads pessoas inscritos CRM lista de e-mail buscar por nome telefone e-mail etiquetas origem empresa',
  },
  scopes: ['crm:read'],
  effect: 'read',
  input: {
    limit: limit(100),
    search: search_text('Part of a name, email address, phone number or company.').optional(),
  },
  result: { ...contacts.fields, ...today_fields },
  example: { search: 'ana' },
  async run({ limit, search }, context) {
    const today = await f.sources_today(context, f.people)
    const { rows } = await (search === undefined ? newest_contacts(limit) : matching_contacts(search, limit)).execute(
      context.db,
    )
    // An organization's own people are known without any connection.
    const is_known = today.is_known || (today.live.length === 0 && rows.length > 0)
    return list_today(contacts.of_counted(rows), { ...today, is_known })
  },
})
