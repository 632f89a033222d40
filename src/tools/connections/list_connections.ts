import { z } from 'zod'
import { tool } from '#engine/tool.ts'
import {
  connection_fields,
  connections_listed,
  describe_connection,
  read_connections,
  read_verdicts,
} from '#tools/connection.ts'

const connections = connections_listed(z.strictObject(connection_fields), {
  shorter: 'run_readonly_sql names the others: store_connections, ad_accounts.',
  about: 'Disconnected ones are left out.',
})

export const list_connections = tool({
  about: 'Connected platforms with sync state and a health verdict that says whether their figures can be trusted.',
  keywords: {
    es: 'conexiones plataformas conectadas integraciones cuentas fuentes de datos salud al día desactualizado última sincronización vencido hay que reconectar datos confiables faltan datos permisos que faltan problemas de sincronización',
    en: 'connections connected platforms integrations accounts data sources health up to date last sync expired needs reconnecting missing data trust missing permissions sync problems',
    pt: 'conexões plataformas conectadas integrações contas fontes de dados saúde em dia desatualizado última sincronização vencido precisa reconectar dados confiáveis faltam dados',
  },
  scopes: ['connections:read'],
  effect: 'read',
  is_start: true,
  input: {},
  result: connections.fields,
  example: {},
  async run(_, context) {
    const rows = await read_connections(context).where('c.status', '=', 'active').execute()
    const verdicts = await read_verdicts(context)
    return connections.of(rows.map((row) => describe_connection(row, context, verdicts)))
  },
})
