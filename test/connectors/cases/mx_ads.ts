import { ad_writes, all, type Cells, documented, tests_of, without } from './cell.ts'

const vendor = documented('api_specs of facebook-business-sdk-codegen', '2026-04')
const unit = tests_of('src/connectors/mx_ads/mx_ads.test.ts')
const contract = tests_of('test/vendors/mx_ads.test.ts')
const meta = tests_of('src/connectors/meta.test.ts')

export const mx_ads: Cells = {
  contract: vendor.contract,
  cells: {
    ...without.orders,
    ...without.changes,
    ...without.webhooks,
    4: contract('what is deleted keeps its spend at every level, and stays in the lists'),
    5: contract(
      'a page that is too large is read in smaller pages, with the same rows',
      'several days that are too large are refused as such, so that fewer days are asked for',
    ),
    9: meta('the connector waits for the minutes until an account regains access'),
    10: vendor.cannot(
      'There are no refresh tokens: a token that is valid is exchanged, and the old one stays valid.',
      'developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived',
      '2026-11',
    ),
    11: meta('a token is renewed at half its life, with the newest token'),
    18: unit(
      'money keeps every cent that Meta sends',
      'a budget is read in hundredths, or in whole units for the currencies that Meta counts so',
    ),
    20: unit('a day without actions or reach has no conversions, and its reach is null'),
    21: all(
      unit(
        'figures by device and country come from ad sets, which have claims whatever their settings, and are added up',
      ),
      contract("the account's own total of a day is the sum of its campaigns, with deleted ones"),
    ),
    22: unit(
      'the value of purchases that Meta gives no value is not known',
      'claims that Meta gives for ad sets only are added up, and those that it gives nowhere are unknown, not zero',
    ),
    29: contract('a report that fails or expires is refused, and one that takes long is awaited'),
    30: contract('the oldest day that the connector asks for is within what Meta gives'),
    33: ad_writes,
    34: vendor.shown('No field of an ad account marks a test.', 'mx_ads/api_specs/AdAccount.json', 'account_status'),
  },
}
