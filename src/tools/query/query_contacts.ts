import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { contains_pattern, count_of_all, limit, listed, search_text } from '#engine/lists.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'

const contacts = listed(
  'contacts',
  z.strictObject({
    contact_id: z.uuid(),
    full_name: outside_text().nullable(),
    email: outside_text().nullable(),
    phone: outside_text().nullable(),
    company: outside_text().nullable(),
    city: outside_text().nullable(),
    country: outside_text().nullable(),
    source: outside_text().nullable().describe('Where the contact came from.'),
    tags: z.array(outside_text()),
    created_at: own_text(),
  }),
  'Narrow with search.',
  undefined,
  { short: { fields: ['contact_id', 'full_name', 'email', 'source', 'tags'] } },
)

const searched = ['c.full_name', 'c.email', 'c.phone', 'c.company'] as const

export const query_contacts = tool({
  about: 'CRM contacts with tags and origin, newest first, each person once. Store buyers are not among them.',
  keywords: {
    es: 'contactos clientes potenciales leads personas correo teléfono etiquetas CRM buscar empresa suscriptores',
    en: 'leads people person phone email tags customers find someone company prospects',
    pt: 'contatos clientes potenciais leads pessoas e-mail telefone etiquetas CRM buscar empresa',
  },
  scopes: ['crm:read'],
  effect: 'read',
  input: {
    limit: limit(100),
    search: search_text('Part of a name, email address, phone number or company.').optional(),
  },
  result: { ...contacts.fields, ...f.provenance },
  example: { search: 'ana' },
  async run({ limit, search }, context) {
    const { shared } = await f.sources_today(context, f.people)
    // The view has the oldest contact of each person, so that a second connection of an account adds nobody.
    const found = await context.db
      .selectFrom('contacts as c')
      .select(['c.contact_id', 'c.full_name', 'c.email', 'c.phone', 'c.company', 'c.city', 'c.country', 'c.source'])
      .select(['c.tags', 'c.created_at'])
      .select(count_of_all)
      .where('c.contact_id', 'in', sql<string>`(select contact_id from ${of_org('metrics.contacts')})`)
      .$if(search !== undefined, (query) => {
        const pattern = contains_pattern(search ?? '')
        return query.where((is) => is.or(searched.map((column) => is(column, 'ilike', pattern))))
      })
      .orderBy('c.created_at', 'desc')
      .orderBy('c.contact_id')
      .limit(limit)
      .execute()
    return { ...contacts.of_counted(found), ...shared }
  },
})
