import { type Cells, documented, tests_of, without } from './cell.ts'

const vendor = documented('discovery document of analyticsdata v1beta, revision 20260909', '2026-09')
const unit = tests_of('src/connectors/gx_analytics/gx_analytics.test.ts')
const contract = tests_of('test/vendors/gx_analytics.test.ts')

export const gx_analytics: Cells = {
  contract: vendor.contract,
  cells: {
    ...without.orders,
    ...without.reports,
    ...without.changes,
    ...without.webhooks,
    ...without.writes,
    25: vendor.has_no(
      'number_ids',
      'gx_analytics/analyticsdata.v1beta.discovery.json',
      'Value as a string if the dimension type is a string.',
    ),
    4: unit('every ordinary property of every account is read; roll-ups and subproperties would count twice'),
    5: unit('a folded row without a day is not stored, and the quality of the others says that it exists'),
    11: tests_of('test/connectors/cases/known_ends.test.ts')(
      'gx_analytics: the answer of the sign-in says when the access ends',
    ),
    9: unit(
      'tokens and faults of the hour or day that are used up end the sync for an hour; other limits are waited for',
    ),
    18: unit('a day becomes a row: whole counts, money in micros, each figure from the column of its name'),
    20: contract('sessions and money of the sources add up to the day, users do not'),
    21: contract('sessions and money of the sources add up to the day, users do not'),
    22: unit('a missing column is an error, not a zero'),
    34: vendor.cannot(
      'A property has no mark of a test. Visits that only a filter in testing would remove are in the figures of Google too.',
      'support.google.com/analytics/answer/10108813',
      '2026-11',
    ),
    30: tests_of('src/connectors/gx_analytics/retention.test.ts')(
      'days that the property has deleted are not covered, and the reason says so',
    ),
  },
}
