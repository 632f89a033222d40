// The end of the app in a shop. Shopify has no request that ends one token (appUninstall of the schema 2026-07, read 2026-11).
import { z } from 'zod'
import type { Api } from '#engine/connector.ts'
import { uninstall_document } from './documents.ts'
import { path } from './lists.ts'

const answer = z.object({ data: z.object({ appUninstall: z.object({}).nullable() }) })

/** A refusal in the answer is one for every mutation. */
export async function uninstall(api: Api): Promise<void> {
  await api.call({ path, body: { query: uninstall_document }, schema: answer })
}
