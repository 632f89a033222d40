/** The concept of a vendor by the part of a tool's name that stands for it. */
export const vendors_of_names: Record<string, 'google_ads' | 'meta_ads' | 'tiktok_ads' | 'mercado_libre'> = {
  gx: 'google_ads',
  mx: 'meta_ads',
  tx: 'tiktok_ads',
  mpa: 'mercado_libre',
}
