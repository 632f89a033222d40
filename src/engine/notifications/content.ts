// What a message says, in the language of the organization: one notification, or several that go out together.
import { restored } from '#engine/notifications/stored.ts'
import { LONG_TEXT_CHARS_MAX } from '#engine/texts.ts'
import { cut_text, one_line, short_text, visible_text } from '#lib/text.ts'
import { message } from '#messages/message.ts'
import { type Reader, text_of } from '#messages/render.ts'

export interface Item {
  title: string
  text: string
  severity: string
  /** Address of the page about it. */
  url: string
}

export interface Content {
  /** The title of the only notification, or how many there are. */
  title: string
  items: readonly Item[]
  /** Where all of it is shown. */
  url: string
  severity: string
  /** The words of links. */
  open: string
  /** Says that more notifications are in Tablero. */
  more: (count: number) => string
}

export interface Notified {
  title: unknown
  text: unknown
  severity: string
  link: string | null
}

/** Address of the page with all notifications of an organization. */
const page_of_notifications = (org_id: string) => `/o/${org_id}/notifications`

const ranks = ['info', 'warning', 'critical']

export function content_of(rows: readonly Notified[], reader: Reader & { org_id: string; base_url: string }): Content {
  const all = new URL(page_of_notifications(reader.org_id), reader.base_url).href
  const items = rows.map(({ title, text, severity, link }) => ({
    // A title with a line break could imitate another notification below it.
    title: short_text(one_line(text_of(restored(title), reader)), LONG_TEXT_CHARS_MAX),
    text: short_text(visible_text(text_of(restored(text), reader)), LONG_TEXT_CHARS_MAX),
    severity,
    url: link === null ? all : new URL(link, reader.base_url).href,
  }))
  const [first] = items
  const is_one = items.length === 1
  return {
    title: is_one ? first!.title : text_of(message('notification.several', { count: items.length }), reader),
    items,
    url: is_one ? first!.url : all,
    severity: ranks.findLast((rank) => items.some(({ severity }) => severity === rank)) ?? 'info',
    open: text_of(message('notification.open'), reader),
    more: (count) => text_of(message('notification.more', { count }), reader),
  }
}

/** Shortened with a sign that says so. */
export const short = (text: string, chars_max: number): string =>
  text.length <= chars_max ? text : `${cut_text(text, chars_max - 1).trimEnd()}…`

/** The first items whose texts fit together, and how many do not. One always fits, because its text is shortened. */
export function fitting(items: readonly Item[], { items_max, chars_max }: { items_max: number; chars_max: number }) {
  let chars = 0
  const over = items.slice(0, items_max).findIndex(({ title, text, url }, at) => {
    chars += title.length + text.length + url.length
    return at > 0 && chars > chars_max
  })
  const shown = items.slice(0, over < 0 ? items_max : over)
  return { shown, hidden: items.length - shown.length }
}
