// What a creative shows. Meta keeps texts, pictures and links in different places, depending on the kind of the creative.
import { z } from 'zod'
import { joined } from '../ads.ts'
import { texts } from '../records.ts'

const action = z.object({ value: texts('link').optional() })
const card = texts('name', 'link', 'picture', 'video_id')
const link_data = texts('link', 'message', 'name', 'picture').extend({ child_attachments: z.array(card).default([]) })
const video_data = texts('message', 'title', 'image_url', 'video_id').extend({ call_to_action: action.optional() })
const list = z.array(texts('text')).default([])

const story = z.object({ photo_data: texts('caption', 'url'), link_data, template_data: link_data, video_data })
/** Texts and pictures that Meta itself combines into ads (Ad Asset Feed Spec, read 2026-11). */
const feed = z.object({
  bodies: list,
  titles: list,
  images: z.array(texts('url')).default([]),
  videos: z.array(texts('video_id', 'thumbnail_url')).default([]),
  link_urls: z.array(texts('website_url')).default([]),
})
export const shown = texts('title', 'body', 'link_url', 'image_url', 'video_id', 'object_type').extend({
  object_story_spec: story.partial().default({}),
  asset_feed_spec: feed.optional(),
})

/** Title, text, picture, video and link: from the creative itself, its post, the cards of a carousel, or an asset feed. */
export function content_of({ object_story_spec: story, asset_feed_spec: feed, ...own }: z.infer<typeof shown>) {
  const { video_data: video, photo_data: photo, link_data: link = story.template_data } = story
  const cards = link?.child_attachments ?? []
  const [first] = cards
  const feed_titles = feed?.titles.map(({ text }) => text)
  const titles = [own.title, link?.name, video?.title, joined(cards.map(({ name }) => name)), joined(feed_titles)]
  const bodies = [own.body, link?.message, video?.message, photo?.caption, joined(feed?.bodies.map(({ text }) => text))]
  const links = [own.link_url, link?.link, first?.link, video?.call_to_action?.value?.link]
  const images = [own.image_url, video?.image_url, photo?.url, link?.picture, first?.picture]
  return {
    title: titles.find(Boolean),
    body: bodies.find(Boolean),
    link_url: [...links, feed?.link_urls[0]?.website_url].find(Boolean),
    image_url: [...images, feed?.images[0]?.url].find(Boolean),
    video_id: [own.video_id, video?.video_id, first?.video_id, feed?.videos[0]?.video_id].find(Boolean),
  }
}
