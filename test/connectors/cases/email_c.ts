import { type Cells, documented, tests_of } from './cell.ts'

const vendor = documented('Swagger document of Brevo, v3 (getbrevo/brevo-go)', '2026-11')
const unit = tests_of('src/connectors/email_c/email_c.test.ts')
const contract = tests_of('test/vendors/email_c.test.ts')

export const email_c: Cells = {
  contract: vendor.contract,
  cells: {
    ...vendor.one_account,
    ...vendor.typed_key,
    ...vendor.no_orders,
    ...vendor.no_reports,
    ...vendor.no_webhooks,
    ...vendor.no_shop,
    ...vendor.no_writes,
    ...vendor.no_money,
    5: unit('a sent campaign with zeros everywhere has no statistics, so that its results stay as they are'),
    16: unit('days are those of UTC, whatever zone the times are in'),
    17: vendor.cannot('The API names neither zone nor currency of an account, and no figures by day are read.'),
    19: contract(
      'lists answer recent results; older and archived ones are asked for one by one, and none of them is zero',
    ),
    20: vendor.cannot('Figures are those of a whole campaign, in which each person counts once. No days are added.'),
    21: vendor.cannot('The statistics of a campaign are whole (globalStats). The connector adds no parts.'),
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
