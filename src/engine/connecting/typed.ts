// Values that a person typed, checked by the connector's own schemas.
import type { z } from 'zod'
import { type About, Stopped } from '#engine/connecting/parts.ts'
import type { Secrets, Settings } from '#engine/connector.ts'
import { type CredentialField, fields_of, given_fields, value_of } from '#engine/vendors/credential_fields.ts'
import { label_of } from '#engine/vendors/field_words.ts'
import { and_list, type Message, message, quoted, sentences } from '#messages/message.ts'

/** The person can correct what was typed. Nothing was stored, and the link still works. */
export class Mistyped extends Stopped {
  override name = 'Mistyped'
  /** Names of the fields that the person must correct. */
  readonly fields: readonly string[]

  constructor(sentence: Message, about: About, fields: readonly string[]) {
    super(sentence, about)
    this.fields = fields
  }
}

type Named = Pick<CredentialField, 'name' | 'words'>

const listed = (fields: readonly Named[]) =>
  and_list(fields.map(({ name, words }) => quoted(words ? label_of(words) : name)))

/** Names the values that are missing, and those without the form that their field describes. */
export function mistyped(about: About, { missing = [], misfit = [] }: Partial<Record<'missing' | 'misfit', Named[]>>) {
  const sentence = sentences(
    missing.length > 0 && message('connecting.value_missing', { fields: listed(missing) }),
    misfit.length > 0 && message('connecting.value_misfit', { fields: listed(misfit) }),
  )
  return new Mistyped(
    sentence,
    about,
    [...missing, ...misfit].map(({ name }) => name),
  )
}

/** The values as the schema gives them. Refuses those that it does not accept. */
export function checked<Schema extends z.ZodObject>(
  about: About,
  schema: Schema,
  values: Record<string, unknown>,
): z.output<Schema> {
  const { data, error } = schema.safeParse(values)
  if (!error) return data
  const faulty = new Set(error.issues.map(({ path }) => path[0]))
  const fields = fields_of(schema).filter(({ name }) => faulty.has(name))
  const { missing, misfit } = Object.groupBy(fields, ({ name }) => (values[name] === undefined ? 'missing' : 'misfit'))
  throw mistyped(about, { missing, misfit })
}

export function check_typed(about: About, typed: Record<string, string>): { settings: Settings; secrets: Secrets } {
  const { connector } = about
  const values = (schema: z.ZodObject) =>
    Object.fromEntries(
      given_fields(schema)
        .map((field) => [field.name, value_of(field, typed[field.name])] as const)
        .filter(([, value]) => value !== undefined),
    )
  const given = values(connector.settings)
  const settings = { ...given, ...checked(about, connector.settings, given) }
  return { settings, secrets: checked(about, connector.auth.secrets, values(connector.auth.secrets)) as Secrets }
}
