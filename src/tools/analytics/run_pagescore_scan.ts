import { z } from 'zod'
import { refuse } from '#engine/outcomes.ts'
import { type Measuring, tool } from '#engine/tool.ts'
import { check_page, URL_CHARS_MAX } from './page_address.ts'
import { is_installed, scan_by_lighthouse } from './scan/lighthouse.ts'
import { scan_by_pagespeed } from './scan/pagespeed.ts'
import type { Measured } from './scan/report.ts'
import { device, score_columns, score_fields, shown_score } from './scores.ts'

/** Scans of an organization in a minute. Each takes a browser for up to a minute and a half. */
const SCANS_PER_MINUTE = 5

/** What measures, or why nothing can. */
function method_of({ pagespeed_key, chromium }: Measuring) {
  if (pagespeed_key) return { method: 'pagespeed', key: pagespeed_key } as const
  if (chromium && is_installed()) return { method: 'lighthouse', chromium } as const
  if (chromium)
    refuse(
      'The package lighthouse is not installed. The operator installs it with `npm install lighthouse puppeteer-core`, or sets PAGESPEED_API_KEY.',
    )
  refuse(
    'Nothing can measure pages here. The operator sets PAGESPEED_API_KEY to a key of PageSpeed Insights, or installs Chromium and sets CHROMIUM to its path.',
  )
}

export const run_pagescore_scan = tool({
  about:
    'Measures the speed of a public web page now and stores the scores: performance, LCP, CLS, TTFB and INP. Takes up to a minute.',
  keywords: {
    es: 'medir velocidad de la página web ahora test prueba analizar sitio lento PageSpeed Lighthouse Core Web Vitals móvil',
    en: 'measure page speed now run a test of a website audit slow site PageSpeed Lighthouse Core Web Vitals mobile',
    pt: 'medir velocidade da página agora teste analisar site lento PageSpeed Lighthouse Core Web Vitals celular',
  },
  scopes: ['analytics:read'],
  effect: 'write',
  open_world: true,
  rate: SCANS_PER_MINUTE,
  input: {
    url: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(URL_CHARS_MAX, `must be at most ${URL_CHARS_MAX} characters`)
      .refine((given) => !given.includes('\0'), 'must not contain a NUL character')
      .describe('Whole public address of a page, such as https://www.example.com/.'),
    device: device.default('mobile'),
  },
  result: score_fields,
  example: { url: 'https://www.example.com/' },
  async look({ url }, { outbound, signal, measuring }) {
    method_of(measuring)
    return check_page(url, outbound, signal)
  },
  begin: async (_, { look_result }) => ({ address: look_result }),
  async work({ device }, { begin_result, measuring, outbound, step, in_org, now }) {
    const { address: url } = begin_result
    const by = method_of(measuring)
    const measured = await step('measure', ({ signal }): Promise<Measured> => {
      const asked = { url, device, outbound, signal }
      return by.method === 'pagespeed'
        ? scan_by_pagespeed({ ...asked, key: by.key })
        : scan_by_lighthouse({ ...asked, chromium: by.chromium })
    })
    const row = await in_org('store', ({ db }) =>
      db
        .insertInto('page_scans')
        .values({ ...measured, url, device, method: by.method, scanned_at: now.toISOString() })
        .returning(score_columns)
        .executeTakeFirstOrThrow(),
    )
    return shown_score(row)
  },
})
