import { type Cells, documented, tests_of, without } from './cell.ts'

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
    ...vendor.one_account('heat_a/SOURCE.md', 'project-live-insights'),
    10: vendor.has_no_by('renewal'),
    12: vendor.has_no_by('app'),
    18: vendor.has_no_by('money'),
    25: vendor.has_no_by('number_ids'),
    ...without.orders,
    ...without.reports,
    ...without.changes,
    ...without.webhooks,
    ...without.writes,
    4: vendor.cannot('A page has no record of its own. A page that nobody visits any more has no later rows.'),
    5: unit('an answer of 1,000 rows says that pages can be missing'),
    7: days(NEXT_DAY),
    8: days('a spent quota ends the sync, says when it continues, and the day is read then'),
    9: days('connections with the same token share the ten calls of the day'),
    11: vendor.cannot('A token of a project has no end. It is valid until an administrator deletes it.'),
    13: days(NEXT_DAY),
    15: vendor.cannot('The address is the only version, and no page announces another.'),
    16: unit('the last 24 hours are those of yesterday soon after midnight, and one call reads them'),
    17: vendor.cannot('Hours are those of UTC for every project, and there is no currency.'),
    19: vendor.cannot(
      'A day that is over is read once. A later answer is of other hours, and is never stored over it.',
    ),
    20: unit(
      'a first read in the evening takes the last three times 24 hours, each for the day of most of its hours',
      'addresses are one page without their queries, and the row without an address is no page',
    ),
    21: days(FIVE_DAYS),
    22: days('counts that cannot be read are unknown and stated, and the others are read'),
    26: unit('addresses are one page without their queries, and the row without an address is no page'),
    27: vendor.shown('An answer is one page.', 'heat_a/SOURCE.md', 'no paging'),
    32: vendor.cannot(
      'Clarity costs nothing, so no project is unpaid.',
      'learn.microsoft.com/en-us/clarity/faq',
      '2026-11',
    ),
    30: days('days that nobody read within 72 hours are missing, and the coverage begins after them'),
    34: vendor.cannot('A project has no mark of a test, and no visit of one has.'),
  },
}
