// The pages on which a person connects a platform. Each is HTML without a script, in the language of the person.
import { day_in } from '#domain/windows.ts'
import type { ConfirmPage } from '#engine/connecting/confirm_page.ts'
import type { SignInPage } from '#engine/connecting/page.ts'
import { type About, name_of, type Stopped } from '#engine/connecting/parts.ts'
import { accounts, missing_note } from '#http/connect/accounts_page.ts'
import { choice, list_field, note, text_field } from '#http/connect/fields.ts'
import { type Html, html } from '#http/connect/html.ts'
import { type Again, only_own, type Page, page, to_connections, type Write } from '#http/connect/writing.ts'
import { and_list, type FieldName, type Message, message } from '#messages/message.ts'

/** How often a page that waits looks again. */
const LOOK_AGAIN_S = 3

// ---- before the sign-in --------------------------------------------------------------------------------------------------

export function confirm(of: ConfirmPage, link: string, again: Again = {}): Page {
  const { org, platform, connector, sign_in, known, asked, app_fields } = of
  const { vendor, product } = connector.platform
  const values = { org: org.name, platform: name_of(platform), product }
  return page(
    org,
    message('connecting.title', { product }),
    (write) => html`
<p>${write(message('connecting.confirm', values))}</p>
${only_own(org, write)}
${again.failed && note(write(again.failed))}
<form method="post" action="/connect/begin">
<input type="hidden" name="link" value="${link}">
${known.length > 0 && actions(of, write, again.typed?.action)}
${!of.may_change && known.some(is_active) && html`<p class="soft small">${write(message('connecting.change_signed_in'))}</p>`}
${asked.map(({ options, ...field }) =>
  options
    ? list_field({ ...field, options }, write, { selected: again.typed?.[field.name] ?? country_of(org) })
    : text_field(field, write, { required: field.is_required && known.length === 0, ...again }),
)}
${app_fields.length > 0 && own_app(of, write, again)}
<button>${write(sign_in.kind === 'keys' ? message('connecting.begin_keys') : message('connecting.begin', { vendor }))}</button>
</form>
${of.link.returns && to_connections(of, write)}`,
    { status: again.failed === undefined ? 200 : 400 },
  )
}

/** The first two characters of a currency's code are its country. */
const country_of = ({ currency }: About['org']) => currency.slice(0, 2)

const is_active = ({ status }: ConfirmPage['known'][number]) => status === 'active'

/** A connection that needs a person is proposed, or the only one that there was. */
function actions({ known, may_change, sign_in }: ConfirmPage, write: Write, chosen: string | undefined): Html {
  const broken = known.find(({ status, needs_reconnection }) => status === 'active' && needs_reconnection)
  const ended = known.length === 1 ? known.find((one) => !is_active(one)) : undefined
  const again = broken ?? ended
  const proposed = chosen ?? (again ? `again ${again.connection_id}` : 'new')
  const action = (value: string, label: Message, remark?: Message) =>
    choice('radio', {
      name: 'action',
      value,
      label: remark ? html`${write(label)}<br><span class="soft small">${write(remark)}</span>` : write(label),
      checked: value === proposed,
    })
  return html`<fieldset><legend>${write(message('connecting.action'))}</legend>
${action('new', message('connecting.action_new'))}
${known.map(({ connection_id, name, status, needs_reconnection }) => [
  action(
    `again ${connection_id}`,
    message('connecting.action_again', { name }),
    (status !== 'active' && message('connecting.known_removed')) ||
      (needs_reconnection && message('connecting.known_broken')) ||
      undefined,
  ),
  may_change &&
    status === 'active' &&
    action(
      `accounts ${connection_id}`,
      message(sign_in.adds ? 'connecting.action_values' : 'connecting.action_accounts', { name }),
    ),
])}</fieldset>`
}

/** Values of an app that everybody may see. */
const PUBLIC_OF_APP: ReadonlySet<FieldName> = new Set(['client_id', 'application_id', 'contact'])

function own_app({ connector, known, app_fields, callback }: ConfirmPage, write: Write, again: Again): Html {
  const { vendor, credentials, scopes } = connector.platform
  return html`<fieldset><legend>${write(message('connecting.own_app', { vendor }))}</legend>
<p class="soft">${write(message('connecting.no_app', { vendor }))}</p>
<p class="soft">${write(credentials)}</p>
<p class="soft">${write(message('connecting.app_address', { address: callback }))}</p>
${scopes.length > 0 && html`<p class="soft">${write(message('connecting.app_permissions', { scopes: and_list(scopes) }))}</p>`}
${app_fields.map((name) =>
  text_field({ name, words: name }, write, {
    secret: !PUBLIC_OF_APP.has(name),
    required: known.length === 0,
    ...again,
  }),
)}</fieldset>`
}

/** A form may lead to this server only, so that a page sends the browser to the platform. */
export const to_vendor = (
  { org }: Pick<About, 'org'>,
  { address, vendor }: { address: string; vendor: string },
): Page =>
  page(
    org,
    message('connecting.going', { vendor }),
    (write) => html`<p>${write(message('connecting.going_text'))}</p>
<p><a class="button" rel="noreferrer" href="${address}">${write(message('connecting.begin', { vendor }))}</a></p>`,
    { refresh: { seconds: 0, address } },
  )

// ---- after the sign-in ---------------------------------------------------------------------------------------------------

export function sign_in(of: SignInPage, reference: string, again?: Again): Page {
  switch (of.shows) {
    case 'keys':
      return keys(of, reference, again)
    case 'waiting':
      return look_again(of, message('connecting.waiting'), message('connecting.waiting_text'))
    case 'listing': {
      const { vendor } = of.connector.platform
      return look_again(of, message('connecting.listing'), message('connecting.listing_text', { vendor }))
    }
    case 'accounts':
      return accounts(of, reference, again)
    case 'progress':
      return progress(of)
  }
}

const look_again = ({ org }: Pick<About, 'org'>, title: Message, text: Message): Page =>
  page(org, title, (write) => html`<p>${write(text)}</p><progress aria-label="${write(title)}"></progress>`, {
    refresh: { seconds: LOOK_AGAIN_S },
  })

type Showing<Shows> = Extract<SignInPage, { shows: Shows }>

const keys = ({ org, connector, fields, secret_names }: Showing<'keys'>, reference: string, again: Again = {}): Page =>
  page(
    org,
    message('connecting.keys', { product: connector.platform.product }),
    (write) => html`
<p class="soft">${write(connector.platform.credentials)}</p>
<p>${write(message('connecting.keys_text'))}</p>
${only_own(org, write)}
${again.failed && note(write(again.failed))}
<form method="post" action="/connect/sign-in/${reference}/keys">
${fields.map((field) =>
  text_field(field, write, { secret: secret_names.includes(field.name), required: field.is_required, ...again }),
)}
<button>${write(message('connecting.test'))}</button>
</form>`,
    { status: again.failed === undefined ? 200 : 400 },
  )

const IS_OPEN = new Set(['queued', 'running'])
function progress({ org, name, run, missing, ends_at }: Showing<'progress'>): Page {
  const { state = 'queued' } = run ?? {}
  const is_open = IS_OPEN.has(state)
  return page(
    org,
    message('connecting.done', { name }),
    (write) => html`
${missing_note(missing, write)}
<p>${write(message('connecting.done_text'))}</p>
<p role="status">${write(run_state(state, run?.error ?? ''))}</p>
${is_open && html`<progress max="1" value="${run?.progress ?? 0}">${Math.round((run?.progress ?? 0) * 100)} %</progress>`}
${is_open && run?.stream && html`<p class="soft">${write(message('connecting.reading', { stream: run.stream }))}</p>`}
${run && (run.rows > 0 || !is_open) && html`<p class="soft">${write(message('connecting.rows', { rows: run.rows }))}</p>`}
${ends_at && html`<p class="soft">${write(message('connecting.ends_on', { date: day_in(org.time_zone, ends_at) }))}</p>`}`,
    is_open ? { refresh: { seconds: LOOK_AGAIN_S } } : {},
  )
}

function run_state(state: string, reason: string): Message {
  if (state === 'queued') return message('connecting.state_queued')
  if (state === 'running') return message('connecting.state_running')
  if (state === 'succeeded') return message('connecting.state_succeeded')
  return message('connecting.state_failed', { reason })
}

// ---- what did not work ---------------------------------------------------------------------------------------------------

export function stopped({ sentence, about, signed_in_at }: Stopped): Page {
  const new_link = about && message('connecting.new_link', { platform: name_of(about.platform) })
  const next = about?.returns ? message('connecting.begin_again') : (new_link ?? message('connecting.no_link'))
  return {
    ...(about && { org: about.org }),
    title: message('connecting.stopped'),
    status: 400,
    body: (write) => html`${note(write(sentence))}
${signed_in_at !== undefined && html`<p><a class="button" href="/sign-in?next=${encodeURIComponent(signed_in_at)}">${write(message('connecting.sign_in'))}</a></p>`}
<p>${write(next)}</p>
${about && to_connections(about, write)}`,
  }
}

export const no_link = (): Page => ({
  title: message('connecting.stopped'),
  status: 404,
  body: (write) => html`<p>${write(message('connecting.no_link'))}</p>`,
})
