import { z } from 'zod'
import { words } from '#engine/vendors/field_words.ts'
import { oauth2 } from '#engine/vendors/vendor_auth.ts'
import { message } from '#messages/message.ts'
import { ad_connector } from '../ads.ts'
import { amazon_regions } from '../amazon_sign_in.ts'
import { OF_AGENCY, read_accounts } from './accounts.ts'
import { classify_answer } from './errors.ts'
import { days } from './report.ts'
import { ad_groups, ads, campaigns } from './structure.ts'
import { version } from './version.ts'

/** Hosts by region. A profile answers at the host of its marketplace only (guides/account-management, read 2026-11). */
const hosts = {
  na: 'advertising-api.amazon.com',
  eu: 'advertising-api-eu.amazon.com',
  fe: 'advertising-api-fe.amazon.com',
}
const region = z.enum(['na', 'eu', 'fe'])

export const mpb_ads = ad_connector({
  title: 'Marketplace B ads',
  platform: {
    vendor: 'Amazon',
    product: 'Amazon Ads',
    credentials: message('credentials.mpb_ads'),
    by_hand:
      'A user of the advertising accounts consents to the permission, and the answer of the sign-in has the refresh token.',
    version,
    scopes: ['advertising::campaign_management'],
    source: 'https://advertising.amazon.com/API/docs/en-us/guides/get-started/overview (read 2026-11)',
    remarks: [
      'Amazon builds each report within three hours. Conversions are purchases within 14 days of a click, and of a view for Sponsored Display and Sponsored Television.',
      'The newest 95 days are read. Of a profile with campaigns of Sponsored Brands they are 60, and with Sponsored Display 65: Amazon keeps no older figures of these.',
      'Ads have no pictures: Amazon keeps them in a library of their own, which is not read. Ads of Sponsored Products have no text. They show the title of their product.',
      'Amazon has no figures of a profile by day: the coarsest lines of its reports are campaigns (guides/reporting/v3/report-types, `groupBy`, read 2026-11). A summary adds up the same lines. So nothing confirms that its reports are complete.',
      'Amazon has reports of Sponsored Television by campaign and ad group, and none by ad. So ads have no figures of it.',
      'Ads of the demand-side platform (Amazon DSP) are not read: they belong to accounts of their own, with an API of their own.',
      'Reports lack Sponsored Brands campaigns of the old form with one ad group (`isMultiAdGroupsEnabled`, guides/reporting/v3/report-types, read 2026-11).',
    ],
  },
  auth: oauth2({ token_url: 'https://api.amazon.com/auth/o2/token' }),
  settings: { region: region.default('na').meta({ ...words('region'), description: amazon_regions }) },
  api: {
    base_url: (settings) => `https://${hosts[region.catch('na').parse(settings.region)]}`,
    // Files of reports are at hosts of the region's storage (names unverified). Requests for them have no credential.
    hosts: [...Object.values(hosts), '*.amazonaws.com'],
    // The name of this header differs between APIs of different age.
    headers: ({ client_id = '' }) => ({
      'amazon-advertising-api-clientid': client_id,
      'amazon-ads-clientid': client_id,
    }),
    // Limits change with the load of the region (reference/concepts/rate-limiting, read 2026-11).
    pace: { per_second: 5, per_minute: 120 },
    classify: classify_answer,
  },
  accounts: {
    about: 'Profiles to read. When absent: every profile of the user in the region.',
    read: ({ api }) => read_accounts(api),
    without_figures: [OF_AGENCY],
  },
  streams: { ...days, campaigns, ad_groups, ads },
})
