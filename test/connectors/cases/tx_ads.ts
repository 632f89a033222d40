import { ad_writes, all, type Cells, documented, shared, tests_of, without } from './cell.ts'

const vendor = documented('TikTok API for Business, v1.3', '2026-11')
const unit = tests_of('src/connectors/tx_ads/tx_ads.test.ts')
const contract = tests_of('test/vendors/tx_ads.test.ts')
const advertisers = tests_of('test/vendors/tx_ads_advertisers.test.ts')

export const tx_ads: Cells = {
  contract: vendor.contract,
  cells: {
    ...without.orders,
    ...without.reports,
    ...without.changes,
    ...without.webhooks,
    10: vendor.has_no_by('renewal', 'business-api.tiktok.com/portal/docs?id=1738373164380162', '2026-11'),
    1: all(
      shared('an account whose permission ends is named with the reason, and its stored rows stay'),
      advertisers(
        'an agency with 300 advertisers can choose: the list takes a few requests, and no single advertiser can end it',
      ),
    ),
    4: contract('what is deleted keeps its spend at every level, and stays in the lists'),
    5: contract(
      'an advertiser with 20,000 ads or more keeps all its figures, although TikTok reports only the newest ads',
    ),
    11: vendor.cannot(
      'A token of an advertiser has no end.',
      'business-api.tiktok.com/portal/docs?id=1738373164380162',
      '2026-11',
    ),
    12: contract('after a change of the app’s secret the operator is named, and nobody is asked to connect again'),
    16: contract('advertisers say when they began and in which zone they count, and a draft is named'),
    18: contract('the campaigns of a day add up to the total of the advertiser, with those that no list contains'),
    20: unit(
      'a kind of sale that the platform does not have is left out, and without any kind claims are null, as is such a reach',
    ),
    21: all(
      unit(
        'purchases on the site, in the app and in the shop are added; other goals are not',
        'the spend that no campaign has is a line of its own',
        'campaigns bought by reservation have reports of their own, and the total has them too',
      ),
      contract("the account's own total of a day is the sum of its campaigns, with deleted ones"),
      advertisers(
        'campaigns bought by reservation are part of every level, and of the total',
        'an advertiser whose reservations are refused says so, and its other campaigns are read',
      ),
    ),
    22: unit(
      'a kind of sale that the platform does not have is left out, and without any kind claims are null, as is such a reach',
    ),
    30: vendor.cannot(
      'The vendor names no limit of the history.',
      'business-api.tiktok.com/portal/docs?id=1738864850353154',
      '2026-11',
    ),
    33: ad_writes,
    34: vendor.cannot(
      'An account for tests is on another host, the sandbox, with a token of its own.',
      'business-api.tiktok.com/portal/docs?id=1738855331457026',
      '2026-08',
    ),
  },
}
