// The settings and secrets that a connection needs, as fields that an operator fills in.
import { z } from 'zod'
import { nearest_of, shortened } from '#domain/nearest.ts'
import type { Connector } from '#engine/connector.ts'
import { faults_of, plain_words } from '#engine/input_faults.ts'
import { refuse } from '#engine/outcomes.ts'
import { RENEWED } from '#engine/vendors/vendor_auth.ts'
import type { FieldName } from '#messages/message.ts'

export interface CredentialField {
  name: string
  is_required: boolean
  /** What its value is. A person types each of them as a text. */
  kind: 'text' | 'list' | 'boolean' | 'object'
  /** For operators, in English. */
  about: string
  /** What a person reads on a page. Absent: no page shows the field. */
  words?: FieldName
}

const kinds: Record<string, CredentialField['kind']> = { array: 'list', boolean: 'boolean', object: 'object' }

export function fields_of(schema: z.ZodObject): CredentialField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' }) as {
    properties?: Record<string, { description?: string; type?: string; words?: FieldName }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description = '', type, words }]) => ({
    name,
    is_required: required.includes(name),
    kind: kinds[type ?? ''] ?? 'text',
    about: description,
    ...(words && { words }),
  }))
}

/** How a person types a value that is no plain text. */
export const typed_as: Record<CredentialField['kind'], string> = {
  text: '',
  list: 'Separate several with commas.',
  boolean: 'Write true or false.',
  object: 'Write JSON.',
}

/** The value of a typed text, as its schema expects it. Undefined: the text is empty. The schema refuses what is no such value. */
export function value_of({ kind }: CredentialField, text = ''): unknown {
  const typed = text.trim()
  if (typed === '') return undefined
  if (kind === 'list') return typed.split(/[\s,]+/).filter(Boolean)
  if (kind === 'boolean') return { true: true, false: false }[typed.toLowerCase()] ?? typed
  return kind === 'object' ? parsed(typed) : typed
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The fields without those that Tablero fills in itself. */
export const given_fields = (schema: z.ZodObject) => fields_of(schema).filter(({ about }) => about !== RENEWED)

interface Given {
  settings: Record<string, unknown>
  secrets: Record<string, unknown>
}

/** Settings of every platform: the accounts that a person chose. */
const OF_ALL = ['account_ids']

/** Refuses names that the platform does not know. Otherwise a misspelled setting is stored and has no effect. */
export function refuse_unknown(platform: string, connector: Connector, { settings, secrets }: Partial<Given>): void {
  const check = (what: 'Settings' | 'Secrets', schema: z.ZodObject, names: string[], others: string[] = []) => {
    const known = [...Object.keys(schema.shape), ...others]
    const unknown = names.find((name) => !known.includes(name))
    if (unknown === undefined) return
    const near = nearest_of(unknown, known)
    // A secret can stand where its name belongs. What resembles no name is not repeated.
    const it = near || what === 'Settings' ? `'${shortened(unknown)}'` : 'a name'
    const shown = given_fields(schema).map(({ name }) => name)
    refuse(
      `${what} of ${platform}: ${it} is not known${near ? `; did you mean '${near}'?` : '.'} ${
        shown.length > 0 ? `Names: ${shown.join(', ')}.` : 'There are none.'
      }`,
    )
  }
  check('Settings', connector.settings, Object.keys(settings ?? {}), OF_ALL)
  check('Secrets', connector.auth.secrets, Object.keys(secrets ?? {}))
}

/** Returns the checked values, or refuses them. The error names only the fields. */
export function check_credentials(platform: string, connector: Connector, given: Given): Given {
  const check = (what: string, schema: z.ZodObject, values: unknown) => {
    const { data, error } = schema.safeParse(values, { error: plain_words })
    if (error) refuse(`${what} of ${platform}: ${faults_of(schema, error.issues, { whole: 'the values', sentence })}`)
    return data
  }
  const settings = check('Settings', connector.settings, given.settings)
  const secrets = check('Secrets', connector.auth.secrets, given.secrets)
  return { settings: { ...given.settings, ...settings }, secrets: secrets ?? {} }
}

/** A missing value has the shortest sentence, because it is the usual fault. */
const sentence = ({ path, message }: z.core.$ZodIssue) =>
  message.startsWith('is required,') ? `${path.map(String).join('.')} is missing.` : undefined
