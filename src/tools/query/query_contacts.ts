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

/** From this number of contacts that match, the first people of the list are among the newest contacts, rather than all people are looked up. */
const LOOKED_UP_MAX = 10_000
/** Newest contacts in which the first people are looked for. */
const NEWEST_MAX = 20_000

/**
 * Each person of whom some contact matches, by the oldest contact. Where few contacts match, the index of people has the oldest contact of
 * each person. Where many do, most of the newest contacts belong to the list, so PostgreSQL walks from the newest one. It reads all
 * people only if the newest contacts do not fill the list. PostgreSQL does not know how many contacts a search finds, so the statement has
 * all branches, and runs those that it needs.
 */
const matching_contacts = (search: string, limit: number) => {
  const matching = sql`${of_org('contacts', 'm')} where ${is_active('m')} and ${folded_has(sql`m.searched`, search)}`
  const matches = sql`exists (select from ${matching} and m.person = c.person)`
  const is_long = sql`(select count(*) from found) >= ${LOOKED_UP_MAX}`
  return sql<ContactRow>`
  with found as materialized (select m.person from ${matching} limit ${LOOKED_UP_MAX}),
  few as materialized (
    select o.contact_id, o.created_at from (select distinct person from found where not ${is_long}) f cross join lateral (
      select o.contact_id, o.created_at from ${of_org('contacts', 'o')}
      where o.person = f.person and ${is_active('o')} order by o.created_at, o.contact_id limit 1) o),
  newest as materialized (
    select c.contact_id, c.created_at from (
      select c.contact_id, c.created_at, c.person from ${of_org('contacts', 'c')}
      where ${is_active('c')} order by c.created_at desc, c.contact_id limit ${NEWEST_MAX}) c
    where ${is_long} and ${matches} and ${is_oldest}
    order by c.created_at desc, c.contact_id limit ${limit}),
  of_all as materialized (
    select o.contact_id, o.created_at from (
      select distinct on (o.person) o.person, o.contact_id, o.created_at from ${of_org('contacts', 'o')}
      where ${is_active('o')} order by o.person, o.created_at, o.contact_id) o
    where ${is_long} and (select count(*) from newest) < ${limit} and o.person in (select m.person from ${matching})
    order by o.created_at desc, o.contact_id limit ${limit}),
  listed as (
    select * from few union all select * from of_all
    union all select * from newest where (select count(*) from newest) = ${limit})
  select ${columns}, case when ${is_long} then (select count(distinct m.person) from ${matching}) else (select count(*) from few) end as total
  from (select contact_id from listed order by created_at desc, contact_id limit ${limit}) l
  join ${of_org('contacts', 'c')} on c.contact_id = l.contact_id
  order by c.created_at desc, c.contact_id`
}

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
