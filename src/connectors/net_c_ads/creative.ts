// What a creative shows. Texts of sponsored posts are in the post, and pictures have addresses of their own.
import { z } from 'zod'
import type { Api } from '#engine/connector.ts'
import { when_refused } from '#engine/vendors/refusal.ts'
import { joined } from '../ads.ts'
import { read_by_id, read_text } from '../linkedin.ts'
import { texts } from '../records.ts'

const own = texts('headline', 'description', 'landingPage', 'image', 'logo').partial()
/** Texts that a creative has itself, by its format, or the post that it shows (names of fields unverified). */
export const content = z.object({
  reference: z.string().nullish(),
  textAd: own.nullish(),
  spotlight: own.nullish(),
})
type Content = z.infer<typeof content>

const media = texts('id', 'title')
const card = z.object({ media: media.nullish(), landingPage: z.string().nullish() })
/** Posts API (read 2026-11; cards of carousels unverified). */
const post = texts('commentary', 'contentLandingPage').extend({
  content: z
    .object({
      article: texts('source', 'title', 'thumbnail').nullish(),
      media: media.nullish(),
      carousel: z.object({ cards: z.array(card).default([]) }).nullish(),
    })
    .nullish(),
})
const image = texts('downloadUrl')

interface Contents {
  /** Undefined: the app may not read posts. */
  posts?: Map<string, z.infer<typeof post> | null>
  images?: Map<string, z.infer<typeof image> | null>
}

const is_post = (urn: string) => /^urn:li:(share|ugcPost):/.test(urn)
const is_image = (urn: string) => urn.startsWith('urn:li:image:')

/** The posts and pictures of some creatives. Few apps may read posts, and without them the figures are complete all the same. */
export async function contents_of(api: Api, creatives: { content?: Content | null }[]): Promise<Contents> {
  const shown = creatives.map((creative) => creative.content ?? {})
  const references = unique(shown.map(({ reference }) => reference).filter((urn) => urn && is_post(urn)))
  const unless_denied = when_refused('denied', () => undefined)
  const posts = await read_by_id(api, '/posts', references, post).catch(unless_denied)
  const pictures = shown.map((one) => picture_of(one, one.reference ? posts?.get(one.reference) : undefined))
  const images = await read_by_id(api, '/images', unique(pictures), image).catch(unless_denied)
  return { posts, images }
}

const unique = (urns: readonly (string | null | undefined)[]) => [
  ...new Set(urns.filter((urn) => typeof urn === 'string')),
]

function picture_of({ textAd, spotlight }: Content, of?: z.infer<typeof post> | null): string | undefined {
  const { article, media: single, carousel } = of?.content ?? {}
  const urns = [textAd?.image, spotlight?.logo, article?.thumbnail, single?.id, carousel?.cards[0]?.media?.id]
  return urns.find((urn) => urn && is_image(urn)) ?? undefined
}

/** Columns of an ad. A post that the app may not read is counted. */
export function shown_in(shown: Content, { posts, images }: Contents, unreadable?: (what: string) => void) {
  const { reference, textAd, spotlight } = shown
  const of = reference ? posts?.get(reference) : undefined
  if (reference && is_post(reference) && !of) unreadable?.('texts of ads')
  const { article, media: single, carousel } = of?.content ?? {}
  const cards = carousel?.cards ?? []
  const titles = [article?.title, single?.title, joined(cards.map(({ media: shown_media }) => shown_media?.title))]
  const links = [article?.source, of?.contentLandingPage, cards[0]?.landingPage]
  const text = textAd ?? spotlight
  const picture = picture_of(shown, of)
  return {
    type: reference ? reference.split(':')[2] : textAd ? 'textAd' : spotlight ? 'spotlight' : null,
    headline: [text?.headline, ...titles].find(Boolean),
    description: text?.description || read_text(of?.commentary),
    final_url: [text?.landingPage, ...links].find(Boolean),
    creative_id: reference,
    // The address ends after some weeks, and each read brings a new one.
    thumbnail_url: picture && images?.get(picture)?.downloadUrl,
  }
}
