// A scan of a page, as answers show it.
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { PageScans } from '#db/schema.ts'
import { exact, to_number } from '#domain/exact.ts'
import { sentence } from '#engine/sentence.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, own_text } from '#engine/texts.ts'
import { message, quoted } from '#messages/message.ts'
import { devices, type Failure } from './scan/report.ts'

/** Milliseconds have no decimals. A layout shift has three. */
const MS_DIGITS = 0
const SHIFT_DIGITS = 3

export const device = z.enum(devices).describe('Simulated device.')

const ms = (about: string) => z.number().nullable().describe(`${about} in ms. null: not measured.`)
const shift = z.number().nullable().describe('Cumulative layout shift. null: not measured.')
const fid_ms = z.null().describe('First input delay: no longer measured by Chrome; INP took its place.')

export const score_fields = {
  scan_id: own_text(),
  url: outside_text(LONG_TEXT_CHARS_MAX),
  final_url: outside_text(LONG_TEXT_CHARS_MAX).nullable().describe('After redirects.'),
  device,
  scanned_at: own_text(),
  method: own_text().describe(
    'pagespeed: PageSpeed Insights. lighthouse: Lighthouse in the local browser, without field figures.',
  ),
  lighthouse_version: outside_text().nullable(),
  failed: sentence('Why the scan has no figures. null: it succeeded.').nullable(),
  performance: z.int().nullable().describe('Score of the lab load, 0 to 100. null: not measured.'),
  laboratory: z
    .strictObject({
      lcp_ms: ms('Largest contentful paint'),
      fid_ms,
      cls: shift,
      ttfb_ms: ms('Response time of the server'),
      inp_ms: z.null().describe('Needs visitors who interact, so a lab load has none.'),
    })
    .describe('One load of the page on a simulated device.'),
  field: z
    .strictObject({
      of: own_text()
        .nullable()
        .describe('page, or origin: the whole site, because the page has too few visitors. null: no figures.'),
      lcp_ms: ms('Largest contentful paint'),
      fid_ms,
      cls: shift,
      ttfb_ms: ms('Time to first byte'),
      inp_ms: ms('Interaction to next paint'),
    })
    .describe('What visitors in Chrome measured in the last 28 days: a high percentile of the page loads.'),
}
type Score = z.input<z.ZodObject<typeof score_fields>>

/** The columns of `page_scans` that answers show. Decimal numbers are text. */
export const score_columns = [
  ...([
    'scan_id',
    'url',
    'final_url',
    'device',
    'scanned_at',
    'method',
    'version',
    'failure',
    'failure_detail',
  ] as const),
  ...(['performance', 'lab_lcp_ms', 'lab_cls', 'lab_ttfb_ms'] as const),
  ...(['field_of', 'field_lcp_ms', 'field_cls', 'field_ttfb_ms', 'field_inp_ms'] as const),
]

type ScanRow = Pick<Selectable<PageScans>, (typeof score_columns)[number]>

const decimal = (text: string | null, digits: number) => (text === null ? null : to_number(exact(text), digits))

export function shown_score(row: ScanRow): Score {
  const { scan_id, url, final_url, scanned_at, method, version, failure, failure_detail, performance } = row
  const why = failure === null ? null : message(`pagescore.${failure as Failure}`)
  return {
    scan_id,
    url,
    final_url,
    device: row.device as Score['device'],
    scanned_at,
    method,
    lighthouse_version: version,
    failed: why && (failure_detail ? message('pagescore.failed', { why, detail: quoted(failure_detail) }) : why),
    performance,
    laboratory: {
      lcp_ms: decimal(row.lab_lcp_ms, MS_DIGITS),
      fid_ms: null,
      cls: decimal(row.lab_cls, SHIFT_DIGITS),
      ttfb_ms: decimal(row.lab_ttfb_ms, MS_DIGITS),
      inp_ms: null,
    },
    field: {
      of: row.field_of,
      lcp_ms: row.field_lcp_ms,
      fid_ms: null,
      cls: decimal(row.field_cls, SHIFT_DIGITS),
      ttfb_ms: row.field_ttfb_ms,
      inp_ms: row.field_inp_ms,
    },
  }
}
