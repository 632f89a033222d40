// The pages on which a person connects a platform. Each is HTML without a script, in the organization's language.
import { day_in } from '#domain/windows.ts'
import type { ConfirmPage } from '#engine/connecting/confirm_page.ts'
import type { SignInPage } from '#engine/connecting/page.ts'
import { type About, name_of, type Stopped } from '#engine/connecting/parts.ts'
import { accounts, missing_note } from '#http/connect/accounts_page.ts'
import { choice, list_field, note, text_field, words_of } from '#http/connect/fields.ts'
import { type Html, html } from '#http/connect/html.ts'
import type { Page } from '#http/connect/layout.ts'
import { only_own, page, type Write, writer } from '#http/connect/writing.ts'
import { type Message, message } from '#messages/message.ts'
import type { Reader } from '#messages/render.ts'

/** The page of the dashboard that shows the connections of the organization. */
export const connections_address = (org_id: string) => `/o/${org_id}/connections`

/** How often a page that waits looks again. */
const LOOK_AGAIN_S = 3

// ---- before the sign-in --------------------------------------------------------------------------------------------------

export function confirm(of: ConfirmPage, link: string): Page {
  const { org, platform, connector, sign_in, known, asked, app_fields } = of
  const { vendor, product } = connector.platform
  const values = { org: org.name, platform: name_of(platform), product }
  return page(
    org,
    message('connecting.title', { platform: name_of(platform) }),
    (write) => html`
<p>${write(message('connecting.confirm', values))}</p>
${only_own(org, write)}
<form method="post" action="/connect/begin">
<input type="hidden" name="link" value="${link}">
${known.length > 0 && actions(of, write)}
${!of.may_change && known.some(is_active) && html`<p class="soft small">${write(message('connecting.change_signed_in'))}</p>`}
${asked.map(({ name, about, is_required, options }) =>
  options
    ? list_field(name, options, about)
    : text_field(name, words_of(name), { help: about, required: is_required && known.length === 0 }),
)}
${Object.keys(app_fields).length > 0 && own_app(of, write)}
<button>${write(sign_in.kind === 'keys' ? message('connecting.begin_keys') : message('connecting.begin', { vendor }))}</button>
</form>
${of.link.returns && to_connections(of, write)}`,
  )
}

const is_active = ({ status }: ConfirmPage['known'][number]) => status === 'active'

/** A connection that needs a person comes first. */
function actions({ known, may_change, sign_in }: ConfirmPage, write: Write): Html {
  const broken = known.find(({ status, needs_reconnection }) => status === 'active' && needs_reconnection)
  return html`<fieldset><legend>${write(message('connecting.action'))}</legend>
${choice('radio', { name: 'action', value: 'new', label: write(message('connecting.action_new')), checked: !broken })}
${known.map(({ connection_id, name, status }) => [
  choice('radio', {
    name: 'action',
    value: `again ${connection_id}`,
    label: write(message('connecting.action_again', { name })),
    checked: broken?.connection_id === connection_id,
  }),
  may_change &&
    status === 'active' &&
    choice('radio', {
      name: 'action',
      value: `accounts ${connection_id}`,
      label: write(message(sign_in.adds ? 'connecting.action_values' : 'connecting.action_accounts', { name })),
    }),
])}</fieldset>`
}

function own_app({ connector, known, app_fields }: ConfirmPage, write: Write): Html {
  const { vendor } = connector.platform
  const labels: Record<string, string> = {
    client_id: write(message('connecting.client_id')),
    client_secret: write(message('connecting.client_secret')),
  }
  return html`<fieldset><legend>${write(message('connecting.own_app', { vendor }))}</legend>
<p class="soft">${write(message('connecting.no_app', { vendor }))}</p>
${Object.entries(app_fields).map(([name, help]) =>
  text_field(name, labels[name] ?? words_of(name), {
    help,
    secret: name !== 'client_id',
    required: known.length === 0,
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

export function sign_in(of: SignInPage, reference: string, failed?: string): Page {
  switch (of.shows) {
    case 'keys':
      return keys(of, reference, failed)
    case 'waiting':
      return page(
        of.org,
        message('connecting.waiting'),
        (write) => html`<p>${write(message('connecting.waiting_text'))}</p>`,
        { refresh: { seconds: LOOK_AGAIN_S } },
      )
    case 'accounts':
      return accounts(of, reference, failed)
    case 'progress':
      return progress(of)
  }
}

type Showing<Shows> = Extract<SignInPage, { shows: Shows }>

const keys = (
  { org, platform, connector, fields, secret_names }: Showing<'keys'>,
  reference: string,
  failed?: string,
): Page =>
  page(
    org,
    message('connecting.keys', { platform: name_of(platform) }),
    (write) => html`
<p class="soft">${connector.platform.credentials}</p>
<p>${write(message('connecting.keys_text'))}</p>
${only_own(org, write)}
${failed && note(failed)}
<form method="post" action="/connect/sign-in/${reference}/keys">
${fields.map(({ name, about, is_required }) =>
  text_field(name, words_of(name), { help: about, secret: secret_names.includes(name), required: is_required }),
)}
<button>${write(message('connecting.test'))}</button>
</form>`,
    { status: failed === undefined ? 200 : 400 },
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
<p class="soft">${write(message('connecting.rows', { rows: run?.rows ?? 0 }))}</p>
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

/** Without a known organization, the page is in English. */
const NOBODY: Reader = { language: 'en', currency: 'USD' }

export function stopped({ sentence, about, signed_in_at }: Stopped): Page {
  const reader = about?.org ?? NOBODY
  const write = writer(reader)
  const new_link = about && message('connecting.new_link', { platform: name_of(about.platform) })
  const next = about?.returns ? message('connecting.begin_again') : (new_link ?? message('connecting.no_link'))
  return {
    language: reader.language,
    title: write(message('connecting.stopped')),
    status: 400,
    org: about?.org.name,
    body: html`${note(write(sentence))}
${signed_in_at !== undefined && html`<p><a class="button" href="/sign-in?next=${encodeURIComponent(signed_in_at)}">${write(message('connecting.sign_in'))}</a></p>`}
<p>${write(next)}</p>
${about && to_connections(about, write)}`,
  }
}

/** People of the dashboard begin again there. Others are asked to sign in, and see nothing. */
const to_connections = ({ org }: Pick<About, 'org'>, write: Write): Html =>
  html`<p><a href="${connections_address(org.org_id)}">${write(message('connecting.to_connections'))}</a></p>`

export const no_link = (): Page => {
  const write = writer(NOBODY)
  return {
    language: NOBODY.language,
    title: write(message('connecting.stopped')),
    status: 404,
    body: html`<p>${write(message('connecting.no_link'))}</p>`,
  }
}
