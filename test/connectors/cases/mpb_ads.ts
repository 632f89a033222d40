import { all, type Cells, documented, tests_of } from './cell.ts'

const vendor = documented('OpenAPI document of Amazon Ads, Offline Report 3.0', '2026-03')
const unit = tests_of('src/connectors/mpb_ads/mpb_ads.test.ts')
const contract = tests_of('test/vendors/mpb_ads.test.ts')
const reports = tests_of('src/engine/vendors/reports.test.ts')

export const mpb_ads: Cells = {
  contract: vendor.contract,
  cells: {
    ...vendor.no_orders,
    ...vendor.no_changes,
    ...vendor.no_webhooks,
    ...vendor.no_shop,
    ...vendor.no_people,
    ...vendor.no_tests,
    4: contract('the kinds of ads are added, with archived campaigns, on every level'),
    5: vendor.cannot('A report is a file of all lines, and lists have a token up to their last page.'),
    9: vendor.cannot(
      'No limit of an app is published. Limits change with the load of the region.',
      'advertising.amazon.com/API/docs, reference/concepts/rate-limiting',
      '2025-09',
    ),
    11: vendor.cannot(
      'A refresh token has no published end.',
      'advertising.amazon.com/API/docs, access-tokens',
      '2025-09',
    ),
    18: unit('each kind of ads has its own names of sales, and numbers keep their digits'),
    21: contract('the kinds of ads are added, with archived campaigns, on every level'),
    22: unit('a column that is missing is an error, never a zero'),
    29: all(
      contract(
        'a report is not built twice when the first order was lost: a new start waits for the one in progress',
        'reports that take longer are found again later, without a second order',
        'a report that Amazon could not build refuses the days',
      ),
      reports('a report that fails, or that the platform forgot, ends only its own stream and is ordered again'),
    ),
    30: tests_of('test/connectors/cases/kept_days.test.ts')('mpb_ads: the history asks for no day that is not kept'),
    33: vendor.cannot('Tablero changes nothing at this platform. Only reports are ordered, and lists are read.'),
  },
}
