// Insights of an ad account at Meta: lines of a request, or of a report that Meta builds in the background.
import { z } from 'zod'
import type { Report } from '#engine/connector/report.ts'
import type { Account, Api, Query } from '#engine/connector.ts'
import { field_list, is_no_object, read_list } from './meta.ts'
import { or_otherwise } from './reports.ts'

const PAGE = 500

export interface Source {
  api: Api
  account: Account
}

export const insights_of = ({ account }: Pick<Source, 'account'>) => `/act_${account.account_id}/insights`

/** Lines of an account. Meta builds what is too much in the background. `is_refused`: so it does not. */
export function read_insights<Line>(source: Source, item: z.ZodType<Line>, query: Query, is_refused?: boolean) {
  const pages = read_list(source.api, insights_of(source), item, { ...query, limit: PAGE })
  return or_otherwise(pages, { is_refused, read: () => read_built(source, item, query) })
}

/**
 * Lines that Meta builds in the background. Servers of Meta can lack a report that another one calls completed, also between two of its
 * pages (airbyte issue 46545, 2024-10).
 */
export async function* read_built<Line>(source: Source, item: z.ZodType<Line>, query: Query) {
  for await (const { id } of source.api.built([report_of(insights_of(source), query)]))
    yield* read_list(source.api, `/${id}/insights`, item, { limit: PAGE }, { is_not_yet: is_no_object })
}

const started = z.object({ report_run_id: z.string() })
const run = z.object({
  async_status: z.string(),
  async_percent_completion: z.number(),
  error_message: z.string().optional(),
})
const failed = ['Job Failed', 'Job Skipped']
/** Just after its order, Meta may not know a report yet (singer-io/tap-facebook, retry_pattern, read 2026-11). */
const unknown = { is_not_found: is_no_object, if_not_found: () => ({ async_status: '', async_percent_completion: 0 }) }

/** Meta needs up to an hour, and can report 100 percent while the job still runs (insights best practices, read 2026-11). */
const report_of = (path: string, query: Query): Report<z.infer<typeof started>, z.infer<typeof run>> => ({
  order: { path, query, method: 'POST', schema: started },
  id_of: ({ report_run_id }) => report_run_id,
  status: (report) => ({ path: `/${report}`, query: { fields: field_list(run) }, schema: run, ...unknown }),
  is_built: (at) => at.async_status === 'Job Completed' && at.async_percent_completion === 100,
  failure: (at) => (failed.includes(at.async_status) ? (at.error_message ?? at.async_status) : undefined),
  every_s: 15,
  for_s: 3_600,
})
