import { type Cells, documented, tests_of } from './cell.ts'

const vendor = documented('learn.microsoft.com/en-us/clarity/setup-and-installation/clarity-data-export-api', '2026-11')
const unit = tests_of('src/connectors/heat_a/heat_a.test.ts')
const days = tests_of('src/connectors/heat_a/days.test.ts')

const FIVE_DAYS = 'five days of syncs read each day once, agree with the total, and never exceed ten calls a day'
const NEXT_DAY =
  'on the next day, a revoked token needs reconnection, HTML ends the sync, and an empty answer is no zero'

export const heat_a: Cells = {
  contract: vendor.contract,
  skips: {
    read_again: 'The platform gives the last 72 hours only, not days, so that a later answer is of other hours.',
    short_limits: 'The only limit is ten calls a day, which lasts until midnight UTC.',
  },
  cells: {
    ...vendor.one_account,
    ...vendor.typed_key,
    ...vendor.no_orders,
    ...vendor.no_reports,
    ...vendor.no_changes,
    ...vendor.no_webhooks,
    ...vendor.no_shop,
    ...vendor.no_writes,
    ...vendor.no_tests,
    ...vendor.no_money,
    4: vendor.cannot('A page has no record of its own. A page that nobody visits any more has no later rows.'),
    5: unit('an answer of 1,000 rows says that pages can be missing'),
    7: days(NEXT_DAY),
    8: days('a spent quota ends the sync, says when it continues, and the day is read then'),
    9: days('connections with the same token share the ten calls of the day'),
    13: days(NEXT_DAY),
    15: vendor.cannot('The address is the only version, and no page announces another.'),
    16: unit('the last 24 hours are those of yesterday soon after midnight, and one call reads them'),
    17: vendor.cannot('Hours are those of UTC for every project, and there is no currency.'),
    19: vendor.cannot(
      'A day that is over is read once. A later answer is of other hours, and is never stored over it.',
    ),
    20: vendor.cannot('Visitors of a day are stored as they are read, and no figure adds them over days.'),
    21: days(FIVE_DAYS),
    22: days('counts that cannot be read are unknown and stated, and the others are read'),
    25: vendor.cannot('The API has no ids; a project is named by a short text.'),
    26: unit('addresses are one page without their queries, and the row without an address is no page'),
    27: vendor.cannot('An answer is one page.'),
    30: days('days that nobody read within 72 hours are missing, and the coverage begins after them'),
  },
}
