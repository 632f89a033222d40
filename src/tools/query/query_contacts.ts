import { z } from 'zod'
import { contains_pattern, count_of_all, limit, listed, search_text } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'

const contacts = listed(
  'contacts',
  z.strictObject({
    contact_id: z.uuid(),
    full_name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    company: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string().nullable(),
    source: z.string().nullable().describe('Where the contact came from.'),
    tags: z.array(z.string()),
    created_at: z.string(),
  }),
  'Narrow with search.',
)

const searched = ['full_name', 'email', 'phone', 'company'] as const

export const query_contacts = tool({
  about: 'CRM contacts with tags and origin, newest first. Store buyers are not among them.',
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
  result: contacts.fields,
  example: { search: 'ana' },
  async run({ limit, search }, { db }) {
    const found = await db
      .selectFrom('contacts')
      .select(['contact_id', 'full_name', 'email', 'phone', 'company', 'city', 'country', 'source', 'tags'])
      .select('created_at')
      .select(count_of_all)
      .$if(search !== undefined, (query) => {
        const pattern = contains_pattern(search ?? '')
        return query.where((is) => is.or(searched.map((column) => is(column, 'ilike', pattern))))
      })
      .orderBy('created_at', 'desc')
      .orderBy('contact_id')
      .limit(limit)
      .execute()
    return contacts.of_counted(found)
  },
})
