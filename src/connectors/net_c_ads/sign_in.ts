import { linkedin_sign_in } from '../linkedin_sign_in.ts'

export const net_c_ads = linkedin_sign_in({
  r_ads: 'all',
  r_ads_reporting: ['campaign_daily', 'ad_group_daily', 'ad_daily'],
})
