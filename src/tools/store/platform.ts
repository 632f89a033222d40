// The parameter `platform` of the lists of stores.
import { z } from 'zod'
import { stores } from '#figures/groups.ts'

export const platform = z
  .enum(stores.platforms, `must be a store platform: ${stores.platforms.join(', ')}`)
  .optional()
  .describe('Store platform.')
