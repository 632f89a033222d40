import { z } from 'zod'
import { type PlatformKey, platform_keys } from '#domain/platforms.ts'
import { type Module, modules } from '#engine/access/modules.ts'
import { typed_keys } from '#engine/connector/sign_in.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'

/** The module that has the tools with the figures of a platform. Other platforms have their tools always. */
const module_of: Partial<Record<PlatformKey, Module>> = {
  mpa: 'module_mpa',
  net_c: 'module_organic_social',
  social_a: 'module_organic_social',
  tx_ads: 'module_tx_ads',
}

const platform = z.strictObject({
  platform: z.enum(platform_keys),
  vendor: own_text(),
  kind: own_text().describe('ads, store, email and so on.'),
  streams: z.array(own_text()).describe('Kinds of data that are read.'),
  signs_in: z
    .enum(['browser', 'keys'])
    .describe('browser: the person allows access at the platform; keys: they type keys.'),
  makes_changes: z.boolean().describe('Tablero can make changes there, each after an approval.'),
  module_off: z.enum(modules).nullable().describe('The module of its figures, when it is off for the organization.'),
})

export const list_platforms = tool({
  about: 'Platforms that can be connected, the most used first.',
  scopes: ['connections:read'],
  effect: 'read',
  internal: true,
  input: {},
  result: { count: z.int(), platforms: z.array(platform) },
  async run(_, { connectors, sign_ins, org }) {
    const platforms = platform_keys.flatMap((key) => {
      const connector = connectors[key]
      if (!connector) return []
      const module = module_of[key]
      const { kind } = sign_ins[key] ?? typed_keys
      return [
        {
          platform: key,
          vendor: connector.platform.vendor,
          kind: connector.kind,
          streams: Object.keys(connector.streams),
          signs_in: kind === 'keys' ? ('keys' as const) : ('browser' as const),
          makes_changes: Object.keys(connector.actions ?? {}).length > 0,
          module_off: module && org.modules_off.has(module) ? module : null,
        },
      ]
    })
    return { count: platforms.length, platforms }
  },
})
