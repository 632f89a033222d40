/** The concept of a vendor by the part of a tool's name that stands for it. */
export const vendors_of_names: Record<string, 'google_ads' | 'meta_ads' | 'tiktok_ads' | 'mercado_libre'> = {
  gx: 'google_ads',
  mx: 'meta_ads',
  tx: 'tiktok_ads',
  mpa: 'mercado_libre',
}

/** Vendors that only tools of all platforms answer for. A question that names one of them is not about the tools of another vendor. */
export const vendors_without_tools = ['linkedin', 'amazon', 'x_ads'] as const

/** Names of platforms, which people exchange for one another in the same question. A concept of the vocabulary says what each is about. */
export const platform_names =
  `Google Ads, Google Analytics, Google Search Console, Search Console, Google, AdWords, GA4, GSC, Meta Ads, Meta, Facebook Ads, Facebook, FB,
  Instagram, Insta, IG, TikTok Ads, TikTok, Tik Tok, Mercado Libre, MercadoLibre, Mercado Livre, MercadoLivre, Meli, ML, Shopify, Tiendanube,
  Tienda Nube, Nuvemshop, Nuvem Shop, WooCommerce, Woo, Klaviyo, Mailchimp, Brevo, LinkedIn Ads, LinkedIn Pages,
  LinkedIn, Amazon Ads, Amazon, X Ads, Twitter Ads, Twitter, Microsoft Clarity, Clarity, Google Merchant Center, Merchant Center, WhatsApp, Slack,
  Teams`.split(',')
