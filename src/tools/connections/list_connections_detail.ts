import { tool } from '#engine/tool.ts'
import { connections_listed } from '#tools/connection.ts'
import { read_details } from './details.ts'
import { listed_connection, short_details } from './short_details.ts'

const connections = connections_listed(listed_connection, {
  shorter: 'list_connections is the shorter list.',
  short: short_details,
})

export const list_connections_detail = tool({
  about:
    'Every connection, disconnected ones too, with the days that each of its streams has read, what it cannot read, and its last syncs.',
  keywords: {
    es: 'detalle de las conexiones integraciones errores fallos última sincronización desactualizado vencido historial faltan datos permisos que faltan problemas de sincronización cuenta',
    en: 'connection details integrations errors failures last sync expired history missing data missing permissions sync problems account',
    pt: 'detalhe das conexões integrações erros falhas última sincronização desatualizado vencido histórico faltam dados permissões problemas de sincronização conta',
  },
  scopes: ['connections:read'],
  effect: 'read',
  input: {},
  result: connections.fields,
  example: {},
  async run(_, context) {
    return connections.of(await read_details(context))
  },
})
