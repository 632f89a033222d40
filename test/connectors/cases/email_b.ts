import { all, type Cells, documented, shared_limits, tests_of, without } from './cell.ts'

const vendor = documented('OpenAPI document of Mailchimp, version 3.0.55', '2026-11')
const unit = tests_of('src/connectors/email_b/email_b.test.ts')
const contract = tests_of('test/vendors/email_b.test.ts')

export const email_b: Cells = {
  contract: vendor.contract,
  cells: {
    ...vendor.one_account('email_b/mailchimp.openapi.trimmed.json', 'The Mailchimp account ID.'),
    10: vendor.has_no(
      'renewal',
      'email_b/mailchimp.openapi.trimmed.json',
      '"basicAuth":{"scheme":"basic","type":"http"}',
    ),
    12: vendor.has_no('app', 'email_b/mailchimp.openapi.trimmed.json', '"basicAuth":{"scheme":"basic","type":"http"}'),
    17: vendor.has_no(
      'days',
      'email_b/mailchimp.openapi.trimmed.json',
      'An hourly breakdown of the performance of the campaign over the first 24 hours.',
    ),
    ...without.orders,
    ...without.reports,
    ...without.webhooks,
    ...without.writes,
    5: unit('tags that Mailchimp does not list are counted'),
    9: all(
      shared_limits,
      contract(
        'the sandbox refuses an eleventh request at the same time, a page too large, another data center and an unknown key',
      ),
    ),
    11: vendor.cannot(
      'A key, and a token of OAuth, has no end. It is valid until somebody revokes it.',
      'mailchimp.com/developer/marketing/guides/access-user-data-oauth-2',
      '2026-11',
    ),
    16: unit('an account with an unknown time zone is read in UTC'),
    18: unit('revenue is exact, in the currency of the shop; what cannot be read is null and counted'),
    19: tests_of('test/sync/stage.test.ts')(
      'a checkout that became an order, and a broadcast with new results, are restatements; other columns are none',
    ),
    20: contract('results are those of the reports; what nobody tracks or reports is null, and never zero'),
    21: contract('a broadcast counts once: neither its combinations nor emails of automations are broadcasts'),
    22: unit('what a report lacks is null, and never zero'),
    25: vendor.shown(
      'Ids that are stored are text. Those of tags are numbers, and only the names of tags are stored.',
      'email_b/mailchimp.openapi.trimmed.json',
      'A string that uniquely identifies this campaign',
    ),
    28: unit('changes are asked for with a second more on both sides, in the vendor’s format'),
    30: vendor.shown(
      'Lists of campaigns, reports and members have a bound of time only where a request names one.',
      'email_b/mailchimp.openapi.trimmed.json',
      'since_last_changed',
    ),
    34: vendor.shown(
      'A test of an email is an action on its campaign. It makes no campaign and no report.',
      'email_b/mailchimp.openapi.trimmed.json',
      '/actions/test',
    ),
  },
}
