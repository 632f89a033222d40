// The parts of forms: values to type, values to choose, and remarks.
import { type Html, html } from '#http/connect/html.ts'

/** The name of a value, as people write it. */
export const words_of = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`

export const note = (text: string) => html`<p class="note" role="status">${text}</p>`

export const text_field = (name: string, label: string, { help = '', secret = false, required = true } = {}) => html`
<div class="field"><label for="${name}">${label}</label>
<input type="${secret ? 'password' : 'text'}" id="${name}" name="${name}" autocomplete="off" spellcheck="false"${required && html` required`}>
${help && html`<p class="soft small">${help}</p>`}</div>`

export const list_field = (name: string, options: readonly string[], help: string) => html`
<div class="field"><label for="${name}">${words_of(name)}</label>
<select id="${name}" name="${name}">${options.map((option) => html`<option>${option}</option>`)}</select>
<p class="soft small">${help}</p></div>`

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
  fields: readonly { name: string; about: string }[],
  { title, text }: { title: string; text: string },
) => html`<fieldset><legend>${title}</legend>
<p class="soft">${text}</p>
${fields.map(({ name, about }) =>
  text_field(name, words_of(name), { help: about, secret: SECRET_NAME.test(name), required: false }),
)}</fieldset>`

const SECRET_NAME = /password|secret|token|key/
