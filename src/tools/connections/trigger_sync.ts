import { sql } from 'kysely'
import { z } from 'zod'
import { no_platform } from '#domain/platform_names.ts'
import { platform_keys } from '#domain/platforms.ts'
import { listed } from '#engine/lists.ts'
import { refuse } from '#engine/outcomes.ts'
import { start_sync } from '#engine/sync/runs.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { enqueue_sync } from '#jobs/sync_connection.ts'
import { left_out_fields, left_out_of, sign_in_lost, started_sync, sync_follow } from './sync_follow.ts'

/** Maximum number of syncs of one call, so that the answer stays short enough for an agent. */
const SYNCS_MAX = 100

const syncs = listed(
  'syncs',
  started_sync,
  'Call again when these are running: it continues with the connections that were read longest ago.',
)

const platform_key = z.enum(platform_keys, {
  error: ({ input }) => (typeof input === 'string' ? no_platform(input) : undefined),
})

export const trigger_sync = tool({
  about:
    'Start reading new data from a connected platform now. Returns immediately; list_connections shows the progress.',
  keywords: {
    es: 'sincronizar actualizar refrescar traer datos nuevos de una plataforma ahora forzar sincronización',
    en: 'sync refresh reload pull fresh data of a platform now force a sync',
    pt: 'sincronizar atualizar puxar dados novos de uma plataforma agora forçar sincronização',
  },
  scopes: ['connections:write'],
  effect: 'write',
  idempotent: true,
  open_world: true,
  rate: 20,
  follow: sync_follow,
  input: { platform: platform_key.describe('Platform key, for example mx_ads.') },
  result: { platform: own_text(), ...syncs.fields, ...left_out_fields },
  example: { platform: 'mx_ads' },
  async run({ platform }, { db, org, enqueue, connectors, now, limited_until }) {
    if (!connectors[platform])
      refuse(`${platform} cannot be synced yet. Platforms that can: ${Object.keys(connectors).sort().join(', ')}.`)
    const connections = await db
      .selectFrom('connections')
      .select(['connection_id', 'name', 'needs_reconnection', 'limited_until'])
      .where('platform', '=', platform)
      .where('status', '=', 'active')
      .orderBy(sql`last_sync_started_at`, (order) => order.asc().nullsFirst()) // so that the next call continues with the rest
      .orderBy('connection_id')
      .execute()
    if (connections.length === 0) {
      refuse(
        `${platform} is not connected. Call propose_connect_platform with platform '${platform}' for the link where a person connects it.`,
      )
    }
    const usable = connections.filter(({ needs_reconnection }) => !needs_reconnection)
    const lost = connections.filter(({ needs_reconnection }) => needs_reconnection)
    if (usable.length === 0) refuse(sign_in_lost(platform))
    const started = []
    for (const { connection_id, name, limited_until: stored } of usable.slice(0, SYNCS_MAX)) {
      const known = [stored ?? '', (await limited_until(connection_id, platform)) ?? '']
      const until = known
        .filter((at) => Date.parse(at) > now.getTime())
        .toSorted((a, b) => Date.parse(b) - Date.parse(a))[0]
      const { run_id, is_new } = await start_sync(db, enqueue_sync(enqueue), {
        org_id: org.org_id,
        connection_id,
        trigger: 'tool',
        all_streams: true,
      })
      started.push({
        connection_id,
        name,
        run_id,
        state: is_new ? ('started' as const) : ('already_running' as const),
        ...(until && { limited_until: until }),
      })
    }
    return { platform, ...syncs.of(started, usable.length), ...left_out_of(platform, lost) }
  },
})
