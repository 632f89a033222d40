// The forms in which chats take messages. Texts of others are never read as markup: they can link, mention or imitate nothing.
import { type Content, fitting, type Item, short } from '#engine/notifications/content.ts'

export const chat_vendors = ['slack', 'discord', 'google_chat', 'teams', 'plain'] as const
export type ChatVendor = (typeof chat_vendors)[number]

interface ChatForm {
  hosts: RegExp
  /** Time between two messages to one address. */
  pace_ms: number
  body: (content: Content) => unknown
}

const TITLE_CHARS_MAX = 150
const TEXT_CHARS_MAX = 1_500

/** Slack: header 150 characters, text 3,000, 50 blocks, one message a second (docs.slack.dev, read 2026-11). */
const slack: ChatForm = {
  hosts: /^hooks\.slack(-gov)?\.com$/,
  pace_ms: 1_100,
  body: ({ title, items, url, open, more }) => {
    const plain = (text: string, chars_max: number) => ({
      type: 'plain_text',
      text: short(text, chars_max),
      emoji: false,
    })
    const section = (text: string) => ({ type: 'section', text: plain(text, 3_000) })
    const { shown, hidden } = fitting(items, { items_max: 40, chars_max: 20_000 })
    return {
      // The text of the system's notification. It alone is read as markup.
      text: short(title, TITLE_CHARS_MAX).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      unfurl_links: false,
      blocks: [
        { type: 'header', text: plain(title, TITLE_CHARS_MAX) },
        ...shown.map((item) => section(paragraph(item, items))),
        ...(hidden > 0 ? [section(more(hidden))] : []),
        { type: 'actions', elements: [{ type: 'button', text: plain(open, 75), url: short_url(url) }] },
      ],
    }
  },
}

/** Discord: title 256 characters, description 4,096, 10 embeds and 6,000 characters together; 5 requests in 2 s and 30 a minute (docs.discord.com, read 2026-11). */
const discord: ChatForm = {
  hosts: /^((ptb|canary)\.)?discord(app)?\.com$/,
  pace_ms: 2_000,
  body: ({ title, items, url, severity, more }) => {
    const { shown, hidden } = fitting(items, { items_max: 10, chars_max: 2_000 })
    const embeds = shown.map((item) => ({
      title: short(unmarked(item.title), 250),
      description: short(unmarked(item.text), shown.length > 1 ? 700 : 4_000),
      url: item.url,
      color: colors[severity],
    }))
    const content = items.length > 1 ? `${unmarked(title)}${hidden > 0 ? ` ${more(hidden)}` : ''} ${url}` : undefined
    return { content, embeds, allowed_mentions: { parse: [] } }
  },
}

const colors: Record<string, number> = { info: 0x1b7962, warning: 0xb7791f, critical: 0xc53030 }
const unmarked = (text: string) => text.replace(/[\\`*_~|>[\]()#:@<-]/g, '\\$&')

/** Google Chat: 32,000 bytes a message, one a second in a space (developers.google.com/workspace/chat, read 2026-11). */
const google_chat: ChatForm = {
  hosts: /^chat\.googleapis\.com$/,
  pace_ms: 1_100,
  body: ({ title, items, url, open, more }) => {
    const { shown, hidden } = fitting(items, { items_max: 20, chars_max: 8_000 })
    const text_widget = (text: string) => ({ textParagraph: { text } })
    return {
      fallbackText: short(title, TITLE_CHARS_MAX),
      cardsV2: [
        {
          cardId: 'notification',
          card: {
            header: { title: short(title, TITLE_CHARS_MAX) },
            sections: [
              {
                widgets: [
                  ...shown.map((item) => text_widget(escaped(paragraph(item, items)))),
                  ...(hidden > 0 ? [text_widget(more(hidden))] : []),
                  { buttonList: { buttons: [{ text: open, onClick: { openLink: { url } } }] } },
                ],
              },
            ],
          },
        },
      ],
    }
  },
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Teams: Workflows take Adaptive Cards, 28 kB a message, four requests a second (learn.microsoft.com, read 2026-11). */
const teams: ChatForm = {
  hosts: /(\.logic\.azure\.com|\.environment\.api\.powerplatform\.com|(^|\.)api\.powerautomate\.com)$/,
  pace_ms: 300,
  body: ({ title, items, url, open, more }) => {
    const { shown, hidden } = fitting(items, { items_max: 20, chars_max: 6_000 })
    const block = (text: string, style: object = {}) => ({
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text, ...style }],
    })
    return {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              block(short(title, TITLE_CHARS_MAX), { weight: 'bolder', size: 'medium' }),
              ...shown.map((item) => block(paragraph(item, items))),
              ...(hidden > 0 ? [block(more(hidden))] : []),
            ],
            actions: [{ type: 'Action.OpenUrl', title: open, url }],
          },
        },
      ],
    }
  },
}

const plain: ChatForm = {
  hosts: /^/,
  pace_ms: 1_000,
  body: ({ title, items, url, severity }) => {
    const { shown, hidden } = fitting(items, { items_max: 50, chars_max: 20_000 })
    const short_items = shown.map((item) => ({ ...item, text: short(item.text, TEXT_CHARS_MAX) }))
    return { title, severity, url, items: short_items, not_shown: hidden }
  },
}

export const chat_forms: Record<ChatVendor, ChatForm> = { slack, discord, google_chat, teams, plain }

/** Connectors of Teams ended in May 2026. */
const RETIRED = /(^|\.)webhook\.office\.com$|(^|\.)outlook\.office\.com$/
export const is_retired = (host: string): boolean => RETIRED.test(host)

export const vendor_of = (host: string): ChatVendor => chat_vendors.find((name) => chat_forms[name].hosts.test(host))!

/** Below a title, only the text. In a list, both. */
function paragraph({ title, text }: Item, items: readonly Item[]): string {
  const shown = short(text, TEXT_CHARS_MAX)
  return items.length === 1 ? shown : `${short(title, TITLE_CHARS_MAX)}\n${shown}`
}

const URL_CHARS_MAX = 3_000
const short_url = (url: string) => (url.length <= URL_CHARS_MAX ? url : new URL(url).origin)
