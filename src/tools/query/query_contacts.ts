import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { limit, listed, search_text } from '#engine/lists.ts'
import { own_text, public_text } from '#engine/texts.ts'
import { type Context, tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { list_today, today_fields } from '#figures/sources/totals.ts'
import { all_matching, is_active, newest_matching } from '#tools/query/matching_contacts.ts'

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

/** A person's contact `c` that is older than the others, so that a second connection of an account adds nobody. */
const is_oldest = sql`not exists (
  select from ${of_org('contacts', 'o')}
  where o.person = c.person and (o.created_at, o.contact_id) < (c.created_at, c.contact_id) and ${is_active('o')})`

const newest_contacts = (limit: number) => sql<ContactRow>`
  select ${columns}, (select count(distinct c.person) from ${of_org('contacts', 'c')} where ${is_active('c')}) as total
  from ${of_org('contacts', 'c')} where ${is_active('c')} and ${is_oldest}
  order by c.created_at desc, c.contact_id limit ${limit}`

async function matching_contacts({ db }: Context, search: string, limit: number): Promise<ContactRow[]> {
  const answer = { search, limit, columns }
  const { rows } = await newest_matching<ContactRow>(answer).execute(db)
  if (rows[0]?.is_whole === false) return (await all_matching<ContactRow>(answer).execute(db)).rows
  return rows.map(({ is_whole: _, ...row }) => row as ContactRow)
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
    const rows =
      search === undefined
        ? (await newest_contacts(limit).execute(context.db)).rows
        : await matching_contacts(context, search, limit)
    // An organization's own people are known without any connection.
    const is_known = today.is_known || (today.live.length === 0 && rows.length > 0)
    return list_today(contacts.of_counted(rows), { ...today, is_known })
  },
})
