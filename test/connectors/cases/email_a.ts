import { type Cells, documented, tests_of, without } from './cell.ts'

const vendor = documented('OpenAPI document of Klaviyo, revision 2026-07-15', '2026-07')
const records = tests_of('test/vendors/email_a_records.test.ts')
const contract = tests_of('test/vendors/email_a.test.ts')

export const email_a: Cells = {
  contract: vendor.contract,
  skips: { zone: 'Days are asked for in a zone, and the stand-in counts days in that of its account only.' },
  cells: {
    ...vendor.one_account('email_a/klaviyo.openapi.trimmed.json', 'return 1 account object'),
    10: vendor.has_no('renewal', 'email_a/klaviyo.openapi.trimmed.json', 'Klaviyo-API-Key your-private-api-key'),
    12: vendor.has_no('app', 'email_a/klaviyo.openapi.trimmed.json', 'Klaviyo-API-Key your-private-api-key'),
    25: vendor.has_no('number_ids', 'email_a/klaviyo.openapi.trimmed.json', '"id":{"type":"string"'),
    ...without.whole_orders,
    ...without.reports,
    ...without.webhooks,
    ...without.writes,
    5: tests_of('src/connectors/email_a/daily.test.ts')(
      'a full page of groups without a link is asked for again for fewer days, and one day of it is an error',
      'the next page of groups is asked for, whichever name its cursor has in the link',
    ),
    9: vendor.cannot(
      'A limit belongs to one account, whatever the number of keys and apps that read it.',
      'developers.klaviyo.com/en/docs/rate_limits_and_error_handling',
      '2026-11',
    ),
    11: vendor.cannot(
      'A private key has no end. It is valid until somebody deletes it.',
      'developers.klaviyo.com/en/docs/retrieve-api-credentials',
      '2026-11',
    ),
    18: records('two checkouts with the same id of an integration stay two, and odd values are null and counted'),
    20: contract('days of a campaign add up to its totals'),
    21: records('orders of all shops of an account are added up, and the account names the shops'),
    22: records('two checkouts with the same id of an integration stay two, and odd values are null and counted'),
    24: tests_of('test/query/carts.test.ts')(
      'a cart that was completed in the store is no abandoned cart of the email platform',
    ),
    28: records(
      'a first load can start with the newest records: people by creation, carts with the orders of the week after',
    ),
    30: vendor.cannot(
      'Events are kept. An answer has at most a year of them, so longer histories are read in parts.',
      'developers.klaviyo.com/en/docs/using_the_query_metric_aggregates_endpoint',
      '2026-11',
    ),
    34: contract('a test account is named with the reason, and another is read'),
  },
}
