// What the pages for connecting share: sentences in the reader's language, and the organization for which the person is here.
import type { About } from '#engine/connecting/parts.ts'
import { connections_path } from '#engine/notifications/connection_notices.ts'
import { type Html, html } from '#http/connect/html.ts'
import { type Message, message } from '#messages/message.ts'

export type Write = (of: Message) => string

/** A page as data. The frame writes it in the language of its reader. */
export interface Page {
  title: Message
  body: (write: Write) => Html
  /** The organization for which the person is here. */
  org?: About['org']
  /** Seconds until the browser loads the page again, or another address. */
  refresh?: { seconds: number; address?: string }
  /** Default: 200. */
  status?: number
}

/** What a page that is shown again says, and the values that it keeps. */
export interface Again {
  failed?: Message
  typed?: Readonly<Record<string, string>>
  /** Names of the fields that the person must correct. */
  faulty?: readonly string[]
}

export const page = (
  org: About['org'],
  title: Message,
  body: Page['body'],
  more: Pick<Page, 'refresh' | 'status'> = {},
): Page => ({ org, title, body, ...more })

/** People of the dashboard begin again there. Others are asked to sign in, and see nothing. */
export const to_connections = ({ org }: Pick<About, 'org'>, write: Write): Html =>
  html`<p><a href="${connections_path(org.org_id)}">${write(message('connecting.to_connections'))}</a></p>`

/** Each page that asks for something says who gets it, because a person can arrive there without having read the first one. */
export const only_own = (org: About['org'], write: Write) =>
  html`<p class="soft">${write(message('connecting.confirm_only_own', { org: org.name }))}</p>`
