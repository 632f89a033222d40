import type { OrderedReport, ReportStore } from '#engine/vendors/reports.ts'

/** Ordered reports in memory. */
export function memory_reports(): ReportStore & { clear(): void } {
  const kept = new Map<string, OrderedReport>()
  return {
    find: async (request) => kept.get(request),
    keep: async (request, report) => void kept.set(request, report),
    clear: () => kept.clear(),
    forget: async (request) => void kept.delete(request),
  }
}
