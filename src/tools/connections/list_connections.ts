import { z } from 'zod'
import { tool } from '#engine/tool.ts'
import { connection_fields, connection_listing, describe_connection, list_of, read_connections } from './connection.ts'

export const list_connections = tool({
  about: 'Connected platforms with sync state and a health verdict that says whether their figures can be believed.',
  keywords: {
    es: 'qué plataformas conexiones fuentes de datos sanas integraciones conectadas estado salud sincronizado plataformas cuentas vinculadas',
    en: 'which sources integrations connected accounts linked status healthy working',
    pt: 'quais plataformas conexões fontes de dados saudáveis integrações conectadas estado saúde sincronizado plataformas contas vinculadas',
  },
  scopes: ['connections:read'],
  effect: 'read',
  input: {},
  result: {
    connections: z.array(z.strictObject(connection_fields)).describe('Disconnected ones are left out.'),
    ...connection_listing,
  },
  example: {},
  async run(_, context) {
    const rows = await read_connections(context).where('c.status', '=', 'active').execute()
    return list_of(
      rows.map((row) => describe_connection(row, context)),
      'run_readonly_sql names the others: store_connections, ad_accounts.',
    )
  },
})
