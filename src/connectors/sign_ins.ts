// How people sign in, by platform. On a platform without an entry, a person types keys.
import type { SignIn } from '#engine/connector/sign_in.ts'
import { gx_ads } from './gx_ads/sign_in.ts'
import { gx_analytics } from './gx_analytics/sign_in.ts'
import { merchant_feed } from './merchant_feed/sign_in.ts'
import { mpa } from './mpa/sign_in.ts'
import { mpb_ads } from './mpb_ads/sign_in.ts'
import { mpb_sp } from './mpb_sp/sign_in.ts'
import { mx_ads } from './mx_ads/sign_in.ts'
import { net_c } from './net_c/sign_in.ts'
import { net_c_ads } from './net_c_ads/sign_in.ts'
import { net_d_ads } from './net_d_ads/sign_in.ts'
import { seo_console } from './seo_console/sign_in.ts'
import { social_a } from './social_a/sign_in.ts'
import { store_c } from './store_c/sign_in.ts'
import { sx } from './sx/sign_in.ts'
import { tnx } from './tnx/sign_in.ts'
import { tx_ads } from './tx_ads/sign_in.ts'

export const sign_ins: Record<string, SignIn> = {
  gx_ads,
  gx_analytics,
  merchant_feed,
  mpa,
  mpb_ads,
  mpb_sp,
  mx_ads,
  net_c,
  net_c_ads,
  net_d_ads,
  seo_console,
  social_a,
  store_c,
  sx,
  tnx,
  tx_ads,
}
