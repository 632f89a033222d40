// The parameter `platform` of the lists of stores.
import { z } from 'zod'
import { platforms_of } from '#domain/platforms.ts'

const store_platforms = platforms_of('store')

export const platform = z
  .enum(store_platforms as [string, ...string[]], `must be a store platform: ${store_platforms.join(', ')}`)
  .optional()
  .describe('Store platform.')

/** The group for only one platform, if one is given. */
export const of_platform = <Of extends { platforms: readonly string[] }>(of: Of, given: string | undefined): Of =>
  given === undefined ? of : { ...of, platforms: [given], label: given }
