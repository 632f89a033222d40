// Pages that visitors wait for.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { cut_text } from '#lib/text.ts'
import { message } from '#messages/message.ts'
import type { Finding, Rule } from './rule.ts'

/** From here on Google calls a page poor (web.dev/articles/lcp, read 2026-11). */
const LCP_POOR_MS = 4_000
/** An older scan says nothing of today. */
const SCAN_DAYS_MAX = 30
const MS = 1_000

interface Slow {
  url: string
  device: string
  lcp_ms: number
  scanned_at: string
}

export const slow_page: Rule = {
  about: 'A page whose visitors wait more than four seconds for its content.',
  module: 'seo',
  async find({ context: { db, now } }) {
    const since = new Date(now.getTime() - SCAN_DAYS_MAX * 86_400_000).toISOString()
    // One test load proves nothing. The visitors of the page itself do, those of its whole origin do not.
    const { rows } = await sql<Slow>`
      select url, device, field_lcp_ms as lcp_ms, scanned_at from (
        select distinct on (url, device) * from ${of_org('page_scans')}
        where scanned_at > ${since}::timestamptz and failure is null
        order by url, device, scanned_at desc) s
      where field_of = 'page' and field_lcp_ms > ${LCP_POOR_MS}
      order by field_lcp_ms desc, url, device`.execute(db)
    return rows.map(
      ({ url, device, lcp_ms, scanned_at }): Finding => ({
        subject: cut_text(`${device} ${url}`, SUBJECT_CHARS_MAX),
        name: cut_text(url, NAME_CHARS_MAX),
        severity: 'warning',
        title: message('rule.slow_page.title', { url: cut_text(url, NAME_CHARS_MAX) }),
        text: message('rule.slow_page.text', { device, seconds: Math.round(lcp_ms / (MS / 10)) / 10 }),
        evidence: { device, lcp_ms, scanned_at },
        call: { tool: 'query_pagescore_scores', input: { url } },
      }),
    )
  },
}

const SUBJECT_CHARS_MAX = 600
const NAME_CHARS_MAX = 500
