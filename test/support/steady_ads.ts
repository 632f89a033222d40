// A day of the ad platforms that have no special cases, without random values, so that the random values of other rows stay.
import { campaign_day } from '#test/figures.ts'

interface Ids {
  network_ads: string
  micro_blog_ads: string
  marketplace_ads: string
}

export const steady_ads = (date: string, { network_ads, micro_blog_ads, marketplace_ads }: Ids) =>
  [
    { connection_id: network_ads, platform: 'net_c_ads', currency: 'USD' },
    { connection_id: micro_blog_ads, platform: 'net_d_ads', currency: 'MXN' },
    { connection_id: marketplace_ads, platform: 'mpb_ads', currency: 'USD' },
  ].map((own) => ({
    ...campaign_day(own.connection_id, { date, spend: 7_310_000n, value: 21_940_000n }),
    ...own,
    account_id: 'o1',
    campaign_id: 'c1',
    impressions: 913n,
    clicks: 31n,
    conversions: '1.50',
  }))
