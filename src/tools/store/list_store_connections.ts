import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { healths } from '#domain/health.ts'
import { listed } from '#engine/lists.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, own_text, platform_word } from '#engine/texts.ts'
import { type Context, tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { platform } from '#tools/store/platform.ts'

const missing = z.strictObject({
  stream: own_text().describe('What is not read, or only in part, such as orders.'),
  reason: outside_text(LONG_TEXT_CHARS_MAX).nullable().describe('The platform’s reason.'),
})

const stores = listed(
  'stores',
  z.strictObject({
    connection_id: z.uuid(),
    platform: own_text(),
    store_id: platform_word().nullable().describe('The platform’s id of the store. null: not read yet.'),
    store_name: outside_text().nullable(),
    store_url: outside_text(LONG_TEXT_CHARS_MAX).nullable(),
    currency: platform_word().nullable().describe('Currency of the store’s books.'),
    time_zone: own_text().nullable(),
    last_sync: own_text().nullable().describe('End of the last sync that ran through.'),
    health: z.enum(healths).describe('Whether figures of the store can be trusted.'),
    scopes_missing: z.array(missing).describe('What the store gives no permission to read.'),
  }),
  'Ask for one platform.',
  'Disconnected ones are left out.',
  {
    // The address tells stores with the same name apart.
    short: {
      fields: ['connection_id', 'platform', 'store_id', 'store_name', 'health', 'last_sync'],
      while_small: ['store_url'],
    },
    has_limit: false,
  },
)

interface StoreRow {
  connection_id: string
  platform: string
  store_id: string | null
  store_name: string | null
  store_url: string | null
  currency: string | null
  time_zone: string | null
  last_sync: string | null
  scopes_missing: { stream: string; reason: string | null }[]
  accounts: Record<string, string>[]
}

async function read_stores({ db }: Context, connection_ids: readonly string[]): Promise<StoreRow[]> {
  const { rows } = await sql<StoreRow>`
    select c.connection_id, c.platform, s.store_id, s.store_name, s.store_url, s.currency, s.time_zone, c.last_sync_at as last_sync,
      coalesce((select jsonb_agg(distinct jsonb_build_object('stream', d.stream, 'reason', d.reason))
        from ${of_org('sync_cursors', 'd')} where d.connection_id = c.connection_id and d.state = 'denied'), '[]') as scopes_missing,
      coalesce((select jsonb_agg(a.extra) from ${of_org('connection_accounts', 'a')}
        where a.connection_id = c.connection_id and a.state = 'read'), '[]') as accounts
    from ${of_org('connections', 'c')}
    left join ${of_org('store_connections', 's')} on s.store_connection_id = c.connection_id
    where c.connection_id = any(${connection_ids}::uuid[])
    order by c.platform, s.store_name, c.connection_id`.execute(db)
  return rows
}

/** The platform denied some streams. Of others, it gives a part. */
function scopes_missing({ platform, scopes_missing, accounts }: StoreRow, { connectors }: Context) {
  const { missing_scopes } = connectors[platform]?.accounts ?? {}
  return [...scopes_missing, ...accounts.flatMap((extra) => missing_scopes?.(extra) ?? [])]
}

export const list_store_connections = tool({
  about: 'Connected stores: address, currency, health, missing permissions.',
  keywords: {
    es: 'tiendas conectadas cuáles tiendas tengo dirección URL moneda permisos última sincronización de la tienda',
    en: 'connected stores shops which stores do I have address URL currency permissions last sync of the store',
    pt: 'lojas conectadas quais lojas tenho endereço URL moeda permissões última sincronização da loja',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: { platform },
  result: { ...stores.fields, ...f.provenance },
  example: {},
  async run({ platform }, context) {
    const { live, shared } = await f.sources_today(context, f.on_platform(f.stores, platform))
    const health = new Map(live.map((source) => [source.connection_id, source.health]))
    const rows = await read_stores(context, [...health.keys()])
    const shown = rows.map(({ accounts, ...row }) => ({
      ...row,
      health: health.get(row.connection_id) ?? ('never_synced' as const),
      scopes_missing: scopes_missing({ ...row, accounts }, context),
    }))
    return { ...stores.of(shown, shown.length), ...shared }
  },
})
