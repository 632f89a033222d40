// The plan of Casa Lumbre's ads in the marketplace: two profiles, and campaigns of all four kinds.
import { buen_fin_weeks, created_at, type PlatformPlan } from './ads_plan.ts'

const pacific = 'America/Los_Angeles'

export const mpb_plan: PlatformPlan = {
  platform: 'mpb_ads',
  accounts: [
    { id: '3991703629696934', name: 'Casa Lumbre', currency: 'MXN', time_zone: pacific, created_at },
    // More digits than a number of JavaScript holds.
    { id: '90071992547409931', name: 'Casa Lumbre', currency: 'USD', time_zone: pacific, created_at },
  ],
  campaigns: [
    {
      // Sponsored Products.
      slug: 'mp-velas',
      name: 'SP | Velas y aromas',
      kind: 'sales',
      account: 'MXN',
      budget_cents: 40_000,
      cpm_cents: 6_800,
      clicks_per_mille: 9,
      roas: 4.8,
      groups: ['Automático', 'Palabras exactas'],
    },
    {
      // Sponsored Brands.
      slug: 'mp-marca',
      name: 'SB | Marca',
      kind: 'brand_search',
      account: 'MXN',
      budget_cents: 18_000,
      cpm_cents: 9_500,
      clicks_per_mille: 11,
      roas: 6.2,
      groups: ['Marca'],
    },
    {
      // Sponsored Display.
      slug: 'mp-retargeting',
      name: 'SD | Vistas de producto',
      kind: 'retargeting',
      account: 'MXN',
      budget_cents: 12_000,
      cpm_cents: 4_200,
      clicks_per_mille: 6,
      roas: 3.1,
      groups: ['Vistas 30 días'],
    },
    {
      slug: 'mp-us',
      name: 'SP | US',
      kind: 'sales',
      account: 'USD',
      budget_cents: 2_500,
      cpm_cents: 900,
      clicks_per_mille: 8,
      roas: 3.4,
      groups: ['Auto'],
    },
    {
      slug: 'mp-buen-fin',
      name: 'SP | Buen Fin',
      kind: 'sales',
      account: 'MXN',
      budget_cents: 50_000,
      cpm_cents: 8_200,
      clicks_per_mille: 12,
      roas: 4.1,
      groups: ['Ofertas'],
      runs: buen_fin_weeks,
      deleted_after_days: 15,
    },
    {
      // Sponsored Television.
      slug: 'mp-tv',
      name: 'ST | Hogar',
      kind: 'awareness',
      account: 'MXN',
      budget_cents: 15_000,
      cpm_cents: 14_000,
      clicks_per_mille: 1,
      roas: 1.4,
      groups: ['Series'],
    },
  ],
  refresh_days: 90,
  life_days: 240,
  latest_claim_days: 14,
  fractions: false,
  source: 'amazon',
  medium: 'cpc',
  id_base: '15',
  formats: ['text'],
}
