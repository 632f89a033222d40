import { all, type Cells, documented, shared_limits, tests_of, without } from './cell.ts'

const vendor = documented('docs.x.com, X Ads API 12', '2026-08')
const unit = tests_of('src/connectors/net_d_ads/net_d_ads.test.ts')
const contract = tests_of('test/vendors/net_d_ads.test.ts')

export const net_d_ads: Cells = {
  contract: vendor.contract,
  skips: { zone: 'The zone decides the bounds that X accepts, so the stand-in refuses those of another zone.' },
  cells: {
    ...without.orders,
    ...without.changes,
    ...without.webhooks,
    ...without.people,
    10: vendor.has_no(
      'renewal',
      'net_d_ads/docs/fundamentals/accessing-ads-accounts.mdx',
      'These tokens do not expire',
    ),
    4: contract('what is deleted stays in the lists, and budgets are where X keeps them'),
    5: unit('without anything active no report is ordered, and more than 20 objects are several reports'),
    9: all(
      shared_limits,
      unit('waits until the limit that is used up ends, that of the account before that of the app'),
    ),
    11: vendor.cannot(
      'A token of OAuth 1.0a has no end.',
      'docs.x.com/resources/fundamentals/authentication/oauth-1-0a',
      '2026-11',
    ),
    12: vendor.cannot(
      'The keys of an app are valid until somebody makes new ones.',
      'docs.x.com/resources/fundamentals/authentication/oauth-1-0a',
      '2026-11',
    ),
    16: contract('bounds of days have the offset of the present, also for days of another daylight time'),
    17: tests_of('src/connectors/net_d_ads/time_zone.test.ts')(
      'the history of an account starts after the day on which its time zone changed, and the account says so',
    ),
    18: contract('spend is the sum of all placements, on every level, and reaches what the funding instruments paid'),
    21: all(
      unit('placements are added, and one that X has no figures of is not asked for'),
      contract('spend is the sum of all placements, on every level, and reaches what the funding instruments paid'),
    ),
    22: unit('null means zero, a missing claim is not known, and a day on which everything is zero has no row'),
    29: contract(
      'a report in progress is waited for, a while between two questions',
      'a report that X could not build refuses the days, and none becomes a zero',
    ),
    30: vendor.shown(
      'No oldest day is named. Only the days of one report are limited to 90.',
      'net_d_ads/docs/analytics.mdx',
      'A maximum time range',
    ),
    ...without.writes,
    34: vendor.shown(
      'Test accounts are on another host, the sandbox.',
      'net_d_ads/docs/fundamentals/sandbox.mdx',
      'ads-api-sandbox.x.com',
    ),
  },
}
