import { z } from 'zod'
import { today_in } from '#domain/windows.ts'
import { job } from '#engine/job.ts'
import { measure_impacts_of } from '#impact/measure.ts'

/** A pass reads half a year of figures for each action that is due. */
const STATEMENT_TIMEOUT_MS = 60_000

export const measure_impacts = job({
  about: 'Measure what executed changes of campaigns did, when the days after them are settled.',
  payload: { connection_id: z.uuid() },
  once: ({ connection_id }) => `measure_impacts ${connection_id}`,
  attempts_max: 5,
  group: 'long',
  async run({ connection_id }, { org_id, parts, now: clock, in_org }) {
    const org = await parts.directory.org(org_id)
    if (!org) return
    const { connectors, directory } = parts
    const now = clock()
    const shared = <T>(of: string, read: () => Promise<T>) => directory.shared(of, read)
    await in_org(
      (db) =>
        measure_impacts_of({ db, org, now, today: today_in(org.time_zone, now), connectors, shared }, connection_id),
      { statement_timeout_ms: STATEMENT_TIMEOUT_MS },
    )
  },
})
