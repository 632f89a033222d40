import { type Cells, documented, tests_of, without } from './cell.ts'

const vendor = documented('Swagger document of Brevo, v3 (getbrevo/brevo-go)', '2026-11')
const unit = tests_of('src/connectors/email_c/email_c.test.ts')
const contract = tests_of('test/vendors/email_c.test.ts')

export const email_c: Cells = {
  contract: vendor.contract,
  cells: {
    ...vendor.one_account('email_c/brevo.swagger.trimmed.json', 'getAccount'),
    10: vendor.has_no(
      'renewal',
      'email_c/brevo.swagger.trimmed.json',
      'The API key should be passed in the request headers as `api-key` for authentication.',
    ),
    12: vendor.has_no(
      'app',
      'email_c/brevo.swagger.trimmed.json',
      'The API key should be passed in the request headers as `api-key` for authentication.',
    ),
    17: vendor.has_no('days', 'email_c/brevo.swagger.trimmed.json', '"statsByDomain"'),
    18: vendor.has_no('money', 'email_c/brevo.swagger.trimmed.json', '"trackableViews"'),
    ...without.orders,
    ...without.reports,
    ...without.webhooks,
    ...without.writes,
    5: unit('a sent campaign with zeros everywhere has no statistics, so that its results stay as they are'),
    9: vendor.cannot(
      'A limit belongs to one account, and no app is shared.',
      'developers.brevo.com/docs/api-limits',
      '2026-11',
    ),
    11: tests_of('test/connect/kinds.test.ts')('is shown with its day, and the connection warns before'),
    16: unit('days are those of UTC, whatever zone the times are in'),
    19: contract(
      'lists answer recent results; older and archived ones are asked for one by one, and none of them is zero',
    ),
    20: unit('opens and clicks are of people, and not the views and clicks of all of them'),
    21: vendor.shown(
      'The statistics of a campaign are whole, and the connector adds no parts.',
      'email_c/brevo.swagger.trimmed.json',
      'globalStats',
    ),
    22: unit('a sent campaign with zeros everywhere has no statistics, so that its results stay as they are'),
    28: contract(
      'lists answer recent results; older and archived ones are asked for one by one, and none of them is zero',
    ),
    30: contract(
      'lists answer recent results; older and archived ones are asked for one by one, and none of them is zero',
    ),
    34: contract('emails of automations are no broadcasts, tests have their first subject, and ids keep all digits'),
  },
}
