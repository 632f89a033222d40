import { type Cells, documented, tests_of } from './cell.ts'

const vendor = documented('discovery document of searchconsole v1, revision 20260805', '2026-08')
const unit = tests_of('src/connectors/seo_console/seo_console.test.ts')
const contract = tests_of('test/vendors/seo_console.test.ts')

export const seo_console: Cells = {
  contract: vendor.contract,
  cells: {
    ...vendor.no_orders,
    ...vendor.no_reports,
    ...vendor.no_changes,
    ...vendor.no_webhooks,
    ...vendor.no_shop,
    ...vendor.no_writes,
    ...vendor.no_tests,
    ...vendor.no_money,
    ...vendor.no_people,
    5: contract(
      'the sum over queries is below the total of the day; the sums over pages and over places are equal to it',
    ),
    11: tests_of('test/connectors/cases/known_ends.test.ts')(
      'seo_console: the answer of the sign-in says when the access ends',
    ),
    21: unit('countries and devices are read together, in our spelling, with positions weighted by impressions'),
    22: unit('an answer with an empty list of rows is requested again; an answer without the list has no data'),
    25: vendor.cannot('Sites, queries and pages are text, and the API has no ids.'),
    30: tests_of('test/connectors/cases/kept_days.test.ts')(
      'seo_console: the history asks for no day that is not kept',
    ),
  },
}
