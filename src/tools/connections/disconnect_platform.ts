import { z } from 'zod'
import { expire } from '#engine/approvals/decide.ts'
import { own_id } from '#engine/fields.ts'
import { refuse } from '#engine/outcomes.ts'
import { cancel_syncs_of } from '#engine/sync/runs.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { disconnect } from '#engine/vendors/connections.ts'
import { withdraw_access } from '#jobs/withdraw_access.ts'

export const disconnect_platform = tool({
  about:
    'Disconnect a platform: its syncs end, and what was read stays. Its access ends there where possible; tokens are wiped within a day.',
  keywords: {
    es: 'desconectar quitar desvincular cuenta de una plataforma revocar acceso dejar de leer eliminar integración conexión',
    en: 'disconnect unlink remove account of a platform revoke access stop reading delete integration connection',
    pt: 'desconectar remover desvincular conta de uma plataforma revogar acesso deixar de ler excluir integração conexão',
  },
  scopes: ['connections:write'],
  effect: 'write',
  destructive: true,
  idempotent: true,
  input: {
    connection_id: own_id('connection_id', 'a connection').describe('Connection to end; list_connections shows them.'),
  },
  result: {
    connection_id: z.uuid(),
    platform: own_text(),
    status: z.literal('revoked'),
    revoked_at: own_text(),
  },
  example: { connection_id: '01980000-0000-7000-8000-000000000000' },
  async run({ connection_id }, { db, now, enqueue }) {
    await cancel_syncs_of(db, connection_id, now)
    const row = await disconnect(db, connection_id, now)
    if (!row) refuse('No connection has this connection_id. list_connections shows them.')
    await expire(db, now)
    await enqueue(withdraw_access, { connection_id })
    return {
      connection_id: row.connection_id,
      platform: row.platform,
      status: 'revoked' as const,
      revoked_at: row.revoked_at!,
    }
  },
})
