// The parameter `platform` of the lists of stores.
import { z } from 'zod'
import { stores } from '#figures/groups.ts'

export const platform = z
  .enum(stores.platforms, `must be a store platform: ${stores.platforms.join(', ')}`)
  .optional()
  .describe('Store platform.')

/** The group for only one platform, if one is given. */
export const of_platform = <Of extends { platforms: readonly string[] }>(of: Of, given: string | undefined): Of =>
  given === undefined ? of : { ...of, platforms: [given], label: given }
