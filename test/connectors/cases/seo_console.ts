import { type Cells, documented, tests_of, without } from './cell.ts'

const vendor = documented('discovery document of searchconsole v1, revision 20260805', '2026-08')
const unit = tests_of('src/connectors/seo_console/seo_console.test.ts')
const contract = tests_of('test/vendors/seo_console.test.ts')

export const seo_console: Cells = {
  contract: vendor.contract,
  cells: {
    ...without.orders,
    ...without.reports,
    ...without.changes,
    ...without.webhooks,
    ...without.writes,
    18: vendor.has_no('money', 'seo_console/searchconsole.v1.discovery.json', '"ApiDataRow"'),
    25: vendor.has_no('number_ids', 'seo_console/searchconsole.v1.discovery.json', '"siteUrl"'),
    ...without.people,
    5: contract(
      'the sum over queries is below the total of the day; the sums over pages and over places are equal to it',
    ),
    11: tests_of('test/connectors/cases/known_ends.test.ts')(
      'seo_console: the answer of the sign-in says when the access ends',
    ),
    21: unit('countries and devices are read together, in our spelling, with positions weighted by impressions'),
    22: unit('an answer with an empty list of rows is requested again; an answer without the list has no data'),
    30: tests_of('test/connectors/cases/kept_days.test.ts')(
      'seo_console: the history asks for no day that is not kept',
    ),
    34: vendor.cannot(
      'A site has no mark of a test, and figures are those of searches at Google.',
      'developers.google.com/webmaster-tools/v1/sites',
      '2026-11',
    ),
  },
}
