import { type OrderedReport, type Reports, reports_in } from '#engine/vendors/reports.ts'

/** Ordered reports in memory. */
export function memory_reports(): Reports & { clear(): void } {
  const kept = new Map<string, OrderedReport>()
  const reports = reports_in({
    find: async (request) => kept.get(request),
    keep: async (request, report) => void kept.set(request, report),
    forget: async (request) => void kept.delete(request),
  })
  return Object.assign(reports, { clear: () => kept.clear() })
}
