// Connections to the accounts of the simulated business, for the demo and the tests.
import { client } from './tokens.ts'

const oauth = (platform: string) => ({
  client_id: client.id,
  client_secret: client.secret,
  refresh_token: `sandbox-refresh-${platform}`,
})

export const sandbox_connections: {
  platform: string
  name: string
  settings: Record<string, unknown>
  secrets: Record<string, string>
}[] = [
  // These two wait longest for their limits, so a demo starts them first.
  {
    platform: 'store_c',
    name: 'Ají Norte store',
    settings: { url: 'https://ajinorte.example' },
    secrets: {
      consumer_key: 'ck_sandbox',
      consumer_secret: 'cs_sandbox',
      wp_user: 'editor',
      wp_application_password: 'abcd EFGH ijkl MNOP qrst UVWX',
    },
  },
  {
    platform: 'mpb_sp',
    name: 'Casa Lumbre marketplace B',
    settings: { seller_id: 'A2CASALUMBRE01', region: 'na' },
    secrets: oauth('mpb_sp'),
  },
  { platform: 'mx_ads', name: 'Casa Lumbre social ads', settings: {}, secrets: oauth('mx_ads') },
  {
    platform: 'gx_ads',
    name: 'Casa Lumbre search ads',
    settings: {},
    secrets: { ...oauth('gx_ads'), developer_token: 'sandbox-developer' },
  },
  {
    platform: 'tx_ads',
    name: 'Casa Lumbre short-video ads',
    settings: {},
    secrets: { app_id: client.id, secret: client.secret, access_token: 'tt_sandbox' },
  },
  {
    platform: 'net_c_ads',
    name: 'Casa Lumbre professional network ads',
    settings: {},
    secrets: oauth('net_c_ads'),
  },
  {
    platform: 'net_d_ads',
    name: 'Casa Lumbre micro-blog ads',
    settings: {},
    secrets: {
      consumer_key: client.id,
      consumer_secret: client.secret,
      access_token: 'x_sandbox',
      access_token_secret: 'x_sandbox_secret',
    },
  },
  {
    platform: 'mpb_ads',
    name: 'Casa Lumbre marketplace ads',
    settings: { region: 'na' },
    secrets: oauth('mpb_ads'),
  },
  { platform: 'gx_analytics', name: 'Casa Lumbre web analytics', settings: {}, secrets: oauth('gx_analytics') },
  { platform: 'seo_console', name: 'Casa Lumbre organic search', settings: {}, secrets: oauth('seo_console') },
  {
    platform: 'sx',
    name: 'Casa Lumbre store',
    settings: { shop: 'casa-lumbre.myshopify.com' },
    secrets: { client_id: client.id, client_secret: client.secret },
  },
  {
    platform: 'tnx',
    name: 'Mate Sur store',
    settings: { store_id: '4021977', contact: 'ops@tablero.example' },
    secrets: { access_token: 'tnx_sandbox' },
  },
  { platform: 'merchant_feed', name: 'Casa Lumbre product feed', settings: {}, secrets: oauth('merchant_feed') },
  {
    platform: 'heat_a',
    name: 'Casa Lumbre behavior',
    settings: { project_id: 'k3x9casal', name: 'casalumbre.example' },
    secrets: { api_token: 'clarity_sandbox' },
  },
  { platform: 'mpa', name: 'Casa Lumbre marketplace A', settings: {}, secrets: oauth('mpa') },
  { platform: 'social_a', name: 'Casa Lumbre on Instagram', settings: {}, secrets: oauth('social_a') },
  { platform: 'net_c', name: 'Casa Lumbre on the professional network', settings: {}, secrets: oauth('net_c') },
  { platform: 'email_a', name: 'Casa Lumbre mail', settings: {}, secrets: { api_key: 'pk_sandbox' } },
  { platform: 'email_b', name: 'Mate Sur mail', settings: {}, secrets: { api_key: 'mc_sandbox-us21' } },
  { platform: 'email_c', name: 'Ají Norte mail', settings: {}, secrets: { api_key: 'xkeysib-sandbox' } },
]

const app = { client_id: client.id, client_secret: client.secret }

/** The operator's apps at the simulated vendors. */
export const sandbox_apps: Record<string, Record<string, string>> = {
  gx_ads: { ...app, developer_token: 'sandbox-developer' },
  gx_analytics: app,
  seo_console: app,
  mx_ads: app,
  tx_ads: app,
  net_c_ads: app,
  net_d_ads: app,
  mpa: app,
  mpb_ads: app,
  mpb_sp: { ...app, application_id: 'amzn1.sp.solution.sandbox' },
  sx: app,
  tnx: { ...app, contact: 'ops@tablero.example' },
  merchant_feed: app,
  social_a: app,
  net_c: app,
}
