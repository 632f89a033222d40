// The plan of Casa Lumbre's campaigns: two accounts on each platform, and the costs and results of each campaign.
import { add_days } from './calendar.ts'
import { buen_fin } from './season.ts'
import type { AdAccount, AdCampaign, Creative, Day } from './types.ts'

export interface CampaignPlan {
  slug: string
  name: string
  kind: AdCampaign['kind']
  account: string
  /** A day's spend in the account's currency, in cents. */
  budget_cents: number
  /** Cost of a thousand impressions, in cents, and clicks of a thousand impressions. */
  cpm_cents: number
  clicks_per_mille: number
  /** Claimed sales value for each unit of money spent, with a fresh ad in an ordinary week. */
  roas: number
  groups: string[]
  /** The first day of a campaign that somebody started later. */
  since?: Day
  /** For a campaign of a season: the days that it runs in a given year. When absent: all the time. */
  runs?: (year: number) => [Day, Day]
  /** Days after its last day when somebody deletes the campaign. When absent: nobody does. */
  deleted_after_days?: number
}

export interface PlatformPlan {
  platform: 'mx_ads' | 'gx_ads' | 'tx_ads' | 'net_c_ads' | 'net_d_ads' | 'mpb_ads'
  accounts: AdAccount[]
  campaigns: CampaignPlan[]
  /** Days between new ads of a group, and days that an ad runs. */
  refresh_days: number
  life_days: number
  /** Days until the claims of a day are complete, for the latest one percent. */
  latest_claim_days: number
  /** Claims have fractions, as data-driven attribution has. */
  fractions: boolean
  /** The utm_source and utm_medium of the clicks. */
  source: string
  medium: string
  /** Number at the start of its ids. */
  id_base: string
  formats: Creative['format'][]
}

/** First day of the campaigns that always run. */
export const ads_since: Day = '2023-10-02'
/** Value of an average order in the accounts' currencies, in cents. */
export const average_order_cents: Record<string, number> = { MXN: 155_000, USD: 8_400, EUR: 7_300 }

export const created_at = Date.parse('2023-09-25T17:00:00Z')
export const zone = 'America/Mexico_City'
const mothers_day = (year: number): [Day, Day] => [`${year}-04-22`, `${year}-05-10`]
const summer = (year: number): [Day, Day] => [`${year}-07-03`, `${year}-08-12`]
export const buen_fin_weeks = (year: number): [Day, Day] => [add_days(buen_fin(year)[0], -8), buen_fin(year)[1]]

export const mx_plan: PlatformPlan = {
  platform: 'mx_ads',
  accounts: [
    { id: '1020304050607080', name: 'Casa Lumbre México', currency: 'MXN', time_zone: zone, created_at },
    { id: '1020304050607099', name: 'Casa Lumbre US', currency: 'USD', time_zone: zone, created_at },
  ],
  campaigns: [
    {
      slug: 'prospeccion-sala',
      name: 'Prospección | Sala y decoración',
      kind: 'sales',
      account: 'MXN',
      budget_cents: 150_000,
      cpm_cents: 6_500,
      clicks_per_mille: 14,
      roas: 3.6,
      groups: ['Intereses hogar', 'Similares 2 %', 'Amplio 25-54'],
    },
    {
      slug: 'retargeting-carrito',
      name: 'Retargeting | Carrito y producto',
      kind: 'retargeting',
      account: 'MXN',
      budget_cents: 90_000,
      cpm_cents: 9_800,
      clicks_per_mille: 21,
      roas: 8.4,
      groups: ['Carrito 14 días', 'Vistas de producto 30 días'],
    },
    {
      slug: 'advantage-catalogo',
      name: 'Advantage+ | Catálogo',
      kind: 'sales',
      account: 'MXN',
      budget_cents: 130_000,
      cpm_cents: 5_900,
      clicks_per_mille: 12,
      roas: 4.2,
      groups: ['Catálogo completo'],
    },
    {
      slug: 'prospeccion-iluminacion',
      name: 'Prospección | Iluminación fría',
      kind: 'sales',
      account: 'MXN',
      budget_cents: 60_000,
      cpm_cents: 7_900,
      clicks_per_mille: 7,
      roas: 0.65,
      groups: ['Intereses arquitectura', 'Amplio'],
    },
    {
      slug: 'video-marca',
      name: 'Reconocimiento | Video de marca',
      kind: 'awareness',
      account: 'MXN',
      budget_cents: 40_000,
      cpm_cents: 3_100,
      clicks_per_mille: 4,
      roas: 1.1,
      groups: ['México 25-44'],
    },
    {
      slug: 'us-prospecting',
      name: 'US | Prospecting Hispanic',
      kind: 'sales',
      account: 'USD',
      budget_cents: 4_000,
      cpm_cents: 1_150,
      clicks_per_mille: 11,
      roas: 2.1,
      groups: ['California', 'Texas'],
    },
    {
      slug: 'us-retargeting',
      name: 'US | Retargeting',
      kind: 'retargeting',
      account: 'USD',
      budget_cents: 1_500,
      cpm_cents: 1_500,
      clicks_per_mille: 17,
      roas: 5.2,
      groups: ['Visitors 30 days'],
    },
    {
      slug: 'buen-fin',
      name: 'Buen Fin',
      kind: 'sales',
      account: 'MXN',
      budget_cents: 240_000,
      cpm_cents: 8_800,
      clicks_per_mille: 17,
      roas: 4.4,
      groups: ['Clientes', 'Amplio'],
      runs: buen_fin_weeks,
    },
    {
      slug: 'dia-madres',
      name: 'Día de las madres',
      kind: 'sales',
      account: 'MXN',
      budget_cents: 120_000,
      cpm_cents: 7_400,
      clicks_per_mille: 15,
      roas: 3.9,
      groups: ['Regalos'],
      runs: mothers_day,
    },
    {
      slug: 'rebajas-verano',
      name: 'Rebajas de verano',
      kind: 'traffic',
      account: 'MXN',
      budget_cents: 70_000,
      cpm_cents: 4_200,
      clicks_per_mille: 19,
      roas: 1.6,
      groups: ['Amplio'],
      runs: summer,
      deleted_after_days: 30,
    },
  ],
  refresh_days: 70,
  life_days: 150,
  latest_claim_days: 28,
  fractions: false,
  source: 'facebook',
  medium: 'paid_social',
  id_base: '1202',
  formats: ['image', 'video', 'carousel'],
}

export const gx_plan: PlatformPlan = {
  platform: 'gx_ads',
  accounts: [
    { id: '4815162342', name: 'Casa Lumbre MX', currency: 'MXN', time_zone: zone, created_at },
    { id: '2718281828', name: 'Casa Lumbre Europa', currency: 'EUR', time_zone: zone, created_at },
  ],
  campaigns: [
    {
      slug: 'marca',
      name: 'Búsqueda | Marca',
      kind: 'brand_search',
      account: 'MXN',
      budget_cents: 40_000,
      cpm_cents: 42_000,
      clicks_per_mille: 160,
      roas: 13.5,
      groups: ['Casa Lumbre', 'Casa Lumbre + producto'],
    },
    {
      slug: 'generica',
      name: 'Búsqueda | Genérica hogar',
      kind: 'search',
      account: 'MXN',
      budget_cents: 90_000,
      cpm_cents: 36_000,
      clicks_per_mille: 52,
      roas: 3.3,
      groups: ['Lámparas', 'Tapetes', 'Vajillas', 'Velas'],
    },
    {
      slug: 'shopping',
      name: 'Shopping | Todos los productos',
      kind: 'shopping',
      account: 'MXN',
      budget_cents: 120_000,
      cpm_cents: 5_200,
      clicks_per_mille: 13,
      roas: 5,
      groups: ['Todos'],
    },
    {
      slug: 'pmax',
      name: 'Máximo rendimiento | Más vendidos',
      kind: 'pmax',
      account: 'MXN',
      budget_cents: 110_000,
      cpm_cents: 4_400,
      clicks_per_mille: 11,
      roas: 3.6,
      groups: ['Más vendidos'],
    },
    {
      slug: 'video',
      name: 'Video | Historias del taller',
      kind: 'video',
      account: 'MXN',
      budget_cents: 30_000,
      cpm_cents: 3_800,
      clicks_per_mille: 3,
      roas: 0.5,
      groups: ['Afinidad decoración'],
    },
    {
      slug: 'eu-search',
      name: 'EU | Search home decor',
      kind: 'search',
      account: 'EUR',
      budget_cents: 2_500,
      cpm_cents: 2_600,
      clicks_per_mille: 44,
      roas: 1.6,
      groups: ['Rugs', 'Candles'],
    },
    {
      slug: 'eu-shopping',
      name: 'EU | Shopping',
      kind: 'shopping',
      account: 'EUR',
      budget_cents: 2_000,
      cpm_cents: 420,
      clicks_per_mille: 11,
      roas: 2.6,
      groups: ['All products'],
    },
    {
      slug: 'buen-fin',
      name: 'Búsqueda | Buen Fin',
      kind: 'search',
      account: 'MXN',
      budget_cents: 160_000,
      cpm_cents: 41_000,
      clicks_per_mille: 61,
      roas: 4.1,
      groups: ['Ofertas'],
      runs: buen_fin_weeks,
    },
  ],
  refresh_days: 160,
  life_days: 420,
  latest_claim_days: 7,
  fractions: true,
  source: 'google',
  medium: 'cpc',
  id_base: '2',
  formats: ['text'],
}
