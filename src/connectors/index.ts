import type { Connector } from '#engine/connector.ts'
import { email_a } from './email_a/index.ts'
import { email_b } from './email_b/index.ts'
import { email_c } from './email_c/index.ts'
import { gx_ads } from './gx_ads/index.ts'
import { gx_analytics } from './gx_analytics/index.ts'
import { mpa } from './mpa/index.ts'
import { mpb_ads } from './mpb_ads/index.ts'
import { mpb_sp } from './mpb_sp/index.ts'
import { mx_ads } from './mx_ads/index.ts'
import { net_c_ads } from './net_c_ads/index.ts'
import { net_d_ads } from './net_d_ads/index.ts'
import { seo_console } from './seo_console/index.ts'
import { store_c } from './store_c/index.ts'
import { sx } from './sx/index.ts'
import { tnx } from './tnx/index.ts'
import { tx_ads } from './tx_ads/index.ts'

export const connectors: Record<string, Connector> = {
  email_a,
  email_b,
  email_c,
  gx_ads,
  gx_analytics,
  mpa,
  mpb_sp,
  mpb_ads,
  mx_ads,
  net_c_ads,
  net_d_ads,
  seo_console,
  store_c,
  sx,
  tnx,
  tx_ads,
}
