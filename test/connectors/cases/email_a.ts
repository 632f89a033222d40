import { type Cells, documented, tests_of } from './cell.ts'

const vendor = documented('OpenAPI document of Klaviyo, revision 2026-07-15', '2026-07')
const records = tests_of('test/vendors/email_a_records.test.ts')
const contract = tests_of('test/vendors/email_a.test.ts')

export const email_a: Cells = {
  contract: vendor.contract,
  skips: { zone: 'Days are asked for in a zone, and the stand-in counts days in that of its account only.' },
  cells: {
    ...vendor.one_account,
    ...vendor.typed_key,
    ...vendor.no_orders,
    ...vendor.no_reports,
    ...vendor.no_webhooks,
    ...vendor.no_shop,
    ...vendor.no_writes,
    ...vendor.no_tests,
    5: vendor.cannot(
      'Lists have a cursor up to their last page, and no cap. Reports are ordered for one year of campaigns.',
    ),
    18: records('two checkouts with the same id of an integration stay two, and odd values are null and counted'),
    20: contract('days of a campaign add up to its totals'),
    21: records('orders of all shops of an account are added up, and the account names the shops'),
    22: records('two checkouts with the same id of an integration stay two, and odd values are null and counted'),
    24: tests_of('test/query/carts.test.ts')(
      'a cart that was completed in the store is no abandoned cart of the email platform',
    ),
    25: vendor.cannot('Each id is text, also those that look like numbers.'),
    28: records(
      'a first load can start with the newest records: people by creation, carts with the orders of the week after',
    ),
    30: vendor.cannot('No term is published after which events or profiles are deleted.'),
  },
}
