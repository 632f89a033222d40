// The platforms whose worlds are compared: what is read of them, and how often each stream promises to read its days again.
import { connectors } from '#connectors/index.ts'
import type { Connector } from '#engine/connector.ts'
import type { World } from '../../../sandbox/world/types.ts'

export type AdWorld = keyof World['ads']

export interface Kind {
  platform: string
  currency: string
  /** Days of the world before the first sync. */
  age_days: number
  /** Streams that are read. Others would only take time. */
  streams: readonly string[]
  ads?: AdWorld
  /** A platform that has some of the same sales, and is connected too in some worlds. */
  beside?: string
}

const ads = (platform: string, world: AdWorld, ad_groups = 'ad_group'): Kind => ({
  platform,
  currency: 'MXN',
  age_days: 40,
  streams: ['campaign_daily', `${ad_groups}_daily`, 'ad_daily'],
  ads: world,
})
/** Orders of the largest shop are many, so its worlds are younger. */
const sales = (platform: string, currency: string, age_days: number, beside?: string): Kind => ({
  platform,
  currency,
  age_days,
  streams: ['orders', 'charges'],
  beside,
})

export const kinds: readonly Kind[] = [
  ads('mx_ads', 'mx', 'ad_set'),
  sales('sx', 'MXN', 8, 'mpb_sp'),
  ads('gx_ads', 'gx'),
  sales('tnx', 'ARS', 35, 'mpa'),
  ads('tx_ads', 'tx'),
  sales('store_c', 'CLP', 35),
  ads('net_c_ads', 'net_c'),
  sales('mpa', 'MXN', 25),
  ads('net_d_ads', 'net_d'),
  sales('mpb_sp', 'MXN', 25),
  ads('mpb_ads', 'mpb'),
]

/** Days of history of ads. More than a platform restates, so that some days are settled. */
const AD_DAYS = 36

/** The kind of a seed's business. Ad groups are read in every second one, and ads in the others, because both together take time. */
export function kind_of(seed: number): Kind {
  const kind = kinds[(seed - 1) % kinds.length]!
  if (!kind.ads) return kind
  const left_out = kind.streams[1 + (Math.floor((seed - 1) / kinds.length) % 2)]
  return { ...kind, streams: kind.streams.filter((stream) => stream !== left_out) }
}

/** The connectors with the streams that are compared, and less history of ads. */
export function with_few_streams(
  wanted: readonly Kind[],
  all: Record<string, Connector> = connectors,
): Record<string, Connector> {
  return Object.fromEntries(
    wanted.map(({ platform, streams: kept }) => {
      const { streams, ...connector } = all[platform]!
      const few = Object.entries(streams)
        .filter(([name]) => kept.includes(name))
        .map(([name, stream]) => {
          if (!('window' in stream)) return [name, stream]
          const window = { ...stream.window, history_days: Math.min(stream.window.history_days, AD_DAYS) }
          return [name, { ...stream, window }]
        })
      return [platform, { ...connector, streams: Object.fromEntries(few) }]
    }),
  )
}

/** Days that a platform restates, as its connector declares them: every day in this window is read again once a day. */
export const overlap_of = (connector: Connector, stream: string): number => {
  const found = connector.streams[stream]
  return found && 'window' in found ? found.window.overlap_days : 0
}
