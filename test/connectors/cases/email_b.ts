import { type Cells, documented, tests_of } from './cell.ts'

const vendor = documented('OpenAPI document of Mailchimp, version 3.0.55', '2026-11')
const unit = tests_of('src/connectors/email_b/email_b.test.ts')
const contract = tests_of('test/vendors/email_b.test.ts')

const NO_DAYS = 'No figures by day are read: reports have results of a whole campaign.'

export const email_b: Cells = {
  contract: vendor.contract,
  cells: {
    ...vendor.one_account,
    ...vendor.typed_key,
    ...vendor.no_orders,
    ...vendor.no_reports,
    ...vendor.no_webhooks,
    ...vendor.no_shop,
    ...vendor.no_writes,
    ...vendor.no_tests,
    5: unit('tags that Mailchimp does not list are counted'),
    9: contract(
      'the sandbox refuses an eleventh request at the same time, a page too large, another data center and an unknown key',
    ),
    16: unit('an account with an unknown time zone is read in UTC'),
    17: vendor.cannot(NO_DAYS),
    18: unit('revenue is exact, in the currency of the shop; what cannot be read is null and counted'),
    19: tests_of('test/sync/stage.test.ts')(
      'a checkout that became an order, and a broadcast with new results, are restatements; other columns are none',
    ),
    20: contract('results are those of the reports; what nobody tracks or reports is null, and never zero'),
    21: contract('a broadcast counts once: neither its combinations nor emails of automations are broadcasts'),
    22: unit('what a report lacks is null, and never zero'),
    25: vendor.cannot('Ids that the connector stores are text.'),
    28: unit('changes are asked for with a second more on both sides, in the vendor’s format'),
    30: vendor.cannot('Reports and members are kept as long as the account. No term is published.'),
  },
}
