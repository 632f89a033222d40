// The parts of forms: values to type, values to choose, and remarks.
import type { CredentialField } from '#engine/vendors/credential_fields.ts'
import { help_of, label_of } from '#engine/vendors/field_words.ts'
import { type Html, html } from '#http/connect/html.ts'
import type { Again, Write } from '#http/connect/writing.ts'
import { as_country, message, named } from '#messages/message.ts'

export const note = (text: string) => html`<p class="note" role="status">${text}</p>`

interface Words {
  label: string
  help: string
}

type Named = Pick<CredentialField, 'name' | 'words'> & Partial<Pick<CredentialField, 'about'>>

const words_of = ({ name, words, about = '' }: Named, write: Write): Words =>
  words ? { label: write(label_of(words)), help: write(help_of(words)) } : { label: name, help: about }

interface FieldOptions extends Again {
  secret?: boolean
  required?: boolean
}

export function text_field(
  field: Named,
  write: Write,
  { secret = false, required = true, typed, faulty }: FieldOptions = {},
) {
  const { name } = field
  const { label, help } = words_of(field, write)
  const value = secret ? undefined : typed?.[name]
  return html`
<div class="field"><label for="${name}">${label}</label>
<input type="${secret ? 'password' : 'text'}" id="${name}" name="${name}" autocomplete="off" spellcheck="false"${value !== undefined && html` value="${value}"`}${help && html` aria-describedby="${name}_help"`}${faulty?.includes(name) && html` aria-invalid="true"`}${required && html` required`}>
${help && html`<p class="soft small" id="${name}_help">${help}</p>`}</div>`
}

const COUNTRY = /^[A-Z]{2}$/
const option_text = (value: string, write: Write) =>
  write(message('sentences', { sentences: COUNTRY.test(value) ? as_country(value) : named('option', value, value) }))

export function list_field(
  field: Named & { options: readonly string[] },
  write: Write,
  { selected }: { selected: string | undefined },
) {
  const { name, options } = field
  const { label, help } = words_of(field, write)
  // A browser would send the first value for a person who has chosen none.
  const is_unchosen = selected === undefined || !options.includes(selected)
  return html`
<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}" aria-describedby="${name}_help" required>${is_unchosen && html`<option value="">${write(message('connecting.no_choice'))}</option>`}${options.map((value) => html`<option value="${value}"${value === selected && html` selected`}>${option_text(value, write)}</option>`)}</select>
<p class="soft small" id="${name}_help">${help}</p></div>`
}

interface Choice {
  name: string
  value: string
  label: Html | string
  checked?: boolean
  disabled?: boolean
}

export const choice = (kind: 'radio' | 'checkbox', { name, value, label, checked, disabled }: Choice) => html`
<label class="choice"><input type="${kind}" name="${name}" value="${value}"${checked && html` checked`}${disabled && html` disabled`}><span>${label}</span></label>`

/** Values that a person may add, with a sentence that nobody must. */
export const added_values = (
  fields: readonly CredentialField[],
  write: Write,
  { title, text, ...again }: { title: string; text: string } & Again,
) => html`<fieldset><legend>${title}</legend>
<p class="soft">${text}</p>
${fields.map((field) => text_field(field, write, { secret: SECRET_NAME.test(field.name), required: false, ...again }))}</fieldset>`

const SECRET_NAME = /password|secret|token|key/
