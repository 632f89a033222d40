import { all, type Cells, documented, tests_of } from './cell.ts'

const vendor = documented('documents of the Instagram platform', '2026-06')
const unit = tests_of('src/connectors/social_a/social_a.test.ts')
const contract = tests_of('test/vendors/social_a.test.ts')
const short_lived = tests_of('test/sync/short_lived.test.ts')
const meta = tests_of('src/connectors/meta.test.ts')

export const social_a: Cells = {
  contract: vendor.contract,
  cells: {
    ...vendor.no_orders,
    ...vendor.no_reports,
    ...vendor.no_webhooks,
    ...vendor.no_shop,
    ...vendor.no_writes,
    ...vendor.no_tests,
    ...vendor.no_money,
    4: short_lived(
      'a post that vanished is marked and keeps its numbers, those of other accounts do not, and it can return',
    ),
    5: vendor.cannot(
      'Lists have a cursor up to their last page. Days are asked for 30 at a time, which the vendor allows.',
    ),
    7: all(
      unit(
        'a metric that Instagram refuses costs only its own figure',
        'a refusal of a whole account is none of single metrics',
      ),
    ),
    9: meta('the connector waits for the minutes until an account regains access'),
    10: vendor.cannot('There are no refresh tokens: a token that is valid is exchanged, and the old one stays valid.'),
    11: meta('a token is renewed at half its life, with the newest token'),
    16: contract('the days of requests are those of Pacific time, on days of a change of daylight time too'),
    20: tests_of('test/query/social.test.ts')('list_social_metrics has every day, and no sum of reach or of followers'),
    21: vendor.cannot('Figures of an account and a post come whole. Album children have none of their own.'),
    22: unit('an empty set is no zero, a zero is one, and a missing metric is unknown'),
    28: contract('a post that does not exist any more is found missing, and one that does is read by its id'),
    30: short_lived('stories that ended stay with the figures that were last read'),
  },
}
