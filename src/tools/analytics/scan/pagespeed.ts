// A scan by PageSpeed Insights v5. Its answer has a report of Lighthouse, and what visitors measured in Chrome (CrUX), where there are enough.
import { z } from 'zod'
import type { Outbound, OutboundAnswer } from '#engine/vendors/outbound.ts'
import { json_in } from '#lib/lossless_json.ts'
import { type Device, failed, lighthouse_report, type Measured, measured_by } from './report.ts'

// Address and parameters: discovery document of pagespeedonline v5, revision 20260629 (read 2026-11).
const ADDRESS = 'https://pagespeedonline.googleapis.com/pagespeedonline/v5/runPagespeed'
/** A run takes tens of seconds. */
const TIMEOUT_MS = 120_000
/** A report has about 1 MB, with pictures of the page. */
const BYTES_MAX = 32 * 1024 * 1024
/** "Lighthouse returned error" often does not happen again at the next attempt. */
const ATTEMPTS_MAX = 2

const metric = z.object({ percentile: z.number().nonnegative().optional().catch(undefined) })
const experience = z.object({
  origin_fallback: z.boolean().default(false),
  metrics: z.record(z.string(), metric).default({}),
})
const answer_schema = z.object({ lighthouseResult: lighthouse_report, loadingExperience: experience.optional() })
const error_schema = z.object({
  error: z.object({
    message: z.string().default(''),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
})

/** CrUX keeps the shift as a whole number of hundredths. Lighthouse does not. */
const CLS_SCALE = 100

interface PageSpeedScan {
  url: string
  device: Device
  key: string
  outbound: Pick<Outbound, 'fetch'>
  signal: AbortSignal
}

export async function scan_by_pagespeed(scan: PageSpeedScan): Promise<Measured> {
  for (let attempt = 1; ; attempt++) {
    const answer = await request(scan, attempt)
    if (answer === undefined) return failed('service_failed', 'no answer')
    if (answer.status === 200) return measured_of(answer.text)
    if (answer.status < 500 || attempt >= ATTEMPTS_MAX) return failure_of(answer)
  }
}

/** Undefined: the service did not answer. The address has the key, so no error of the request is passed on. */
async function request({ url, device, key, outbound, signal }: PageSpeedScan, attempt: number) {
  const query = new URLSearchParams({ url, strategy: device.toUpperCase(), category: 'PERFORMANCE', key })
  const address = `${ADDRESS}?${query}`
  try {
    return await outbound.fetch({ url: address, timeout_ms: TIMEOUT_MS, bytes_max: BYTES_MAX, signal, attempt })
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

function measured_of(text: string): Measured {
  const read = answer_schema.safeParse(json_in(text))
  if (!read.success) return failed('service_failed', 'an answer in another form')
  const { lighthouseResult, loadingExperience } = read.data
  const measured = measured_by(lighthouseResult)
  return measured.failure === null && loadingExperience ? { ...measured, ...field_of(loadingExperience) } : measured
}

/** What visitors measured. Names of metrics: CrUX as PageSpeed Insights shows it. First input delay ended in 2024-09, so it is not read. */
function field_of({ metrics, origin_fallback }: z.output<typeof experience>): Partial<Measured> {
  const value = (name: string) => metrics[name]?.percentile ?? null
  const shift = value('CUMULATIVE_LAYOUT_SHIFT_SCORE')
  const figures = {
    field_lcp_ms: value('LARGEST_CONTENTFUL_PAINT_MS'),
    field_cls: shift === null ? null : shift / CLS_SCALE,
    field_ttfb_ms: value('EXPERIMENTAL_TIME_TO_FIRST_BYTE'),
    field_inp_ms: value('INTERACTION_TO_NEXT_PAINT'),
  }
  if (Object.values(figures).every((figure) => figure === null)) return {}
  return { ...figures, field_of: origin_fallback ? 'origin' : 'page' }
}

/** Codes in words of Lighthouse in an error, such as 'Lighthouse returned error: FAILED_DOCUMENT_REQUEST. …'. */
const LIGHTHOUSE_ERROR = /Lighthouse returned error: ([A-Z_]{1,60})/

function failure_of({ status, text }: OutboundAnswer): Measured {
  const read = error_schema.safeParse(json_in(text))
  const { message = '', details = [] } = read.data?.error ?? {}
  const code = LIGHTHOUSE_ERROR.exec(message)?.[1]
  if (code) return measured_by(lighthouse_report.parse({ runtimeError: { code } }))
  // Google's words: google.rpc.ErrorInfo with the reason API_KEY_INVALID, and 'API key not valid. …' in older forms.
  const is_key =
    /API key not valid/i.test(message) ||
    status === 401 ||
    status === 403 ||
    details.some(({ reason }) => reason?.startsWith('API_KEY'))
  if (is_key) return failed('refused_key', `status ${status}`)
  return failed(status === 429 ? 'busy_service' : 'service_failed', `status ${status}`)
}
