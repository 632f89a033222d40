import { area } from '#engine/tool.ts'
import { list_gx_ad_groups } from '#tools/ads/list_gx_ad_groups.ts'
import { list_gx_ads_ads } from '#tools/ads/list_gx_ads_ads.ts'
import { query_mx_creatives } from '#tools/ads/query_mx_creatives.ts'
import { query_tx_campaigns } from '#tools/ads/query_tx_campaigns.ts'

export const ads = area({
  title: 'Ads',
  tools: { list_gx_ad_groups, list_gx_ads_ads, query_mx_creatives, query_tx_campaigns },
})
