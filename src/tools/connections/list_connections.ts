import { z } from 'zod'
import { tool } from '#engine/tool.ts'
import { connection_fields, connections_listed, describe_connection, read_connections } from './connection.ts'

const connections = connections_listed(z.strictObject(connection_fields), {
  shorter: 'run_readonly_sql names the others: store_connections, ad_accounts.',
  about: 'Disconnected ones are left out.',
})

export const list_connections = tool({
  about: 'Connected platforms with sync state and a health verdict that says whether their figures can be trusted.',
  keywords: {
    es: 'qué plataformas conexiones fuentes de datos sanas integraciones conectadas estado salud sincronizado plataformas cuentas vinculadas',
    en: 'which sources integrations connected accounts linked status healthy working',
    pt: 'quais plataformas conexões fontes de dados saudáveis integrações conectadas estado saúde sincronizado plataformas contas vinculadas',
  },
  scopes: ['connections:read'],
  effect: 'read',
  input: {},
  result: connections.fields,
  example: {},
  async run(_, context) {
    const rows = await read_connections(context).where('c.status', '=', 'active').execute()
    return connections.of(rows.map((row) => describe_connection(row, context)))
  },
})
