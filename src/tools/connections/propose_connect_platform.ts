import { z } from 'zod'
import { no_platform, platforms_called, with_name } from '#domain/platform_names.ts'
import type { PlatformKey } from '#domain/platforms.ts'
import { refuse } from '#engine/outcomes.ts'
import { own_sentence } from '#engine/sentence.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { message } from '#messages/message.ts'

export const propose_connect_platform = tool({
  about: 'The link where a person connects a platform, or connects it again. Changes nothing by itself.',
  keywords: {
    es: 'conectar vincular agregar cuenta de una plataforma reconectar iniciar sesión autorizar permisos token vencido enlace',
    en: 'connect link add account of a platform reconnect log in again authorize permissions expired token authorization link',
    pt: 'conectar vincular adicionar conta de uma plataforma reconectar fazer login autorizar permissões token expirado link',
  },
  scopes: ['connections:write'],
  effect: 'propose',
  idempotent: true,
  input: {
    platform: z
      .string()
      .min(1)
      .max(40)
      .describe(
        'Platform key, for example mx, gx_ads, email_a, sx, gx_analytics, seo_console, tx_ads; or a name such as Shopify.',
      ),
  },
  result: {
    platform: own_text(),
    url: own_text(z.url()).describe(
      'Deep link to /settings/connections, for a person. It works once, and for 30 minutes.',
    ),
    state: z.enum(['missing', 'connected', 'needs_reconnection']).describe('How the platform stands now.'),
    message: own_sentence('What to tell the person.'),
  },
  example: { platform: 'mx' },
  async run({ platform }, { db, connect_link, connectors }) {
    const [key, ...others] = platforms_called(platform)
    if (!key || others.length > 0) refuse(no_platform(platform))
    if (!connectors[key]) {
      const able = (Object.keys(connectors) as PlatformKey[]).sort().map(with_name)
      refuse(`${with_name(key)} cannot be connected yet. Platforms that can: ${able.join(', ')}.`)
    }
    const connections = await db
      .selectFrom('connections')
      .select('needs_reconnection')
      .where('platform', '=', key)
      .where('status', '=', 'active')
      .execute()
    const broken = connections.some(({ needs_reconnection }) => needs_reconnection)
    const state = connections.length === 0 ? 'missing' : broken ? 'needs_reconnection' : 'connected'
    return {
      platform: key,
      url: connect_link(key),
      state,
      message: message(`connect.${state}`, { platform: message(`platform.${key}`) }),
    } as const
  },
})
