// The person whose application password changes pages. Keys of WooCommerce do not open WordPress itself.
import { z } from 'zod'
import type { Api, Settings } from '#engine/connector.ts'
import { is_refusal } from '#engine/vendors/refusal.ts'
import { settings, site_of, uncached } from './lists.ts'
import { PAGES } from './version.ts'

const me_answer = z.object({ capabilities: z.record(z.string(), z.boolean()).nullish() })

/** Editors get the stored text. Readers get it with paragraphs that WordPress adds. */
export const editing = { context: 'edit' }

/** `filtered`: WordPress removes code from the texts of this person. */
type Person = 'hidden' | 'unknown' | 'may_not_publish' | 'filtered' | 'unfiltered'

/** Why a connection without a person who may publish cannot change pages. */
export const refusals: { [Of in Person]?: string } = {
  hidden: 'The host of the site removes the header Authorization, so WordPress sees no password.',
  unknown: 'WordPress does not accept this user with this application password.',
  may_not_publish: 'The person of the application password may not publish pages. Use that of an editor.',
}

/** What the person of the application password may do. */
export async function person_of(api: Pick<Api, 'call'>, given: Settings): Promise<Person> {
  if (settings.parse(given).keys_in_address) return 'hidden'
  try {
    const path = `${site_of(given)}/wp-json/${PAGES}/users/me`
    const { capabilities } = await api.call({ path, query: editing, ...uncached, schema: me_answer })
    if (!capabilities?.edit_pages || !capabilities.publish_pages) return 'may_not_publish'
    return capabilities.unfiltered_html ? 'unfiltered' : 'filtered'
  } catch (error) {
    if (is_refusal(error, 'denied')) return 'unknown'
    throw error
  }
}
