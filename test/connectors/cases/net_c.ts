import { all, type Cells, documented, shared_limits, tests_of, without } from './cell.ts'

const vendor = documented('learn.microsoft.com, Community Management of LinkedIn', '2026-03')
const contract = tests_of('test/vendors/net_c.test.ts')

export const net_c: Cells = {
  contract: vendor.contract,
  cells: {
    ...without.orders,
    ...without.reports,
    ...without.webhooks,
    ...without.writes,
    18: vendor.has_no_by(
      'money',
      'learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics',
    ),
    4: contract('a deleted post is found missing by its id'),
    7: contract(
      'a post that is refused by its id is not treated as a deleted one, and an error that can pass is asked for again',
    ),
    5: contract('a later read ends at the posts that changed before its start'),
    9: all(
      shared_limits,
      tests_of('src/connectors/linkedin.test.ts')(
        'a spent quota pauses until midnight in UTC, for the app that it names, and another limit as the engine decides',
      ),
    ),
    11: tests_of('test/connectors/cases/known_ends.test.ts')(
      'net_c: the answer of the sign-in says when the access ends',
    ),
    16: contract('requests have whole days in UTC that are over, so today is not asked for'),
    20: tests_of('test/query/social.test.ts')('list_social_metrics has every day, and no sum of reach or of followers'),
    21: contract('posts of both kinds have their statistics, by their own parameters'),
    22: contract('a day on which people withdrew reactions keeps its negative count'),
    28: contract('a deleted post is found missing by its id'),
    30: tests_of('test/sync/short_lived.test.ts')(
      'followers of a day that was not read are never filled in, and the covered days start again',
    ),
    34: vendor.shown(
      'A page and a post have no mark of a test.',
      'net_c/third_party/linkedin-organizations-api-openapi.yml',
      'localizedName',
    ),
  },
}
