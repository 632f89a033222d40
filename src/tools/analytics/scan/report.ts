// What a scan of a page measured, from a report of Lighthouse. PageSpeed Insights sends the same report.
import { z } from 'zod'

export const devices = ['mobile', 'desktop'] as const
export type Device = (typeof devices)[number]

/** Why a scan has no figures. */
export const failures = [
  'not_loaded',
  'http_error',
  'not_html',
  'nothing_painted',
  'no_figures',
  'refused_address',
  'timed_out',
  'too_large',
  'crashed',
  'busy_service',
  'refused_key',
  'service_failed',
] as const
export type Failure = (typeof failures)[number]

/** The columns of `page_scans` that a scan fills. null: not measured. */
export interface Measured {
  final_url: string | null
  version: string | null
  failure: Failure | null
  failure_detail: string | null
  performance: number | null
  lab_lcp_ms: number | null
  lab_cls: number | null
  lab_ttfb_ms: number | null
  field_of: 'page' | 'origin' | null
  field_lcp_ms: number | null
  field_cls: number | null
  field_ttfb_ms: number | null
  field_inp_ms: number | null
}

const unmeasured: Measured = {
  final_url: null,
  version: null,
  failure: null,
  failure_detail: null,
  performance: null,
  lab_lcp_ms: null,
  lab_cls: null,
  lab_ttfb_ms: null,
  field_of: null,
  field_lcp_ms: null,
  field_cls: null,
  field_ttfb_ms: null,
  field_inp_ms: null,
}

const DETAIL_CHARS_MAX = 200
const URL_CHARS_MAX = 2_000

export const failed = (failure: Failure, detail: string | null = null): Measured => ({
  ...unmeasured,
  failure,
  failure_detail: detail?.slice(0, DETAIL_CHARS_MAX) ?? null,
})

// Names and types: PagespeedApiPagespeedResponseV5 of pagespeedonline v5 (revision 20260629, read 2026-11), and the result of Lighthouse 13.
const audit = z.object({ numericValue: z.number().nonnegative().optional().catch(undefined) })
export const lighthouse_report = z.object({
  lighthouseVersion: z
    .string()
    .max(DETAIL_CHARS_MAX / 2)
    .optional(),
  finalDisplayedUrl: z.string().optional(),
  finalUrl: z.string().optional(),
  runtimeError: z.object({ code: z.string().optional(), message: z.string().optional() }).optional(),
  categories: z.object({ performance: z.object({ score: z.number().min(0).max(1).nullish() }).optional() }).default({}),
  audits: z.record(z.string(), audit).default({}),
})
export type LighthouseReport = z.output<typeof lighthouse_report>

/** Codes of errors, as Lighthouse 13.5 has them in core/lib/lh-error.js (read 2026-11). Others mean that the page was not loaded. */
const by_code: Record<string, Failure> = {
  ERRORED_DOCUMENT_REQUEST: 'http_error',
  NOT_HTML: 'not_html',
  NO_FCP: 'nothing_painted',
  NO_LCP: 'nothing_painted',
  PAGE_HUNG: 'timed_out',
  PROTOCOL_TIMEOUT: 'timed_out',
  TARGET_CRASHED: 'crashed',
}
const NO_ERROR = 'NO_ERROR'

const PERCENT = 100

/** The figures of a lab: one load of the page. Interactions need visitors, so a lab has neither FID nor INP. */
export function measured_by(report: LighthouseReport): Measured {
  const { lighthouseVersion: version = null, runtimeError, categories, audits } = report
  const code = runtimeError?.code ?? NO_ERROR
  if (code !== NO_ERROR) return { ...failed(by_code[code] ?? 'not_loaded', code), version }
  const score = categories.performance?.score ?? null
  const value = (name: string) => audits[name]?.numericValue ?? null
  const figures = {
    performance: score === null ? null : Math.round(score * PERCENT),
    lab_lcp_ms: value('largest-contentful-paint'),
    lab_cls: value('cumulative-layout-shift'),
    lab_ttfb_ms: value('server-response-time'),
  }
  if (Object.values(figures).every((figure) => figure === null)) return { ...failed('no_figures'), version }
  const final_url = report.finalDisplayedUrl ?? report.finalUrl ?? null
  return {
    ...unmeasured,
    version,
    final_url: final_url?.slice(0, URL_CHARS_MAX) ?? null,
    ...figures,
  }
}
