import { sql } from 'kysely'
import { z } from 'zod'
import { has_part } from '#db/part_of_text.ts'
import { counted, limit, listed } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import { searched_address, URL_CHARS_MAX } from './page_address.ts'
import { device, score_columns, score_fields, shown_score } from './scores.ts'

const scores = listed(
  'scores',
  z.strictObject(score_fields),
  'These are the latest; give url or device, or raise limit.',
  'Latest first.',
  {
    short: {
      fields: ['url', 'device', 'scanned_at', 'performance', 'laboratory', 'field'],
      differing: ['failed', 'method'],
    },
  },
)

export const query_pagescore_scores = tool({
  about:
    'Page speed scores of earlier scans, latest first: performance, LCP, CLS, TTFB and INP, of lab loads and of real visitors.',
  keywords: {
    es: 'velocidad de la página web carga lenta Core Web Vitals PageSpeed Lighthouse puntajes historial móvil',
    en: 'page speed website slow loading Core Web Vitals PageSpeed Lighthouse scores history mobile',
    pt: 'velocidade da página site carregamento lento Core Web Vitals PageSpeed Lighthouse pontuações histórico celular',
  },
  scopes: ['analytics:read'],
  effect: 'read',
  input: {
    url: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(URL_CHARS_MAX, `must be at most ${URL_CHARS_MAX} characters`)
      .refine((given) => !given.includes('\0'), 'must not contain a NUL character')
      .optional()
      .describe('A whole public address: only this page. Other text: pages whose address contains it.'),
    device: device.optional(),
    limit: limit(50),
  },
  result: scores.fields,
  example: { limit: 10 },
  async run({ url, device, limit }, { db }) {
    const address = url === undefined ? undefined : searched_address(url)
    let matching = db.selectFrom('page_scans')
    if (address !== undefined)
      matching = matching.where(({ or, eb }) => or([eb('url', '=', address), eb('final_url', '=', address)]))
    else if (url !== undefined) matching = matching.where(has_part(sql.ref('url'), url))
    if (device !== undefined) matching = matching.where('device', '=', device)
    const rows = await matching
      .select(score_columns)
      .select(counted(matching))
      .orderBy('scanned_at', 'desc')
      .orderBy('scan_id', 'desc')
      .limit(limit)
      .execute()
    return scores.of(rows.map(shown_score), rows[0]?.total ?? 0)
  },
})
