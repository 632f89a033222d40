import { area } from '#engine/tool.ts'
import { list_gx_ad_groups } from '#tools/ads/list_gx_ad_groups.ts'
import { list_gx_ads_ads } from '#tools/ads/list_gx_ads_ads.ts'
import { propose_campaign } from '#tools/ads/propose_campaign.ts'
import { propose_pause_campaign } from '#tools/ads/propose_pause_campaign.ts'
import { propose_update_budget } from '#tools/ads/propose_update_budget.ts'
import { query_mx_creatives } from '#tools/ads/query_mx_creatives.ts'
import { query_tx_campaigns } from '#tools/ads/query_tx_campaigns.ts'

export const ads = area({
  title: 'Ads',
  tools: {
    list_gx_ad_groups,
    list_gx_ads_ads,
    propose_campaign,
    propose_pause_campaign,
    propose_update_budget,
    query_mx_creatives,
    query_tx_campaigns,
  },
})
