import { ad_writes, all, type Cells, documented, tests_of } from './cell.ts'

const vendor = documented('TikTok API for Business, v1.3', '2026-11')
const unit = tests_of('src/connectors/tx_ads/tx_ads.test.ts')
const contract = tests_of('test/vendors/tx_ads.test.ts')

export const tx_ads: Cells = {
  contract: vendor.contract,
  cells: {
    ...vendor.no_orders,
    ...vendor.no_reports,
    ...vendor.no_changes,
    ...vendor.no_webhooks,
    ...vendor.no_shop,
    ...vendor.no_tests,
    4: contract('what is deleted keeps its spend at every level, and stays in the lists'),
    5: contract(
      'an advertiser with 20,000 ads or more keeps all its figures, although TikTok reports only the newest ads',
    ),
    10: vendor.cannot('A token has no refresh token.'),
    11: vendor.cannot('A token has no end.'),
    12: vendor.cannot('The secret of an app is used for the sign-in and the list of advertisers, and has no end.'),
    16: contract('advertisers say when they began and in which zone they count, and a draft is named'),
    18: contract('the campaigns of a day add up to the total of the advertiser, with those that no list contains'),
    20: unit(
      'a kind of sale that the platform does not have is left out, and without any kind claims are null, as is such a reach',
    ),
    21: all(
      unit(
        'purchases on the site, in the app and in the shop are added; other goals are not',
        'the spend that no campaign has is a line of its own',
      ),
      contract("the account's own total of a day is the sum of its campaigns, with deleted ones"),
    ),
    22: unit(
      'a kind of sale that the platform does not have is left out, and without any kind claims are null, as is such a reach',
    ),
    30: vendor.cannot('The vendor names no limit of the history (portal/docs?id=1738864850353154).'),
    33: ad_writes,
  },
}
