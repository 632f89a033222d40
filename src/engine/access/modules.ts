// Modules that an organization can switch off. Every module is on by default.
export const modules = [
  'module_automatizaciones',
  'module_brand_iq',
  'module_competitive',
  'module_growth_plan',
  'module_mpa',
  'module_organic_social',
  'module_sites',
  'module_spaces',
  'module_svc_crm',
  'module_tasks',
  'module_tx_ads',
  'module_vendedor',
] as const

export type Module = (typeof modules)[number]
