import { sql } from 'kysely'
import { z } from 'zod'
import { tool } from '#engine/tool.ts'
import * as f from '#tools/fields.ts'

const contact = z.strictObject({
  contact_id: z.uuid(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  source: f.optional_text('Where the contact came from.'),
  tags: z.array(z.string()),
  created_at: z.string(),
})

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
    limit: f.limit(100),
    search: f.search_text('Part of a name, e-mail address, phone number or company.').optional(),
  },
  result: { contacts: z.array(contact), ...f.listing },
  example: { search: 'ana' },
  async run({ limit, search }, { db }) {
    const found = await db
      .selectFrom('contacts')
      .select([
        'contact_id',
        'full_name',
        'email',
        'phone',
        'company',
        'city',
        'country',
        'source',
        'tags',
        'created_at',
      ])
      .select(sql<bigint>`count(*) over ()`.as('total'))
      .$if(search !== undefined, (query) => {
        const pattern = f.contains_pattern(search ?? '')
        return query.where((is) =>
          is.or([
            is('full_name', 'ilike', pattern),
            is('email', 'ilike', pattern),
            is('phone', 'ilike', pattern),
            is('company', 'ilike', pattern),
          ]),
        )
      })
      .orderBy('created_at', 'desc')
      .orderBy('contact_id')
      .limit(limit)
      .execute()
    const rows = found.map(({ total: _, ...row }) => row)
    return f.listing_of('contacts', rows, found[0]?.total ?? 0, 'Narrow with search.')
  },
})
