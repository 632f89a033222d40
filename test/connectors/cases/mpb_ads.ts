import { all, type Cells, documented, tests_of, without } from './cell.ts'

const vendor = documented('OpenAPI document of Amazon Ads, Offline Report 3.0', '2026-03')
const unit = tests_of('src/connectors/mpb_ads/mpb_ads.test.ts')
const contract = tests_of('test/vendors/mpb_ads.test.ts')
const reports = tests_of('src/engine/vendors/reports.test.ts')

export const mpb_ads: Cells = {
  contract: vendor.contract,
  cells: {
    ...without.orders,
    ...without.changes,
    ...without.webhooks,
    ...without.people,
    4: contract('the kinds of ads are added, with archived campaigns, on every level'),
    5: vendor.shown(
      'A report is a file of all lines, and lists have a token up to their last page.',
      'mpb_ads/amazon_ads_v1.openapi.trimmed.json',
      '"nextToken"',
    ),
    9: vendor.shown(
      'No limit of an app is published. Limits change with the load of the region.',
      'mpb_ads/docs_mirror/reference__concepts__rate-limiting.md',
      'based on the overall system load',
    ),
    11: vendor.shown(
      'A refresh token has no end.',
      'mpb_ads/docs_mirror/guides__get-started__retrieve-access-token.md',
      'Refresh tokens do not expire',
    ),
    18: unit('each kind of ads has its own names of sales, and numbers keep their digits'),
    21: contract(
      'the kinds of ads are added, with archived campaigns, on every level',
      'every kind of ads that Amazon publishes is read, or named',
    ),
    22: unit('a column that is missing, and spend that is null, are errors and never zeros'),
    29: all(
      contract(
        'a report is not built twice when the first order was lost: a new start waits for the one in progress',
        'reports that take longer are found again later, without a second order',
        'a report that Amazon could not build refuses the days',
      ),
      reports('a report that fails, or that the platform forgot, ends only its own stream and is ordered again'),
    ),
    30: all(
      tests_of('test/connectors/cases/kept_days.test.ts')('mpb_ads: the history asks for no day that is not kept'),
      tests_of('src/connectors/mpb_ads/kept_days.test.ts')(
        'a profile with SPONSORED_PRODUCTS has 94 days before today, and no more are expected',
        'a profile with SPONSORED_PRODUCTS, SPONSORED_DISPLAY, SPONSORED_BRANDS has 59 days before today, and no more are expected',
      ),
    ),
    ...without.writes,
    34: vendor.shown(
      'Amazon offers test accounts, and no field of a profile marks them. Their campaigns cost nothing, so no spend of them can count.',
      'mpb_ads/docs_mirror/guides__sponsored-products__get-started__auto-campaigns.md',
      'without worrying about ad spend',
    ),
  },
}
