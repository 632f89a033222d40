// Reports that Amazon builds: asks for one, waits, and reads its file.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { built_for, built_report } from '../reports.ts'
import { created_report_answer, document_answer, report_answer } from './answers.ts'
import { limits } from './limits.ts'
import { REPORTS } from './version.ts'

const PATH = `/reports/${REPORTS}`
const RUNNING = ['IN_QUEUE', 'IN_PROGRESS']
const REASON_CHARS_MAX = 200
/** Reports usually take minutes, and hours on busy days. */
const BUILT_AFTER_S = 3 * 3600

interface Ordered {
  reportType: string
  dataStartTime?: string
  dataEndTime: string
  reportOptions?: Record<string, string>
}

/** The text of a report's file. null: there are no data. */
export async function read_report(api: Api, account: Account, ordered: Ordered): Promise<string | null> {
  for await (const text of read_reports(api, account, [ordered])) return text
  return null
}

/** The files of reports that are ordered together. */
export async function* read_reports(
  api: Api,
  { extra }: Account,
  ordered: readonly Ordered[],
): AsyncIterable<string | null> {
  const order = (one: Ordered) => report_of({ ...one, marketplaceIds: [extra?.marketplace_id] })
  for await (const { of, status } of built_for(api, ordered, order)) {
    const { processingStatus, reportDocumentId } = status
    // A report without data is cancelled (page "Verify that report processing is complete", read 2026-11).
    if (processingStatus === 'CANCELLED') {
      yield null
      continue
    }
    const text = reportDocumentId ? await read_document(api, reportDocumentId) : ''
    const reason = text.slice(0, REASON_CHARS_MAX) || 'no reason given'
    if (processingStatus !== 'DONE')
      throw new VendorRefusal('refused', `Marketplace B could not build the report ${of.reportType}: ${reason}.`)
    yield text
  }
}

const report_of = (body: unknown) =>
  built_report({
    order: {
      path: `${PATH}/reports`,
      body,
      schema: created_report_answer,
      pace: limits.createReport,
    },
    id_of: ({ reportId }) => reportId,
    status: (id) => ({
      path: `${PATH}/reports/${id}`,
      schema: report_answer,
      pace: limits.getReport,
    }),
    is_built: ({ processingStatus }) => !RUNNING.includes(processingStatus),
    // The file of a report that failed says why.
    failure: () => undefined,
    every_s: 5,
    for_s: BUILT_AFTER_S,
  })

async function read_document(api: Api, id: string): Promise<string> {
  const { url, compressionAlgorithm } = await api.call({
    path: `${PATH}/documents/${id}`,
    schema: document_answer,
    pace: limits.getReportDocument,
  })
  const is_file = compressionAlgorithm === 'GZIP' ? 'packed_text' : 'text'
  return api.call({ path: url, is_file, schema: z.string() })
}
