// Any address, with any method and any bytes, gets an answer without an internal error. Random calls of tools are in
// test/contract/suites/fuzz.ts.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import fc from 'fast-check'
import { type TestApp, test_app } from '#test/app.ts'
import { FUZZ_SEED, fuzz_runs } from '#test/fuzz.ts'
import { raw_requests } from '../contract/suites/requests.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app.close())

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
  test('accepts HEAD for every GET address, or refuses it with a valid status', async () => {
    for (const url of ['/', '/mcp', '/docs', '/api/v1/tools', '/api/openapi.json', '/metrics', '/healthz', '/readyz']) {
      const headers = { authorization: `Bearer ${app.keys.acme}` }
      const { statusCode } = await app.app.server.inject({ method: 'HEAD', url, headers })
      assert.ok([200, 301, 302, 404, 405].includes(statusCode), `${url}: ${statusCode}`)
    }
  })

  test('is answered without an internal error, for any method', async () => {
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
      { numRuns: fuzz_runs(5), seed: FUZZ_SEED },
    )
  })
})
