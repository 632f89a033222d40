// Requests generated from an operation's published schema: valid requests, requests with one violation, and bodies that are not JSON.
import fc from 'fast-check'

export interface JsonSchema {
  [keyword: string]: unknown
  $ref?: string
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}

const CHARS_MAX = 30
const ITEMS_MAX = 4
const NUMBER_MAX = 2 ** 40

/** Days around the data of the tests, and days far from it. */
const days = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 800 }) },
  { weight: 1, arbitrary: fc.integer({ min: -10_000, max: 700_000 }) },
)
const date = days
  .map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10))
  .filter((text) => /^\d{4}-/.test(text))

/** Made when a schema needs them: fast-check takes seconds for addresses of the web. */
const formats: Record<string, () => fc.Arbitrary<string>> = {
  date: () => date,
  'date-time': () =>
    fc
      .tuple(date, fc.integer({ min: 0, max: 86_399 }))
      .map(([day, second]) => `${day}T${new Date(second * 1000).toISOString().slice(11)}`),
  uuid: () => fc.uuid(),
  email: () => fc.emailAddress(),
  uri: () => fc.webUrl(),
}

const texts = (min = 0, max = CHARS_MAX) => {
  const size = { minLength: min, maxLength: Math.max(min, Math.min(max, CHARS_MAX)) }
  return fc.oneof(
    fc.string(size),
    fc.string({ ...size, unit: 'grapheme' }),
    fc
      .constantFrom('%', '_', "' or 1=1 --", '\\', '"', '../..', '{{x}}', '\u202e', '<b>')
      .filter((text) => text.length >= min && text.length <= max),
  )
}

const kind_of = (value: unknown) =>
  Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

/** Values of a schema. `known` are existing values, by the name of the property. */
function arbitrary_of(schema: JsonSchema, known: Record<string, unknown[]>, name = ''): fc.Arbitrary<unknown> {
  const words = schema.enum
    ? []
    : (known[name] ?? []).filter((word) => kind_of(word) === (schema.type ?? kind_of(word)))
  if (words.length > 0) return fc.oneof(fc.constantFrom(...words), plain(schema, known))
  return plain(schema, known)
}

/** Bodies of a schema. Half of them are a valid example with one changed property. */
export function bodies_of(schema: JsonSchema, known: Record<string, unknown[]>, example: object): fc.Arbitrary<object> {
  const any = arbitrary_of(schema, known) as fc.Arbitrary<Record<string, unknown>>
  const near = fc.tuple(any, fc.nat()).map(([body, at]) => {
    const name = Object.keys(body)[at % Math.max(1, Object.keys(body).length)]
    return name === undefined ? example : { ...example, [name]: body[name] }
  })
  return fc.oneof(any, near)
}

function plain(schema: JsonSchema, known: Record<string, unknown[]>): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const some = schema.anyOf ?? schema.oneOf
  if (some) return fc.oneof(...some.map((one) => arbitrary_of(one, known)))
  const { type } = schema
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => plain({ ...schema, type: one }, known)))
  if (type === 'object') return objects(schema, known)
  if (type === 'array')
    return fc.array(arbitrary_of(schema.items ?? {}, known, 'items'), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? ITEMS_MAX, ITEMS_MAX)),
    })
  if (type === 'string') {
    const format = schema.format && formats[schema.format]
    if (format) return format()
    if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern))
    return texts(schema.minLength, schema.maxLength)
  }
  if (type === 'integer')
    return fc.integer({
      min: Math.max(schema.minimum ?? 0, -NUMBER_MAX),
      max: Math.min(schema.maximum ?? NUMBER_MAX, NUMBER_MAX),
    })
  if (type === 'number')
    return fc.double({ min: schema.minimum ?? -NUMBER_MAX, max: schema.maximum ?? NUMBER_MAX, noNaN: true })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === undefined) return fc.jsonValue({ maxDepth: 3 })
  throw new Error(`no values are known for the schema ${JSON.stringify(schema).slice(0, 200)}`)
}

function objects(
  { properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema,
  known: Record<string, unknown[]>,
) {
  const fields = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, arbitrary_of(schema, known, name)])),
    { requiredKeys: required },
  )
  if (typeof additionalProperties !== 'object') return fields
  const names = arbitrary_of(propertyNames ?? { type: 'string' }, known, 'names') as fc.Arbitrary<string>
  const more = fc.dictionary(
    names.filter((name) => name !== '__proto__'),
    arbitrary_of(additionalProperties, known, 'values'),
    { maxKeys: ITEMS_MAX },
  )
  return fc.tuple(more, fields).map(([a, b]) => ({ ...a, ...b }))
}

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(
    null,
    '',
    'x'.repeat(20_000),
    1e308,
    -1,
    0.5,
    2 ** 53,
    -0,
    [],
    {},
    [[[[]]]],
    true,
    '0000-00-00',
    '9999-12-31',
  ),
)

/** A valid body with one or two changes. The schema decides whether it is still valid. */
export function broken_of(schema: JsonSchema, good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const names = [...Object.keys(schema.properties ?? {}), 'surely_not_a_parameter', 'constructor', 'toString', '']
  const changed = fc
    .tuple(
      good,
      fc.dictionary(fc.constantFrom(...names), anything, { minKeys: 1, maxKeys: 2 }),
      fc.constantFrom(...names),
      fc.boolean(),
    )
    .map(([body, wrong, left_out, leaves_out]) => {
      const { [left_out]: _, ...rest } = body as Record<string, unknown>
      return { ...(leaves_out ? rest : (body as object)), ...wrong }
    })
  return fc.oneof({ weight: 5, arbitrary: changed }, { weight: 1, arbitrary: anything })
}

export interface RawRequest {
  headers: Record<string, string>
  payload: Buffer
}

/** Bytes and headers that a faulty or malicious client could send with a valid key. */
export const raw_requests: fc.Arbitrary<RawRequest> = fc.record({
  headers: fc.record(
    {
      'content-type': fc.constantFrom(
        'application/json',
        'application/json; charset=utf-16',
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'application/x-www-form-urlencoded',
        ';',
        '',
      ),
      'x-svc-org': fc.constantFrom('', 'x', "' or 1=1", '00000000-0000-0000-0000-000000000000', 'x'.repeat(5_000)),
      'x-request-id': fc.constantFrom('a b', 'x'.repeat(500), 'ok', '{}'),
      'idempotency-key': fc.constantFrom('a', 'x'.repeat(300), "'", 'ñ'),
      traceparent: fc.constantFrom('x', '00-00000000000000000000000000000000-0000000000000000-00'),
      'content-encoding': fc.constantFrom('gzip', 'br', 'x'),
      accept: fc.constantFrom('text/html', 'x', ''),
    },
    { requiredKeys: [] },
  ),
  payload: fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.string().map((text) => Buffer.from(text)),
    fc.json().map((text) => Buffer.from(text)),
    fc.json().map((text) => Buffer.from(text.slice(0, -1))),
    fc
      .constantFrom(
        '',
        '{',
        '{}x',
        '[]',
        'null',
        '"x"',
        '1',
        '{"a":1,"a":2}',
        '{"__proto__":{}}',
        '{"a":"\\u0000"}',
        '{"a":"\\ud800"}',
        '{"a":1e400}',
        `${'['.repeat(5_000)}`,
        '\ufeff{}',
        '{"constructor":{"prototype":{}}}',
      )
      .map((text) => Buffer.from(text)),
    fc.constant(Buffer.from(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)),
    fc.constant(Buffer.alloc(2 * 1024 * 1024, 'x')),
  ),
})
