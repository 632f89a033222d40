import { z } from 'zod'
import { COUNTED_THERE } from '#engine/account_choice.ts'
import type { Pace, VendorAnswer, Verdict } from '#engine/connector.ts'
import { account_connector } from '../chosen_accounts.ts'
import { classify_google_answer, google_auth, google_platform } from '../google.ts'
import { accounts_of, UNVERIFIED_SITE, wider_sites } from './sites.ts'
import { daily, pages, places, queries } from './streams.ts'
import { version } from './version.ts'

/**
 * A property is an address, a domain, or an app (sites.list, siteUrl; googleapis/google-api-dotnet-client issue 1275, read 2026-11). Any
 * other text must not become the id of an account.
 */
const site_url = z.string().regex(/^((https?|android-app):\/\/|sc-domain:)\S+$/)

const sites_schema = z.object({
  siteEntry: z.array(z.object({ siteUrl: site_url, permissionLevel: z.string().optional() })).default([]),
})

/** An answer without data has no `rows`. An empty list means that the service lost the rows; storing it would delete days. */
function classify(answer: VendorAnswer): Verdict | undefined {
  if (empty_rows.safeParse(answer.body).success)
    return { kind: 'transient', reason: 'the rows of an answer are missing.' }
  return classify_google_answer(answer)
}
const empty_rows = z.object({ rows: z.array(z.unknown()).length(0) })

/** Requests of a user that are no queries (developers.google.com/webmaster-tools/limits, read 2026-11). */
const sites_pace: Pace = { key: 'sites', per_second: 20, per_minute: 200 }

export const seo_console = account_connector({
  title: 'Organic search',
  platform: google_platform({
    product: 'Google Search Console',
    apis: ['Google Search Console API'],
    version,
    scopes: ['https://www.googleapis.com/auth/webmasters.readonly'],
    source: 'https://developers.google.com/webmaster-tools/v1/how-tos/authorizing (read 2026-11)',
    wrong_days: [
      {
        from: '2025-05-13',
        to: '2026-04-27',
        tables: ['seo_daily', 'seo_query_daily', 'seo_page_daily', 'seo_place_daily'],
        columns: ['impressions', 'position_weighted'],
        note: 'source.too_many_impressions',
        source:
          '"Data anomalies in Search Console" of 2026-04, as ninety8media.co.uk quotes it, and the end as serpary.com does (read 2026-11)',
      },
    ],
  }),
  kind: 'seo',
  auth: google_auth,
  api: {
    base_url: 'https://searchconsole.googleapis.com',
    // developers.google.cn/webmaster-tools/limits, read 2026-11.
    pace: [
      { of: 'account', per_minute: 1200 },
      { of: 'user', per_minute: 1200 },
      { of: 'app', per_minute: 40_000, per_day: 30_000_000 },
    ],
    calls: { sites: sites_pace },
    classify,
  },
  accounts: {
    about: 'Sites to read (https://shop.example/ or sc-domain:shop.example). When absent: every verified site.',
    id: z.string().min(1),
    async read({ api, wanted }) {
      if (wanted) return accounts_of(wanted.map((siteUrl) => ({ siteUrl })))
      return accounts_of(
        (await api.call({ path: `/webmasters/${version.name}/sites`, pace: sites_pace, schema: sites_schema }))
          .siteEntry,
      )
    },
    without_figures: [UNVERIFIED_SITE, COUNTED_THERE],
    wider: wider_sites,
  },
  streams: { daily, queries, pages, places },
  // Data of new days arrive two to three days late even in normal operation.
  empty_after_days: 5,
})
