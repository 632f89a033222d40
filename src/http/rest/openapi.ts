// The OpenAPI 3.1 document: each published tool is a POST with typed input and result, generated from the tool's declaration.
import { KEPT_HOURS, KEY_CHARS_MAX } from '#engine/calls/idempotency.ts'
import { RATE_WINDOW_S } from '#engine/calls/rate_limit.ts'
import type { Engine } from '#engine/engine.ts'
import { fault_sentence, outcomes } from '#engine/outcomes.ts'
import type { NamedTool } from '#engine/tool.ts'
import { deliveries } from '#http/event_schemas.ts'
import { input_json_schema, type JsonSchema, result_json_schema } from '#http/schemas.ts'
import { ABOUT_UNTRUSTED_FIELDS, about_untrusted_fields } from '#http/untrusted.ts'
import { VERSION } from '#lib/version.ts'

const ABOUT = `Tablero gathers the data of advertising, analytics, search, shop and email platforms and answers tools over it.

Every tool is one POST with a JSON object as body; \`{}\` when it has no parameters. Answers are \`{"ok": true, "result": …}\`;
every failure is \`{"ok": false, "error": …, "outcome": …}\` with a sentence that says how to fix it. The same tools are served
to AI agents at \`/mcp\` (Model Context Protocol).

An API key goes into the header \`Authorization: Bearer svc_…\`. A key acts on its own organization; the key of an agency can name
a client organization in \`X-Svc-Org\`.`

/** Each way in which a call can fail, with an example of the error sentence. */
const failures: { status: number; outcome: string; about: string; error: string }[] = [
  {
    status: outcomes.error.status,
    outcome: 'error',
    about: 'The input does not fit the tool, or the tool refuses it. The sentence says how to fix it.',
    error:
      "'days' is not a parameter of get_kpi_summary; did you mean 'days_back'? Parameters: days_back, date_from, date_to.",
  },
  {
    status: outcomes.unauthorized.status,
    outcome: 'unauthorized',
    about: 'The key is missing, wrong, expired or revoked.',
    error: 'A valid API key is needed: send the header Authorization: Bearer svc_…. Keys can expire and be revoked.',
  },
  {
    status: outcomes.cost_cap.status,
    outcome: 'cost_cap',
    about: 'The organization has no credits left for a tool that costs some.',
    error: 'This call costs 5 credits and the organization has fewer left. Credits renew on the first day of a month.',
  },
  {
    status: outcomes.denied_scope.status,
    outcome: 'denied_scope',
    about: 'The key lacks a scope (`denied_scope`), or may not act on the organization in X-Svc-Org (`denied_org`).',
    error:
      'query_orders needs the scope ecommerce:read, which this key does not have. An admin of the organization can create a key that has what is missing.',
  },
  {
    status: outcomes.not_found.status,
    outcome: 'not_found',
    about: 'There is no such tool for this organization; its module may be switched off.',
    error: "There is no tool called 'query_order' for this organization. GET /api/v1/tools lists them.",
  },
  {
    status: outcomes.conflict.status,
    outcome: 'conflict',
    about: 'The Idempotency-Key was used for another call, or the work that the call waited for was cancelled.',
    error: 'This idempotency key was used for another call. Use a new key for a new call.',
  },
  {
    status: outcomes.too_large.status,
    outcome: 'too_large',
    about: 'The body is larger than 1 MiB.',
    error: 'The body may have 1048576 bytes at most.',
  },
  {
    status: outcomes.rate_limited.status,
    outcome: 'rate_limited',
    about: 'More calls a minute than the tool takes. `Retry-After` says when to retry.',
    error: 'query_orders takes 60 calls a minute for each organization. Try again in 12 s.',
  },
  {
    status: outcomes.fault.status,
    outcome: 'fault',
    about: 'An internal error; logged under the request id.',
    error: fault_sentence('0190f3a2-7c1e-7abc-9def-0123456789ab'),
  },
  {
    status: outcomes.overloaded.status,
    outcome: 'overloaded',
    about: 'Tablero cannot take the call at the moment.',
    error: 'Tablero is busy. Try again in a few seconds.',
  },
]

const failure_name = (outcome: string) => `failed_${outcome}`
const duration_ms: JsonSchema = { type: 'number', description: 'Time the call took, in milliseconds.' }

const failure_schema: JsonSchema = {
  type: 'object',
  required: ['ok', 'error', 'outcome', 'duration_ms'],
  properties: {
    ok: { const: false },
    error: { type: 'string', description: 'What is wrong and how to fix it.' },
    outcome: { type: 'string', description: 'The reason as a word a program can decide by.' },
    duration_ms,
  },
}

const listed_schema: JsonSchema = {
  type: 'object',
  required: ['count', 'tools'],
  properties: {
    count: { type: 'integer' },
    tools: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'description', 'scopes', 'rate_limit_per_minute', 'area', 'module', 'effect'],
        properties: {
          name: { type: 'string' },
          description: { type: 'string' },
          scopes: { type: 'array', items: { type: 'string' }, description: 'All of them are needed.' },
          rate_limit_per_minute: { type: 'integer' },
          area: { type: 'string' },
          module: { type: ['string', 'null'], description: 'Module that switches the tool off.' },
          effect: { enum: ['read', 'write', 'propose'] },
        },
      },
    },
  },
}

const header = (description: string, type = 'string') => ({ description, schema: { type } })
const headers = {
  request_id: header('Id that Tablero gave this request. It is in the logs and in the record of calls.'),
  rate_limit_policy: header(`Calls the tool takes in ${RATE_WINDOW_S} s: "tool";q=60;w=${RATE_WINDOW_S}`),
  rate_limit: header('Calls that are left, and seconds until one more is: "tool";r=59;t=60'),
  retry_after: header('Seconds after which the same call can succeed.', 'integer'),
  www_authenticate: header('The scheme to authenticate with.'),
}
const header_ref = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

function failure_response({ status, outcome, about, error }: (typeof failures)[number]) {
  return {
    description: about,
    headers: {
      'x-request-id': header_ref('request_id'),
      ...(status === 401 && { 'WWW-Authenticate': header_ref('www_authenticate') }),
      ...(status === 429 && { 'Retry-After': header_ref('retry_after') }),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/failure' },
        example: { ok: false, error, outcome, duration_ms: 1.2 },
      },
    },
  }
}

/** Adds a schema under its name. The schema's $defs become components, because OpenAPI resolves references from the document. */
function add_schema(schemas: Record<string, JsonSchema>, name: string, schema: JsonSchema): { $ref: string } {
  const { $defs = {}, ...own } = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/$defs/', `"#/components/schemas/${name}_`),
  ) as JsonSchema
  for (const [inner, definition] of Object.entries($defs)) schemas[`${name}_${inner}`] = definition
  schemas[name] = own
  return { $ref: `#/components/schemas/${name}` }
}

const parameters_of = (...names: string[]) => names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
const every_call = ['X-Svc-Org', 'x-request-id']
/** The ways in which a call of this tool can fail. Only a write can have an idempotency conflict. */
const failures_of = (effect: NamedTool['effect']) =>
  failures.filter(({ outcome }) => outcome !== 'conflict' || effect !== 'read')

function operation(tool: NamedTool, schemas: Record<string, JsonSchema>) {
  const { name, about, area, scopes, module, rate, spends, effect, example } = tool
  const facts = [
    `Scopes: ${scopes.join(', ') || 'none'}.`,
    module ? `Module: ${module}.` : '',
    `${rate} calls a minute.`,
    spends ? `Costs ${tool.work ? 'at most ' : ''}${spends} credits.` : '',
  ]
  const result = add_schema(schemas, `${name}_result`, result_json_schema(tool))
  return {
    operationId: name,
    summary: name,
    description: `${about}\n\n${[...facts, about_untrusted_fields(tool)].filter(Boolean).join(' ')}`,
    tags: [area],
    security: [{ api_key: [] }],
    parameters: parameters_of(...every_call, ...(effect === 'read' ? [] : ['Idempotency-Key'])),
    requestBody: {
      required: Object.values(tool.input).some((field) => !is_optional(field)),
      content: {
        'application/json': {
          schema: add_schema(schemas, `${name}_input`, input_json_schema(tool)),
          example: example ?? {},
        },
      },
    },
    responses: {
      200: {
        description: 'The result.',
        headers: {
          'x-request-id': header_ref('request_id'),
          'RateLimit-Policy': header_ref('rate_limit_policy'),
          RateLimit: header_ref('rate_limit'),
        },
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['ok', 'result', 'duration_ms'],
              properties: { ok: { const: true }, result, duration_ms },
            },
          },
        },
      },
      ...Object.fromEntries(
        failures_of(effect).map(({ status, outcome }) => [
          status,
          { $ref: `#/components/responses/${failure_name(outcome)}` },
        ]),
      ),
    },
  }
}

const is_optional = (field: unknown) => (field as { _zod: { optin?: string } })._zod.optin === 'optional'

export function openapi_document({ catalog, areas, base_url }: Pick<Engine, 'catalog' | 'areas' | 'base_url'>) {
  const schemas: Record<string, JsonSchema> = { failure: failure_schema, tool_list: listed_schema }
  const published = [...catalog.values()].filter((tool) => !tool.internal)
  const used = new Set(published.map(({ area }) => area))
  const refer = (outcome: string) => ({ $ref: `#/components/responses/${failure_name(outcome)}` })
  const list_operation = {
    operationId: 'tools',
    summary: 'List the tools',
    description: 'The tools this organization has, with scopes and rates.',
    tags: ['tools'],
    security: [{ api_key: [] }],
    parameters: parameters_of(...every_call),
    responses: {
      200: {
        description: 'The tools, by name.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/tool_list' } } },
      },
      401: refer('unauthorized'),
      403: refer('denied_scope'),
    },
  }
  const paths: Record<string, unknown> = { '/api/v1/tools': { get: list_operation } }
  for (const tool of published) paths[`/api/v1/${tool.name}`] = { post: operation(tool, schemas) }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tablero',
      version: VERSION,
      summary: 'The data of a marketing dashboard, and the tools over it.',
      description: `${ABOUT}\n\n${ABOUT_UNTRUSTED_FIELDS}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: base_url }],
    tags: [
      { name: 'tools', 'x-displayName': 'The list of tools' },
      { name: 'webhooks', 'x-displayName': 'Requests that webhooks receive' },
      ...Object.entries(areas)
        .filter(([name]) => used.has(name))
        .map(([name, { title }]) => ({ name, 'x-displayName': title })),
    ],
    paths,
    webhooks: deliveries((name, schema) => add_schema(schemas, name, schema)),
    components: {
      securitySchemes: {
        api_key: { type: 'http', scheme: 'bearer', description: 'An API key: `svc_…`. It carries explicit scopes.' },
      },
      parameters: {
        'X-Svc-Org': {
          name: 'X-Svc-Org',
          in: 'header',
          description: 'Client organization an agency acts on. Left out: the organization of the key.',
          schema: { type: 'string', format: 'uuid' },
        },
        'Idempotency-Key': {
          name: 'Idempotency-Key',
          in: 'header',
          description: `A name of your own for this write, a UUID say. Calls with the same key and body within ${KEPT_HOURS} hours have one effect and get the first answer.`,
          schema: { type: 'string', minLength: 1, maxLength: KEY_CHARS_MAX },
        },
        'x-request-id': {
          name: 'x-request-id',
          in: 'header',
          description:
            'An id of your own for this request, of the characters A-Z a-z 0-9 . _ : / + = -. The record keeps it beside the id of Tablero, which the answer carries.',
          schema: { type: 'string', maxLength: 100 },
        },
      },
      headers,
      responses: Object.fromEntries(
        failures.map((failure) => [failure_name(failure.outcome), failure_response(failure)]),
      ),
      schemas,
    },
  }
}
