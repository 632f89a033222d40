// Ads as rows. Each kind of ad has its texts in a place of its own, and ads of shopping have none (Ad, v25, read 2026-11).
import type { Ad, Creative } from '../../world/types.ts'
import type { Row } from './gaql.ts'

const texts = (...all: string[]) => all.map((text) => ({ text }))

/** The kind and the texts of an ad by its campaign's channel. Accounts keep expanded text ads, which nobody can create any more. */
function content_of({ id }: Ad, channel: string, { title, body }: Creative): Record<string, unknown> {
  if (channel === 'SHOPPING') return { type: 'SHOPPING_PRODUCT_AD' }
  if (channel === 'VIDEO') {
    const videoResponsiveAd = {
      headlines: texts(title),
      longHeadlines: texts(`${title} | Casa Lumbre`),
      descriptions: texts(body),
    }
    return { type: 'VIDEO_RESPONSIVE_AD', videoResponsiveAd }
  }
  if (Number(id) % 5 === 0) {
    const expandedTextAd = { headlinePart1: title, headlinePart2: 'Casa Lumbre', description: body }
    return { type: 'EXPANDED_TEXT_AD', expandedTextAd }
  }
  const responsiveSearchAd = { headlines: texts(title, 'Casa Lumbre'), descriptions: texts(body) }
  return { type: 'RESPONSIVE_SEARCH_AD', responsiveSearchAd }
}

export const ad_part = (ad: Ad, status: string, channel: string, creative: Creative): Row => ({
  adGroupAd: {
    resourceName: `customers/${ad.account_id}/adGroupAds/${ad.group_id}~${ad.id}`,
    status,
    adGroup: `customers/${ad.account_id}/adGroups/${ad.group_id}`,
    ad: {
      resourceName: `customers/${ad.account_id}/ads/${ad.id}`,
      id: ad.id,
      name: channel === 'SEARCH' ? undefined : ad.name,
      finalUrls: [creative.link],
      ...content_of(ad, channel, creative),
    },
  },
})
