// Insights that Meta builds in the background: POST /act_{id}/insights, then the report's node, then its own insights edge
// (AdReportRun.json, read 2026-11). Each request for the node shows more progress, so that no test has to wait.
import type { FastifyInstance } from 'fastify'
import type { Box } from '../../vendor.ts'
import { GraphError, type Node, no_object, type Params, page, pick, read_fields, version } from './graph.ts'
import { insights } from './insights.ts'
import { account_of } from './nodes.ts'

interface Report {
  id: string
  account_id: string
  params: Params
  seen: number
  /** Requests for its lines. */
  read: number
}

const states = [
  ['Job Not Started', 0],
  ['Job Started', 0],
  ['Job Running', 40],
  // For a short time Meta reports a running job as complete.
  ['Job Running', 100],
  ['Job Completed', 100],
] as const

/** The first of this number of requests for lines is answered by a server that lacks the report. */
const LACKING_READ = 3

const state_of = ({ seen }: Report) => states[Math.min(seen, states.length) - 1] ?? states[0]

export function reports(app: FastifyInstance, { world }: Box) {
  const all = new Map<string, Report>()
  const found = (id: string): Report => {
    const report = all.get(id)
    if (report) return report
    throw no_object(id)
  }

  app.post<{ Params: { node: string } }>(`/${version}/:node/insights`, ({ params, query, body }) => {
    const asked = { ...(query as Params), ...(body as Params | null) }
    const account = account_of(world, params.node)
    insights(world, account, asked)
    const id = `60${String(all.size + 1).padStart(13, '0')}`
    all.set(id, { id, account_id: account.id, params: asked, seen: 0, read: 0 })
    return { report_run_id: id }
  })

  return {
    node(id: string, params: Params): Node {
      const report = found(id)
      report.seen += 1
      // Just after its order, Meta may not know a report yet (singer-io/tap-facebook, retry_pattern, read 2026-11).
      if (report.seen === 1) throw no_object(id)
      const [async_status, async_percent_completion] = state_of(report)
      const node = {
        id,
        account_id: report.account_id,
        async_status,
        async_percent_completion,
        is_running: async_status !== 'Job Completed',
        error_code: null,
        error_message: null,
      }
      return pick(node, read_fields(params.fields ?? 'async_status,async_percent_completion'), 'AdReportRun')
    },
    insights(id: string, params: Params) {
      const report = found(id)
      if (state_of(report)[0] !== 'Job Completed')
        throw new GraphError('Error accessing adreport job.', 2601, { subcode: 1815107 })
      report.read += 1
      // Another server of Meta may not have the report yet (airbyte issue 46545, 2024-10).
      if (report.read % LACKING_READ === 1) throw no_object(id)
      const account = account_of(world, `act_${report.account_id}`)
      return page(insights(world, account, report.params), `/${version}/${id}/insights`, params)
    },
  }
}

const ended = (async_status: string, error_message?: string) => (body: Record<string, unknown>) => {
  if ('async_status' in body) Object.assign(body, { async_status, error_message })
}

/** Reports that fail, expire before they start, or run forever. */
export const report_ends = {
  report_failed: ended('Job Failed', 'Generating the report failed. Try again later.'),
  report_skipped: ended('Job Skipped'),
  report_endless: ended('Job Running'),
}
