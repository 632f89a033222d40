// Every vendor that the sandbox simulates: one line each.
import { consent_hosts } from './consent/hosts.ts'
import { x_sign_in } from './consent/x.ts'
import type { Vendor } from './vendor.ts'
import { amazon_oauth } from './vendors/amazon_oauth.ts'
import { chat_hosts } from './vendors/chat.ts'
import { currency_api } from './vendors/currency_api.ts'
import { ecb } from './vendors/ecb.ts'
import { email_a } from './vendors/email_a/index.ts'
import { email_b } from './vendors/email_b/index.ts'
import { email_c } from './vendors/email_c/index.ts'
import { google_oauth } from './vendors/google_oauth.ts'
import { gx_ads } from './vendors/gx_ads/index.ts'
import { gx_analytics } from './vendors/gx_analytics.ts'
import { heat_a } from './vendors/heat_a/index.ts'
import { merchant_feed } from './vendors/merchant_feed/index.ts'
import { mpa } from './vendors/mpa/index.ts'
import { mpb_ads } from './vendors/mpb_ads/index.ts'
import { mpb_sp } from './vendors/mpb_sp/index.ts'
import { mx_ads } from './vendors/mx_ads/index.ts'
import { net_c } from './vendors/net_c/index.ts'
import { net_c_ads } from './vendors/net_c_ads/index.ts'
import { net_d_ads } from './vendors/net_d_ads/index.ts'
import { pagescore } from './vendors/pagescore.ts'
import { receiver } from './vendors/receiver.ts'
import { seo_console } from './vendors/seo_console.ts'
import { social_a } from './vendors/social_a/index.ts'
import { store_c } from './vendors/store_c/index.ts'
import { sx } from './vendors/sx/index.ts'
import { tnx } from './vendors/tnx/index.ts'
import { tx_ads } from './vendors/tx_ads/index.ts'
import { whatsapp } from './vendors/whatsapp.ts'

export const vendors: Vendor[] = [
  email_a,
  email_b,
  email_c,
  google_oauth,
  mx_ads,
  social_a,
  gx_ads,
  tx_ads,
  net_c_ads,
  net_c,
  net_d_ads,
  mpb_ads,
  gx_analytics,
  seo_console,
  sx,
  store_c,
  tnx,
  merchant_feed,
  heat_a,
  mpa,
  mpb_sp,
  amazon_oauth,
  pagescore,
  ecb,
  currency_api,
  ...chat_hosts,
  whatsapp,
  receiver,
  ...consent_hosts,
  x_sign_in,
]
