// The creative of a new ad: what is sent, what a person sees before a yes, and what Meta shows (AdCreative, api_specs, read 2026-11).
import { z } from 'zod'
import { always, at, lines, type NewField } from '../new_things.ts'
import type { Input } from './create_input.ts'

interface Sent {
  input: Input
}

const OFF = { enroll_status: 'OPT_OUT' }
/**
 * What Meta changes of an ad unless the request forbids it. The ad takes part in ads of several advertisers (page "Multi-advertiser Ads"). These
 * features alter its picture and its texts (AdCreativeFeaturesSpec, and page "Standard Enhancements" of 2025-09, read 2026-11).
 */
const ENHANCEMENTS = [
  'adapt_to_placement',
  'description_automation',
  'image_template',
  'image_touchups',
  'inline_comment',
  'text_optimizations',
]

export const creative_body = ({ creative }: Input) => ({
  // Ads are shown on Instagram too. Without an account there or this switch, Meta refuses them (error 100, subcode 1772103, reports of 2026).
  use_page_actor_override: true,
  contextual_multi_ads: OFF,
  degrees_of_freedom_spec: { creative_features_spec: Object.fromEntries(ENHANCEMENTS.map((name) => [name, OFF])) },
  object_story_spec: {
    page_id: creative.pageId,
    link_data: {
      link: creative.link,
      message: creative.message,
      name: creative.headline,
      image_hash: creative.imageHash,
      call_to_action: { type: creative.call_to_action, value: { link: creative.link } },
    },
  },
})

const some = z.looseObject({}).optional()
export const creative_node = z.object({
  object_story_spec: some,
  contextual_multi_ads: some,
  degrees_of_freedom_spec: some,
  use_page_actor_override: z.boolean().optional(),
})

const features = z.object({ creative_features_spec: z.record(z.string(), z.object({ enroll_status: z.string() })) })
/** A feature that Meta does not show is off. */
function off_of({ degrees_of_freedom_spec: found }: Record<string, unknown>): string | undefined {
  const { data } = features.safeParse(found)
  return data && lines(ENHANCEMENTS.filter((name) => data.creative_features_spec[name]?.enroll_status !== 'OPT_IN'))
}

/** The texts and the picture. Meta shows them where the person may use the page. */
const of_story = (name: string, sent: (of: Input['creative']) => string | undefined, path: string[]) => ({
  name,
  sent: ({ input: { creative } }: Sent) => sent(creative) ?? null,
  shown: at('object_story_spec', ...path),
})

export const creative_fields: NewField<Sent>[] = [
  of_story('landing_page', ({ link }) => link, ['link_data', 'link']),
  of_story('message', ({ message }) => message, ['link_data', 'message']),
  of_story('headline', ({ headline }) => headline, ['link_data', 'name']),
  of_story('call_to_action', ({ call_to_action }) => call_to_action, ['link_data', 'call_to_action', 'type']),
  of_story('page', ({ pageId }) => pageId, ['page_id']),
  { name: 'page_speaks_on_instagram', sent: always('true'), shown: at('use_page_actor_override') },
  of_story('picture', ({ imageHash }) => imageHash, ['link_data', 'image_hash']),
  {
    name: 'multi_advertiser_ads',
    sent: always(OFF.enroll_status),
    shown: at('contextual_multi_ads', 'enroll_status'),
  },
  { name: 'enhancements_off', sent: always(lines(ENHANCEMENTS)), shown: off_of },
]
