// Clients are generated from the OpenAPI document, and /docs shows it. It must be valid, complete and correct.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { headers_of, type TestApp, test_app } from '#test/app.ts'
import about from '../../package.json' with { type: 'json' }
import locked from '../../package-lock.json' with { type: 'json' }

// biome-ignore lint/suspicious/noExplicitAny: the shape is what is being tested
type Json = any

let app: TestApp
let document: Json
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false })
ajv.addKeyword('x-untrusted-text')
before(async () => {
  app = await test_app({ seeded: false })
  document = await (await fetch(`${app.url}/api/openapi.json`)).json()
  for (const [name, schema] of Object.entries(document.components.schemas))
    ajv.addSchema({ $id: `schema:${name}`, ...by_id(schema) })
})
after(() => app.close())

const published = () => [...app.engine.catalog.values()].filter(({ internal }) => !internal)

/** Ajv resolves references by id. The document around the schemas is not a schema itself. */
const by_id = (schema: Json): Json => JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'schema:'))

/** A validator of a schema in the document, or of a reference to one. */
function assert_fits(schema: Json, value: unknown) {
  const check = ajv.compile(by_id(schema))
  assert.ok(check(value), JSON.stringify(check.errors))
}

test('it is valid OpenAPI 3.1, served without a key, and names this address', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  assert.ok(valid, JSON.stringify(errors))
  assert.match(document.openapi, /^3\.1\./)
  assert.equal(document.info.version, about.version)
  assert.equal(locked.version, about.version)
  assert.deepEqual(document.servers, [{ url: app.url }])
})

test('every published tool is one POST with typed input and result, and nothing else is in the document', () => {
  const paths = published().map(({ name }) => `/api/v1/${name}`)
  assert.deepEqual(Object.keys(document.paths).sort(), [...paths, '/api/v1/tools'].sort())
  for (const { name, area, effect } of published()) {
    const { operationId, tags, security, parameters, requestBody, responses } = document.paths[`/api/v1/${name}`].post
    assert.deepEqual([operationId, tags, security], [name, [area], [{ api_key: [] }]])
    assert.equal(parameters.length, effect === 'read' ? 2 : 3)
    assert.equal(409 in responses, effect !== 'read')
    assert.deepEqual(requestBody.content['application/json'].schema, { $ref: `#/components/schemas/${name}_input` })
    assert.equal(document.components.schemas[`${name}_input`].additionalProperties, false, name)
    assert.deepEqual(responses[200].content['application/json'].schema.properties.result, {
      $ref: `#/components/schemas/${name}_result`,
    })
    for (const status of [400, 401, 402, 403, 404, 413, 429, 500, 503])
      assert.ok(responses[status], `${name} ${status}`)
  }
})

test('every reference has a target', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
  for (const [, path] of references) {
    const target = path!.split('/').reduce((at: Json, part) => at?.[part], document)
    assert.ok(target, path!)
  }
})

test('every example fits the schema next to it', () => {
  for (const { name } of published()) {
    const { schema, example } = document.paths[`/api/v1/${name}`].post.requestBody.content['application/json']
    assert_fits(schema, example)
  }
  for (const response of Object.values<Json>(document.components.responses)) {
    const { schema, example } = response.content['application/json']
    assert_fits(schema, example)
  }
})

test('every tag has a title, and every tool is under one', () => {
  const tags = new Map(document.tags.map((tag: Json) => [tag.name, tag['x-displayName']]))
  for (const { area } of published()) assert.ok(tags.get(area), area)
})

suite('the answers of the server match the document', () => {
  const answers: [string, string, Record<string, string>, string, number][] = [
    ['success', 'list_connections', {}, '{}', 200],
    ['wrong input', 'list_connections', {}, '{"a":1}', 400],
    ['no key', 'list_connections', { authorization: '' }, '{}', 401],
    ['another organization', 'list_connections', { 'x-svc-org': 'nobody' }, '{}', 403],
    ['too large', 'list_connections', {}, JSON.stringify('x'.repeat(2 ** 21)), 413],
    ['an internal error', 'fixture_breaks', {}, '{}', 500],
  ]
  for (const [what, tool, headers, body, status] of answers)
    test(what, async () => {
      const answer = await fetch(`${app.url}/api/v1/${tool}`, {
        method: 'POST',
        headers: { ...headers_of({ key: app.keys.acme }), 'content-type': 'application/json', ...headers },
        body,
      })
      assert.equal(answer.status, status)
      let response = document.paths[`/api/v1/${tool}`].post.responses[status]
      if (response.$ref) response = document.components.responses[response.$ref.split('/').at(-1)]
      assert_fits(response.content['application/json'].schema, await answer.json())
      for (const [name, { required }] of Object.entries<Json>(response.headers))
        assert.ok(!required || answer.headers.has(name), name)
    })

  test('the list of tools', async () => {
    const answer = await fetch(`${app.url}/api/v1/tools`, { headers: headers_of({ key: app.keys.acme }) })
    assert_fits(
      document.paths['/api/v1/tools'].get.responses[200].content['application/json'].schema,
      await answer.json(),
    )
  })
})

suite('/docs', () => {
  const page = () => fetch(`${app.url}/docs/`)

  test('sends requests only to this server: no outside script, font, style, proxy or telemetry', async () => {
    const answer = await page()
    const html = await answer.text()
    assert.equal(answer.status, 200)
    assert.deepEqual(html.match(/https?:\/\/[^"'\s]+/g) ?? [], [])
    assert.match(html, /"telemetry": false/)
    assert.match(html, /"withDefaultFonts": false/)
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.ok(!/https?:|unsafe-inline'?;? ?script|\*/.test(policy), policy)
    const script = /<script src="([^"]+)"/.exec(html)?.[1]
    const served = await fetch(new URL(script!, `${app.url}/docs/`))
    assert.match(served.headers.get('content-type') ?? '', /javascript/)
    assert.ok((await served.text()).length > 100_000)
  })

  test('runs only its own scripts, by a nonce that is new each time', async () => {
    const nonces = new Set<string>()
    for (let time = 0; time < 3; time++) {
      const answer = await page()
      const html = await answer.text()
      const nonce = /script-src 'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
      assert.ok(nonce)
      assert.ok([...html.matchAll(/<script[^>]*>/g)].every(([tag]) => tag.includes(`nonce="${nonce}"`)))
      nonces.add(nonce)
    }
    assert.equal(nonces.size, 3)
  })
})
