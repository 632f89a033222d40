import { meta_sign_in } from '../meta_sign_in.ts'

export const mx_ads = meta_sign_in({ ads_read: 'all', ads_management: [] })
