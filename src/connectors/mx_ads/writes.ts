// What all changes at Meta share: the permission, the delay, and the validation without a change.
import { z } from 'zod'
import type { ActionSource, WriteRequest } from '#engine/action.ts'
import { checked } from '../ad_actions.ts'

/** Meta names no delay of its lists (Campaign reference, read 2026-11). Two minutes are far beyond what was recorded. */
export const visible_within = { s: 120, source: 'Meta publishes no delay; two minutes are assumed (read 2026-11)' }
export const scopes = ['ads_management']

/** With this option Meta only validates (adcampaigngroup_execution_options, api_specs, read 2026-11). */
export async function validate({ api }: Pick<ActionSource<unknown>, 'api'>, request: WriteRequest): Promise<void> {
  const body = { ...(request.body as object), execution_options: ['validate_only'] }
  await checked(
    api.call({ ...request, body, schema: z.unknown() }),
    'In the business settings of Meta, give this person the right to manage campaigns of the ad account.',
  )
}
