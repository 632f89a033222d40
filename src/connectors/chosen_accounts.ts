import { z } from 'zod'

/** Ids of accounts are numbers on most platforms. */
const NUMBER = z.string().regex(/^\d+$/)

/** The setting with which an organization limits a connection to some accounts. `about` describes it. */
export const chosen_accounts = (about: string, id: z.ZodString = NUMBER) => ({
  account_ids: z.array(id).min(1).optional().describe(about),
})
