// The page on which a person chooses the accounts of a sign-in, and the question before other accounts replace those of a connection.
import type { Question } from '#engine/connecting/choose.ts'
import type { SignInPage } from '#engine/connecting/page.ts'
import type { About } from '#engine/connecting/parts.ts'
import type { Missing } from '#engine/connector/sign_in.ts'
import { added_values, choice, note } from '#http/connect/fields.ts'
import { type Html, html } from '#http/connect/html.ts'
import { type Again, only_own, type Page, page, to_connections, type Write } from '#http/connect/writing.ts'
import { and_list, message } from '#messages/message.ts'

type Shown = Extract<SignInPage, { shows: 'accounts' }>

const scopes_of = (missing: Missing['streams']) => and_list(missing.map(([scope]) => scope))
const names_of = (missing: Missing['streams']) => and_list([...new Set(missing.flatMap(([, names]) => names))])

export const missing_note = ({ streams, changes }: Missing, write: Write) => [
  streams.length > 0 &&
    note(write(message('connecting.missing_scopes', { scopes: scopes_of(streams), streams: names_of(streams) }))),
  changes.length > 0 &&
    note(write(message('connecting.missing_changes', { scopes: scopes_of(changes), changes: names_of(changes) }))),
]

export function accounts(of: Shown, reference: string, { failed, ...again }: Again = {}): Page {
  const { org, connector, chosen, missing, may_be_all } = of
  const { vendor } = connector.platform
  const readable = of.accounts.filter(({ unreadable }) => !unreadable)
  // A choice that was made before stays one, also when a sign-in shows only one account.
  const is_only = readable.length === 1 && of.accounts.length === 1 && may_be_all && chosen === undefined
  return page(
    org,
    message(readable.length > 0 ? 'connecting.accounts' : 'connecting.accounts_none'),
    (write) => html`
${only_own(org, write)}
${missing_note(missing, write)}
${failed && note(write(failed))}
${of.accounts.length === 0 && html`<p>${write(message('connecting.no_accounts', { vendor }))}</p>`}
${readable.length > 0 && of.accounts.length > 1 && html`<p>${write(listed(of.accounts.length, readable.length))}</p>`}
${of.accounts.length > 0 && readable.length === 0 && note(write(message('connecting.none_readable')))}
<form method="post" action="/connect/sign-in/${reference}/accounts">
${!may_be_all && html`<p>${write(message('connecting.chosen_before'))}</p>`}
${is_only && html`<input type="hidden" name="which" value="all">`}
${
  readable.length > 0 &&
  may_be_all &&
  !is_only &&
  html`<fieldset>
${choice('radio', { name: 'which', value: 'all', label: write(message('connecting.all_accounts')), checked: chosen === undefined })}
${choice('radio', { name: 'which', value: 'some', label: write(message('connecting.some_accounts')), checked: chosen !== undefined })}
</fieldset>`
}
${
  of.accounts.length > 0 &&
  html`<div class="list" tabindex="0" role="group" aria-label="${write(message('connecting.accounts'))}">${readable_first(of.accounts).map((account) => one_account(account, { chosen, write, is_only }))}</div>`
}
${
  readable.length > 0 &&
  of.added.length > 0 &&
  added_values(of.added, write, {
    ...again,
    title: write(message('connecting.adds', { vendor })),
    text: write(message('connecting.adds_text')),
  })
}
${readable.length > 0 && html`<p></p><button>${write(message(is_only ? 'connecting.choose_only' : 'connecting.choose'))}</button>`}
</form>
${readable.length === 0 && to_connections(of, write)}`,
    { status: failed === undefined ? 200 : 400 },
  )
}

type ListedAccount = Shown['accounts'][number]

const listed = (count: number, readable: number) =>
  message('connecting.accounts_listed', { count, unreadable: count - readable })

/** A person with one readable account among hundreds would not find it. */
const readable_first = (accounts: readonly ListedAccount[]) =>
  accounts.toSorted((one, other) => Number(Boolean(one.unreadable)) - Number(Boolean(other.unreadable)))

function one_account(
  { account_id, name, currency, unreadable, limited, connected_by }: ListedAccount,
  { chosen, write, is_only }: { chosen: string[] | undefined; write: Write; is_only: boolean },
): Html {
  const remark = unreadable
    ? write(message('connecting.cannot_read', { reason: unreadable }))
    : [connected_by && write(message('connecting.connected_by', { name: connected_by })), limited]
        .filter(Boolean)
        .join(' · ')
  const about = [account_id, currency, remark].filter(Boolean).join(' · ')
  // The only account is read in any case.
  return choice('checkbox', {
    name: 'account_id',
    value: account_id,
    label: html`${name}<br><span class="soft small">${about}</span>`,
    checked: !unreadable && (is_only || (chosen?.includes(account_id) ?? false)),
    disabled: is_only || Boolean(unreadable),
  })
}

/** A sign-in with other accounts, or one that reads nothing, needs an answer. The choice is repeated in the form. */
export function ask_first(
  { org }: Pick<About, 'org'>,
  reference: string,
  { name, other, must_be_same, reads_nothing }: Question,
  account_ids: readonly string[] | undefined,
): Page {
  const accounts = other && { name, before: and_list(other.before), now: and_list(other.now) }
  const [question, yes] = reads_nothing
    ? (['connecting.nothing_question', 'connecting.nothing_yes'] as const)
    : must_be_same
      ? (['connecting.same_question', 'connecting.same_yes'] as const)
      : (['connecting.other_question', 'connecting.other_yes'] as const)
  return page(
    org,
    message('connecting.accounts'),
    (write) => html`
${accounts && note(write(message('connecting.other_accounts', accounts)))}
${reads_nothing && note(write(message('connecting.reads_nothing', { name })))}
${only_own(org, write)}
<p>${write(message(question, { name }))}</p>
<form method="post" action="/connect/sign-in/${reference}/accounts">
<input type="hidden" name="replace" value="yes">
<input type="hidden" name="which" value="${account_ids ? 'some' : 'all'}">
${account_ids?.map((id) => html`<input type="hidden" name="account_id" value="${id}">`)}
<button>${write(message(yes))}</button>
</form>`,
  )
}
