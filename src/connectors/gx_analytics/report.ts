// Reads a report of the Analytics Data API as typed lines, one page at a time.
import { z } from 'zod'
import type { Days } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { version } from './version.ts'

/** Rows of one page: the API's default, and small enough for memory. */
const ROWS_OF_A_PAGE = 10_000

const name = z.object({ name: z.string() })
const values = z.array(z.object({ value: z.string().default('') })).default([])
// An empty report has neither rows nor rowCount (analyticsdata v1beta, read 2026-11).
const report_schema = z.object({
  dimensionHeaders: z.array(name).default([]),
  metricHeaders: z.array(name).default([]),
  rows: z.array(z.object({ dimensionValues: values, metricValues: values })).default([]),
  rowCount: z.number().int().default(0),
  metadata: z.object({
    currencyCode: z.string().length(3),
    subjectToThresholding: z.boolean().default(false),
    dataLossFromOtherRow: z.boolean().default(false),
    samplingMetadatas: z.array(z.unknown()).default([]),
    dataTruncationReasons: z
      .array(z.object({ dataTruncationType: z.string().nullish(), dataTruncationDate: z.iso.date().nullish() }))
      .default([]),
  }),
})
type Report = z.output<typeof report_schema>

/** Values by our names, each with Google's name and how its text is read. */
export type Columns = Readonly<Record<string, readonly [name: string, read: (text: string) => unknown]>>
export type Line<C extends Columns> = { [Name in keyof C]: ReturnType<C[Name][1]> } & {
  currency: string
  is_sampled: boolean
  /** Why figures of this report are not exact, separated by spaces. Empty: they are. */
  quality: string
}

/** What Google says of a whole report, and our name of it (ResponseMetaData, analyticsdata v1beta, read 2026-11). */
function quality_of(metadata: Report['metadata']): string {
  const known = {
    sampled: metadata.samplingMetadatas.length > 0,
    thresholded: metadata.subjectToThresholding,
    other_row: metadata.dataLossFromOtherRow,
    truncated: metadata.dataTruncationReasons.length > 0,
  }
  return Object.entries(known)
    .flatMap(([name, holds]) => (holds ? name : []))
    .join(' ')
}

/**
 * Refuses days that Google has deleted, because their missing rows would count as zeros. An answer for days on both sides of the bound is
 * too much, so that the engine asks for fewer days (DataTruncationReason, analyticsdata v1beta, read 2026-11).
 */
function check_kept({ dataTruncationReasons }: Report['metadata'], { from, to }: { from: string; to: string }): void {
  const deleted = dataTruncationReasons.find(
    ({ dataTruncationType }) => dataTruncationType === 'DATA_TRUNCATION_TYPE_PROPERTY',
  )
  const kept_from = deleted?.dataTruncationDate
  if (!kept_from || kept_from <= from) return
  const reason = `Google keeps no data of the property before ${kept_from}, by its setting for data retention.`
  throw new VendorRefusal(kept_from > to ? 'refused' : 'too_much', reason)
}

const WITHHELD =
  'Google gives no row of some days and says that it withholds or shortens the report, so their zeros are not certain.'

/** Limits the rows to some values of a dimension. */
export interface Only {
  dimension: string
  values: readonly string[]
}

const names_of = (columns: Columns) => Object.values(columns).map(([name]) => name)

export function report<const D extends Columns, const M extends Columns>(by: D, measured: M, only?: Only) {
  const dimensions = names_of(by)
  return ({ api, account, from, to, lacks }: Days): AsyncIterable<Line<D & M>[]> => {
    const body = {
      dateRanges: [{ startDate: from, endDate: to }],
      dimensions: dimensions.map((name) => ({ name })),
      metrics: names_of(measured).map((name) => ({ name })),
      ...(only && {
        dimensionFilter: {
          filter: { fieldName: only.dimension, inListFilter: { values: only.values, caseSensitive: true } },
        },
      }),
      // The order of pages is stable only when the sort order has no ties.
      orderBys: dimensions.map((dimension) => ({ dimension: { dimensionName: dimension } })),
      limit: String(ROWS_OF_A_PAGE),
    }
    return api.pages({
      path: `/${version.name}/properties/${account.account_id}:runReport`,
      body,
      schema: report_schema,
      records(page) {
        check_kept(page.metadata, { from, to })
        // No stored row can say that an empty report is not exact. What a report of parts lacks, the site's own days show. A site without
        // visits in these days has such a report too.
        if (page.rowCount === 0 && quality_of(page.metadata) !== '')
          lacks?.({ reason: WITHHELD, ...(dimensions.length === 1 && { is_suspect: true }) })
        return lines<D & M>(page, { ...by, ...measured })
      },
      total: ({ rowCount }) => rowCount,
      // The offset counts requested pages, not received rows. So a row that was sent twice never displaces another row.
      next: (page, { pages }) => {
        const offset = pages * ROWS_OF_A_PAGE
        return offset < page.rowCount ? { body: { ...body, offset: String(offset) } } : null
      },
    })
  }
}

/** A metric of some days together. A report without dimensions has one row, or none without figures. Undefined: Google withholds it. */
export function total(metric: string, only?: Only) {
  const read = report({}, { all: [metric, BigInt] }, only)
  return async (days: Days): Promise<bigint | undefined> => {
    let is_withheld = false
    for await (const [line] of read({ ...days, lacks: () => (is_withheld = true) })) if (line) return line.all
    return is_withheld ? undefined : 0n
  }
}

function lines<C extends Columns>(page: Report, columns: C): Line<C>[] {
  const quality = quality_of(page.metadata)
  const of_report = { currency: page.metadata.currencyCode, is_sampled: quality !== '', quality }
  const headers = [...page.dimensionHeaders, ...page.metricHeaders].map((header) => header.name)
  return page.rows.map((row) => {
    const cells = [...row.dimensionValues, ...row.metricValues]
    const values = Object.entries(columns).map(([name, [field, read]]) => {
      const text = cells[headers.indexOf(field)]?.value
      if (text === undefined) throw new TypeError(`The report has no ${field}.`)
      return [name, read(text)]
    })
    return { ...Object.fromEntries(values), ...of_report } as Line<C>
  })
}
