// What a person reads beside a value that is typed, in the language of the reader.
import { type FieldName, type Message, message } from '#messages/message.ts'
import { english } from '#messages/render.ts'

export const label_of = (name: FieldName): Message => message(`field.${name}`)
export const help_of = (name: FieldName): Message => message(`field_help.${name}`)

/** Metadata of a schema: `z.string().meta(words('api_key'))`. Operators and documents read the English text. */
export const words = (name: FieldName) => ({ words: name, description: english(help_of(name)) })
