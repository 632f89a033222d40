import { all, type Cells, documented, shared_limits, tests_of, without } from './cell.ts'

const vendor = documented('learn.microsoft.com, Ads Reporting of LinkedIn', '2026-06')
const contract = tests_of('test/vendors/net_c_ads.test.ts')

export const net_c_ads: Cells = {
  contract: vendor.contract,
  cells: {
    ...without.orders,
    ...without.reports,
    ...without.changes,
    ...without.webhooks,
    4: contract('the days of every level add up to the total of the account, with what was deleted'),
    5: contract(
      'a report with 15,000 lines is read again for fewer days',
      'one day with 15,000 lines is read by campaigns, and the days are those of the whole report',
    ),
    9: all(
      shared_limits,
      tests_of('src/connectors/linkedin.test.ts')(
        'a spent quota pauses until midnight in UTC, for the app that it names, and another limit as the engine decides',
      ),
    ),
    11: tests_of('test/connectors/cases/known_ends.test.ts')(
      'net_c_ads: the answer of the sign-in says when the access ends',
    ),
    16: contract('test accounts are named and not read, and every account counts its days in UTC'),
    18: contract('real reports become the figures of a day, also one with a tiny negative cost'),
    20: tests_of('test/query/people.test.ts')(
      'the people that ads reached on a day are added up in no figure and in no view',
    ),
    21: contract('conversions on the site and forms of LinkedIn are added, and only the former have a value'),
    22: contract('real reports become the figures of a day, also one with a tiny negative cost'),
    30: vendor.cannot(
      'Figures of ten years are kept, and as many are read.',
      'learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting',
      '2026-06',
    ),
    ...without.writes,
    34: contract('test accounts are named and not read, and every account counts its days in UTC'),
  },
}
