// Every operation is held to what it publishes: requests made from its own schema, valid and broken, are answered with a status it
// names, in the shape it names, and never with a fault of ours. FUZZ=500 asks each so many times; FUZZ_SEED=7 asks others.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { catalog_of } from '#engine/tool.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'
import { input_for } from '../contract/inputs.ts'
import { bodies_of, broken_of, type JsonSchema, raw_requests } from './requests.ts'

/** Requests of each operation, about. */
const TIMES = Number(process.env.FUZZ ?? 40)
/** The same each time, so that a failure is of what was changed. */
const SEED = Number(process.env.FUZZ_SEED ?? 1)
/** What counts calls would grow with them. */
const REFILL_EVERY = 100
const catalog = catalog_of(areas)
const names = [...catalog.values()].flatMap(({ name, internal }) => (internal ? [] : [name]))

interface Operation {
  requestBody: { content: Record<string, { schema: { $ref: string } }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: JsonSchema }> }>
}

let app: TestApp
let document: {
  paths: Record<string, { post: Operation }>
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, Operation['responses'][string]> }
}
/** Words that exist, by the name of the property that takes them. */
const known: Record<string, unknown[]> = {}
const ajv = new Ajv2020({ strict: false, validateFormats: false })
const counts = { requests: 0, answered: 0, refused: 0 }

before(async () => {
  app = await test_app({ areas: unlimited(areas) })
  await app.db.query('update credit_balances set balance = 1000000000, monthly_grant = 1000000000')
  document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as typeof document
  ajv.addSchema(document, 'openapi')
  await learn_words()
})
after(() => app.close())

/** What an agent would read first: the examples, the catalog of metrics and the connections. */
async function learn_words() {
  const as = { key: app.keys.acme }
  for (const tool of catalog.values())
    for (const [name, value] of Object.entries({ ...tool.example, ...(await input_for(tool, app, app.acme)) }))
      known[name] = [...(known[name] ?? []), value]
  const { sources } = (await app.rest('get_data_catalog', {}, as)).body.result
  const list = (key: 'metrics' | 'dimensions') =>
    sources.flatMap(
      (source: Record<string, unknown>) => JSON.stringify(source[key] ?? []).match(/(?<=":")[a-z_.]+(?=")/g) ?? [],
    )
  known.metric = [...(known.metric ?? []), ...list('metrics')]
  known.items = [...new Set<string>(list('dimensions'))]
  known.names = known.items
  const { rows } = await app.db.query('select connection_id, platform from connections where org_id = $1', [
    app.acme.org_id,
  ])
  known.connection_id = rows.map(({ connection_id }) => connection_id)
  known.platform = [...new Set(rows.map(({ platform }) => platform))]
}

interface Answered {
  status: number
  text: string
}

async function send(name: string, headers: Record<string, string>, payload: string | Buffer): Promise<Answered> {
  if (++counts.requests % REFILL_EVERY === 0) await app.refill()
  const { statusCode, body } = await app.app.server.inject({
    method: 'POST',
    url: `/api/v1/${name}`,
    headers: { authorization: `Bearer ${app.keys.acme}`, 'content-type': 'application/json', ...headers },
    payload,
  })
  counts[statusCode === 200 ? 'answered' : 'refused']++
  return { status: statusCode, text: body }
}

const pointer = (...path: string[]) =>
  `openapi#/${path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
const validator = (...path: string[]): ValidateFunction => ajv.getSchema(pointer(...path))!

/** The status is one that the operation names, and the body is what it says of that status. */
function assert_documented(name: string, { status, text }: Answered, asked: unknown) {
  const shown = () =>
    `${name} answered ${status} ${text.slice(0, 500)}\nto ${(JSON.stringify(asked) ?? '').slice(0, 500)}`
  assert.ok(status < 500, shown())
  const response = document.paths[`/api/v1/${name}`]!.post.responses[status]
  assert.ok(response, `a status that is not documented: ${shown()}`)
  const at = response.$ref
    ? response.$ref.slice(2).split('/')
    : ['paths', `/api/v1/${name}`, 'post', 'responses', String(status)]
  const valid = validator(...at, 'content', 'application/json', 'schema')
  assert.ok(valid(JSON.parse(text)), `${JSON.stringify(valid.errors?.slice(0, 3))} ${shown()}`)
}

const checked = (times: number) => ({ numRuns: Math.max(1, Math.round(times)), seed: SEED })

for (const name of names)
  suite(name, () => {
    let schema: JsonSchema
    let fits: ValidateFunction
    let good: fc.Arbitrary<unknown>
    before(async () => {
      // an operation before this one may have ended them
      await app.db.query(`update connections set status = 'active', revoked_at = null`)
      schema = document.components.schemas[`${name}_input`]!
      fits = validator('components', 'schemas', `${name}_input`)
      good = bodies_of(schema, known, await input_for(catalog.get(name)!, app, app.acme))
    })

    test('answers what keeps to its schema with a result or a sentence', async () => {
      let answered = 0
      let asked = 0
      await fc.assert(
        fc.asyncProperty(good, async (body) => {
          assert.ok(fits(body), `the generator broke the schema: ${JSON.stringify(body)}`)
          const answer = await send(name, {}, JSON.stringify(body))
          assert_documented(name, answer, body)
          asked++
          if (answer.status === 200) answered++
          else assert.equal(answer.status, 400, `${answer.status} ${answer.text.slice(0, 300)}`)
        }),
        checked(TIMES * 0.5),
      )
      assert.ok(answered > 0, `none of ${asked} valid requests was answered`)
    })

    test('refuses what breaks its schema, and takes what only looks as if', async () => {
      await fc.assert(
        fc.asyncProperty(broken_of(schema, good), async (body) => {
          const answer = await send(name, {}, JSON.stringify(body))
          assert_documented(name, answer, body)
          // What JSON cannot carry, such as -0, is judged as it arrives.
          if (!fits(JSON.parse(JSON.stringify(body))))
            assert.ok([400, 413].includes(answer.status), `${name} took ${JSON.stringify(body)?.slice(0, 500)}`)
        }),
        checked(TIMES * 0.3),
      )
    })

    test('answers bytes that are no request of its own as it documents', async () => {
      await fc.assert(
        fc.asyncProperty(raw_requests, async ({ headers, payload }) => {
          assert_documented(name, await send(name, headers, payload), {
            headers,
            payload: payload.toString('latin1').slice(0, 300),
          })
        }),
        checked(TIMES * 0.2),
      )
    })
  })

suite('any address', () => {
  const parts = fc.constantFrom(
    'api',
    'v1',
    'tools',
    'mcp',
    'docs',
    '..',
    '%',
    '%00',
    '%2e%2e',
    'ñ',
    '',
    'x'.repeat(300),
    'constructor',
    '__proto__',
    'query_data',
    'openapi.json',
    '.well-known',
    'metrics',
    'healthz',
    ';',
    '?',
    '#',
    '*',
    '~',
  )
  test('takes HEAD where it takes GET, or says that it does not', async () => {
    for (const url of ['/', '/mcp', '/docs', '/api/v1/tools', '/api/openapi.json', '/metrics', '/healthz', '/readyz']) {
      const headers = { authorization: `Bearer ${app.keys.acme}` }
      const { statusCode } = await app.app.server.inject({ method: 'HEAD', url, headers })
      assert.ok([200, 301, 302, 404, 405].includes(statusCode), `${url}: ${statusCode}`)
    }
  })

  test('is answered without a fault, whatever the method', async () => {
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE')
    await fc.assert(
      fc.asyncProperty(
        method,
        fc.array(parts, { maxLength: 5 }),
        raw_requests,
        async (verb, path, { headers, payload }) => {
          const { statusCode, body } = await app.app.server.inject({
            method: verb as 'GET',
            url: `/${path.join('/')}`,
            headers: { authorization: `Bearer ${app.keys.acme}`, ...headers },
            ...(verb === 'GET' || verb === 'HEAD' ? {} : { payload }),
          })
          assert.ok(statusCode < 500, `${verb} /${path.join('/')}: ${statusCode} ${body.slice(0, 300)}`)
          assert.doesNotMatch(body, /node_modules|\.ts:\d+|at async/)
        },
      ),
      checked(TIMES * 5),
    )
  })
})

test('requests were counted', (context) => {
  context.diagnostic(`seed ${SEED}: ${names.length} operations, ${JSON.stringify(counts)}`)
  assert.ok(counts.requests >= names.length * TIMES * 0.9)
  assert.ok(counts.answered >= counts.requests * 0.2, 'enough of the valid requests mean something')
})
