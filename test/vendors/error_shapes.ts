// The error answers that the vendors document, by platform: a schema where one is published, and the documented examples elsewhere. Both are
// strict, so a field that is not documented is a fault.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { documented_examples as examples_of, shape_faults, shape_of } from './documented.ts'
import { contract_file, documented_examples } from './published.ts'

type Json = Record<string, unknown>
export interface ErrorAnswer {
  method: string
  url: string
  status: number
  answer: unknown
}
/** The faults of an error answer. Undefined: no document has the shape of this one, such as the page of a proxy before the vendor. */
type Compare = (of: ErrorAnswer) => string[] | undefined
/** Read when it is used, because the contracts are not on every machine. Or: why no error of the platform can be compared. */
export type ErrorShape = { read: () => Compare } | { none: string }

// ---- from schemas --------------------------------------------------------------------------------------------------------

interface Operation {
  responses?: Record<string, { schema?: Json; content?: Record<string, { schema: Json }>; $ref?: string }>
}
interface Document {
  basePath?: string
  servers?: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  definitions?: Json
  components?: { schemas?: Json; responses?: Record<string, Operation['responses'] & Json> }
}

const document_of = (platform: string, file: string): Document =>
  parse(readFileSync(contract_file(platform, file), 'utf8'))

/** A schema whose objects have no other fields than those it names. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict)
  if (value === null || typeof value !== 'object') return value
  const { format: _, example: __, ...rest } = value as Json
  const copied = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, strict(one)]))
  return rest.properties && rest.type !== 'string' ? { ...copied, additionalProperties: false } : copied
}

const ajv = new Ajv({ strict: false, allErrors: true })
function comparing(document: Document, schema: Json): (answer: unknown) => string[] {
  const { definitions, components } = strict(document) as Document
  const validate = ajv.compile({ ...(strict(schema) as Json), definitions, components })
  return (answer) =>
    validate(answer)
      ? []
      : validate.errors!.map(
          ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
        )
}

const response_of = ({ components }: Document, responses: Operation['responses'] = {}, status: number) => {
  const found = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses.default
  return found?.$ref ? (components?.responses?.[found.$ref.split('/').at(-1)!] as typeof found) : found
}

/** The answers of each operation of the documents by status. */
function by_operation(platform: string, files: readonly string[]): Compare {
  const documents = files.map((file) => document_of(platform, file))
  const known = new Map<unknown, (answer: unknown) => string[]>()
  const operations = documents.flatMap((document) => {
    const base =
      document.basePath ?? new URL(document.servers?.[0]?.url ?? 'https://vendor.test', 'https://vendor.test').pathname
    return Object.entries(document.paths).map(([path, methods]) => ({
      document,
      methods,
      parameters: path.split('{').length,
      matches: new RegExp(`^${`${base}${path}`.replaceAll('//', '/').replaceAll(/\{[^}]+\}/g, '[^/]+')}/?$`),
    }))
  })
  return ({ method, url, status, answer }) => {
    const { pathname } = new URL(url)
    const [found] = operations
      .filter(({ matches, methods }) => matches.test(pathname) && methods[method.toLowerCase()])
      // '/contacts/lists' is no '/contacts/{identifier}'.
      .sort((one, other) => one.parameters - other.parameters)
    if (!found) return undefined
    const response = response_of(found.document, found.methods[method.toLowerCase()]!.responses, status)
    const schema = response?.schema ?? Object.values(response?.content ?? {})[0]?.schema
    if (!schema) return undefined
    const compare = known.get(schema) ?? comparing(found.document, schema)
    known.set(schema, compare)
    return compare(answer)
  }
}

/** One schema for every error, with the statuses that the vendor names. */
function one_schema(
  platform: string,
  file: string,
  schema_of: (document: Document) => Json,
  statuses: readonly number[] = [],
): Compare {
  const document = document_of(platform, file)
  const compare = comparing(document, schema_of(document))
  return ({ status, answer }) => (statuses.length === 0 || statuses.includes(status) ? compare(answer) : undefined)
}

/** Fields of an error in any of the examples. */
const by_examples = (bodies: readonly unknown[]): Compare => {
  const shape = shape_of(bodies)
  return ({ answer }) => shape_faults(shape, answer)
}

// ---- by platform ---------------------------------------------------------------------------------------------------------

const is_error = (body: unknown) => {
  const { error, code, status } = (body ?? {}) as Json
  return typeof error === 'string' || (typeof code === 'string' && Number(status) >= 400)
}

function of_x(): Compare {
  const [example] = examples_of('net_d_ads', 'x-ads-api__fundamentals__error-codes-and-responses').filter(
    ({ body }) => (body as Json).errors,
  )
  const page = readFileSync(contract_file('net_d_ads', 'docs/fundamentals/error-codes-and-responses.mdx'), 'utf8')
  const codes = new Set(
    [...page.matchAll(/^\| (\d{3}) \| `(\w+)` \|$/gm)].map(([, status, code]) => `${status} ${code}`),
  )
  const shape = shape_of([example!.body])
  // The parameters of a request have free names.
  const params = (body: unknown) => ({ ...(body as Json), request: { params: {} } })
  return ({ status, answer }) => [
    ...shape_faults(shape, params(answer)),
    ...((answer as { errors?: { code: string }[] }).errors ?? []).flatMap(({ code }) =>
      codes.has(`${status} ${code}`) ? [] : [`the code ${code} is not documented with ${status}`],
    ),
  ]
}

/** An error of Google's REST interfaces, with the failure of Google Ads in its details. */
function of_google_ads(): Compare {
  const { $defs } = JSON.parse(readFileSync(contract_file('gx_ads', 'googleads_v25.schema.json'), 'utf8')) as {
    $defs: Json
  }
  const failure = ajv.compile({ $defs, $ref: '#/$defs/errors.GoogleAdsFailure' })
  return ({ answer }) => {
    const { error } = ([answer].flat()[0] ?? {}) as { error?: { details?: Json[] } }
    if (!error?.details) return undefined
    return error.details.flatMap(({ '@type': type, ...detail }) => {
      if (!String(type).endsWith('.GoogleAdsFailure')) return [`${type} is not published`]
      return failure(detail) ? [] : failure.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
    })
  }
}

/** An error of the document of a third party. Of a refused input, each field has its reasons (docs/README.md, "Client errors"). */
function of_tiendanube(): Compare {
  const document = document_of('tnx', 'third_party/nuvemshop.openapi.yml')
  const own = document.components!.schemas!.Error as Json
  const compare = comparing(document, { ...own, additionalProperties: false })
  const reasons = { type: 'array', items: { type: 'string' } }
  const refused = ajv.compile({ ...own, additionalProperties: reasons })
  return ({ status, answer }) => {
    if (status !== 422) return compare(answer)
    return refused(answer) ? [] : refused.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

const no_errors = 'The discovery document describes good answers only.'
const graph = "Meta's api_specs have fields of objects, and no errors."

export const error_shapes: Record<string, ErrorShape> = {
  email_a: { read: () => by_operation('email_a', ['klaviyo.openapi.trimmed.json']) },
  email_b: { read: () => by_operation('email_b', ['mailchimp.openapi.trimmed.json']) },
  // The model's codes are those of refused requests.
  email_c: {
    read: () =>
      one_schema(
        'email_c',
        'brevo.swagger.trimmed.json',
        ({ definitions }) => definitions!.errorModel as Json,
        [400, 401, 402, 403, 404, 405],
      ),
  },
  gx_ads: { read: of_google_ads },
  gx_analytics: { none: no_errors },
  heat_a: { none: 'The document names the statuses 400, 401, 403 and 429, without a body.' },
  merchant_feed: { none: no_errors },
  mpa: {
    read: () =>
      by_examples(
        [
          '01-getting-started__error-403',
          '01-getting-started__consideraciones-de-diseno',
          '05-questions__gestiona-preguntas-respuestas',
          '01-getting-started__autenticacion-y-autorizacion',
        ]
          .flatMap((page) => documented_examples('mpa', page))
          .flatMap(({ body }) => (is_error(body) ? [body] : [])),
      ),
  },
  mpb_ads: { read: () => by_operation('mpb_ads', ['amazon_ads_v1.openapi.trimmed.json', 'reporting_v3.openapi.json']) },
  mpb_sp: {
    read: () =>
      by_operation(
        'mpb_sp',
        readdirSync(contract_file('mpb_sp', 'models')).map((file) => join('models', file)),
      ),
  },
  mx_ads: { none: graph },
  net_c: {
    read: () => one_schema('net_c', 'third_party/linkedin-organizations-api-openapi.yml', linkedin_error),
  },
  net_c_ads: {
    read: () => one_schema('net_c', 'third_party/linkedin-organizations-api-openapi.yml', linkedin_error),
  },
  net_d_ads: { read: of_x },
  seo_console: { none: no_errors },
  social_a: { none: graph },
  store_c: {
    read: () =>
      by_examples(
        examples_of('store_c', 'source__includes__wp-api-v3___introduction').flatMap(({ body }) =>
          (body as Json).code ? [body] : [],
        ),
      ),
  },
  sx: { none: 'The schema of GraphQL has good answers and userErrors, and no errors of HTTP.' },
  tnx: { read: of_tiendanube },
  tx_ads: { none: 'TikTok answers errors with status 200, and the SDK describes the envelope only.' },
}

/** One page names serviceErrorCode, and that of campaigns names code. LinkedIn sends both (error-handling, read 2026-11). */
function linkedin_error({ components }: Document): Json {
  const own = components!.schemas!.ErrorResponse as { properties: Json }
  const campaigns = document_of('net_c_ads', 'third_party/linkedin-marketing-campaigns.openapi.yml')
  const other = campaigns.components!.schemas!.ErrorResponse as { properties: Json }
  return { ...own, properties: { ...other.properties, ...own.properties }, required: ['status', 'message'] }
}
