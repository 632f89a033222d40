// What the pages for connecting share: sentences in the reader's language, and the organization for which the person is here.
import type { About } from '#engine/connecting/parts.ts'
import { type Html, html } from '#http/connect/html.ts'
import type { Page } from '#http/connect/layout.ts'
import { type Message, message } from '#messages/message.ts'
import { type Reader, text_of } from '#messages/render.ts'

export type Write = (of: Message) => string

export const writer =
  (reader: Reader): Write =>
  (of) =>
    text_of(of, reader)

export const page = (
  org: About['org'],
  title: Message,
  body: (write: Write) => Html,
  more: Partial<Page> = {},
): Page => {
  const write = writer(org)
  return { language: org.language, title: write(title), body: body(write), org: org.name, ...more }
}

/** Each page that asks for something says who gets it, because a person can arrive there without having read the first one. */
export const only_own = (org: About['org'], write: Write) =>
  html`<p class="soft">${write(message('connecting.confirm_only_own', { org: org.name }))}</p>`
