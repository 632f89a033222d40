// Names of vendors and of their products, as people write them. Source: the pages of the vendors, 2026-11.

/** Names by which people call a platform, whatever they want to do with it. */
export const vendor_names = `Google Ads, AdWords, Google Analytics, GA4, Analytics, Search Console, GSC, Merchant Center, Google, Facebook, Facebook Ads,
  Meta, Meta Ads, Instagram, TikTok, Tik Tok, TikTok Ads, LinkedIn, LinkedIn Ads, Twitter, X Ads, Twitter Ads, Amazon, Amazon Ads, Amazon Seller,
  Seller Central, Mercado Libre, MercadoLibre, Mercado Livre, MercadoLivre, Meli, Shopify, Tiendanube, Tienda Nube, Nuvemshop, Nuvem Shop,
  WooCommerce, Woo, Klaviyo, Mailchimp, Brevo, Sendinblue, Clarity, Microsoft Clarity`

/** The concept of a vendor by the part of a tool's name that stands for it. */
export const vendors_of_names: Record<string, 'google_ads' | 'meta_ads' | 'tiktok_ads' | 'mercado_libre'> = {
  gx: 'google_ads',
  mx: 'meta_ads',
  tx: 'tiktok_ads',
  mpa: 'mercado_libre',
}
