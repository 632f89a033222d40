// Every tool of the catalog is held to the guarantees that all of them share, from its declaration alone.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { scopes as all_scopes, type Scope } from '#engine/access/scopes.ts'
import { catalog_of, type NamedTool } from '#engine/tool.ts'
import { headers_of, type RestAnswer, type TestApp, test_app } from '#test/app.ts'
import { fixtures } from '#test/fixture_area.ts'
import { areas } from '#tools/index.ts'
import { input_for, wrong_values } from './inputs.ts'
import { revoke_key, set_module } from '#test/access.ts'

/** Fixtures that are made to fail or wait are held to that in engine.test.ts. */
const made_to_fail = /^fixture_(lies|breaks|slow)/
const tools = [...catalog_of({ ...areas, fixtures }).values()].filter(
  ({ name, internal }) => !internal && !made_to_fail.test(name),
)

let app: TestApp
let agent: Client
let bad_keys: Record<string, string>
const keys_without = new Map<Scope, string>()
const ajv = new Ajv2020({ strict: false, validateFormats: false })

before(async () => {
  app = await test_app()
  agent = await app.mcp({ key: app.keys.acme })
  const { org_id } = app.acme
  const revoked = await app.key(org_id)
  await revoke_key(app.db, { org_id, key_id: revoked.key_id })
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  bad_keys = {
    wrong: `${app.keys.acme.slice(0, -1)}${app.keys.acme.endsWith('x') ? 'y' : 'x'}`,
    malformed: 'svc_nope',
    revoked: revoked.key,
    expired: (await app.key(org_id, all_scopes, yesterday)).key,
  }
  for (const scope of new Set(tools.flatMap(({ scopes }) => scopes)))
    keys_without.set(
      scope,
      (
        await app.key(
          org_id,
          all_scopes.filter((other) => other !== scope),
        )
      ).key,
    )
  ajv.addSchema((await (await fetch(`${app.url}/api/openapi.json`)).json()) as object, 'openapi')
})
after(() => app.close())
beforeEach(() => app.refill())

function assert_failed({ status, body }: RestAnswer, wanted: number, outcome: string) {
  assert.equal(status, wanted, JSON.stringify(body))
  assert.deepEqual(Object.keys(body).sort(), ['duration_ms', 'error', 'ok', 'outcome'])
  assert.equal(body.ok, false)
  assert.equal(body.outcome, outcome)
  assert.equal(typeof body.duration_ms, 'number')
  assert.match(body.error, /^\S.{10,}[.?!}]$/s)
}

/** What a tool answered an agent: the result, or outcome and sentence. */
async function ask_agent(client: Client, name: string, input: Record<string, unknown>) {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: input })
  const told = JSON.parse((content[0] as { text: string }).text)
  return isError
    ? { ok: false, outcome: told.outcome, error: told.error }
    : { ok: true, result: structuredContent, told }
}

const use_up = ({ name, rate }: NamedTool) =>
  app.db.query(
    'insert into rate_windows (org_id, tool, called_at) values ($1, $2, array_fill(clock_timestamp(), array[$3::int]))',
    [app.acme.org_id, name, rate],
  )

for (const tool of tools) {
  const { name, scopes, module, spends, effect } = tool

  suite(name, () => {
    test('401 without a key, with a wrong, malformed, revoked or expired one, whatever the body', async () => {
      const { statusCode, headers, body } = await app.app.server.inject({ method: 'POST', url: `/api/v1/${name}` })
      assert_failed({ status: statusCode, headers: {}, body: JSON.parse(body) }, 401, 'unauthorized')
      assert.match(String(headers['www-authenticate']), /^Bearer /)
      for (const key of Object.values(bad_keys))
        assert_failed(await app.rest(name, { surely: 'wrong' }, { key }), 401, 'unauthorized')
    })

    for (const scope of scopes)
      test(`403 without ${scope}, named in the sentence`, async () => {
        const answer = await app.rest(name, { surely: 'wrong' }, { key: keys_without.get(scope)! })
        assert_failed(answer, 403, 'denied_scope')
        assert.ok(answer.body.error.includes(scope))
      })

    if (module)
      test(`does not exist through any door while ${module} is off`, async () => {
        await set_module(app.db, app.acme.org_id, module, false)
        try {
          await app.settled(async () => (await app.rest(name, {}, { key: app.keys.acme })).status === 404)
          assert_failed(await app.rest(name, {}, { key: app.keys.acme }), 404, 'not_found')
          await assert.rejects(agent.callTool({ name, arguments: {} }), { code: -32602 })
          const list = await fetch(`${app.url}/api/v1/tools`, { headers: headers_of({ key: app.keys.acme }) })
          assert.ok(!(await list.text()).includes(`"${name}"`))
          const fresh = await (await app.mcp({ key: app.keys.acme })).listTools()
          assert.ok(!fresh.tools.some((listed) => listed.name === name))
        } finally {
          await set_module(app.db, app.acme.org_id, module, true)
          await app.settled(async () => (await app.rest(name, {}, { key: app.keys.acme })).status !== 404)
        }
      })

    test('400 for a property it does not have', async () => {
      const input = { ...(await input_for(tool, app, app.acme)), surely_not_a_parameter: 1 }
      const answer = await app.rest(name, input, { key: app.keys.acme })
      assert_failed(answer, 400, 'error')
      assert.ok(answer.body.error.includes('surely_not_a_parameter'))
    })

    for (const parameter of Object.keys(tool.input))
      test(`400 for ${parameter} of a wrong type, named in the sentence`, async () => {
        const wrong = wrong_values(tool, parameter)
        assert.ok(wrong.length > 0, 'there is a value that it refuses')
        const good = await input_for(tool, app, app.acme)
        for (const value of wrong) {
          await app.refill()
          const answer = await app.rest(name, { ...good, [parameter]: value }, { key: app.keys.acme })
          assert_failed(answer, 400, 'error')
          assert.ok(answer.body.error.includes(parameter), answer.body.error)
        }
      })

    test('its example works, and the result is what its published schema says', async () => {
      const answer = await app.rest(name, await input_for(tool, app, app.acme), { key: app.keys.acme })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      const valid = ajv.getSchema(`openapi#/components/schemas/${name}_result`)!
      assert.ok(valid(answer.body.result), JSON.stringify(valid.errors))
      assert.match(answer.headers['ratelimit-policy'] ?? '', new RegExp(`^"${name}";q=${tool.rate};w=60$`))
      assert.match(answer.headers.ratelimit ?? '', new RegExp(`^"${name}";r=${tool.rate - 1};t=\\d+$`))
    })

    test('429 when its calls of the minute are used up, saying when to come back', async () => {
      await use_up(tool)
      const answer = await app.rest(name, await input_for(tool, app, app.acme), { key: app.keys.acme })
      assert_failed(answer, 429, 'rate_limited')
      const wait = Number(answer.headers['retry-after'])
      assert.ok(wait >= 1 && wait <= 60, `Retry-After: ${wait}`)
      assert.match(answer.headers.ratelimit ?? '', /;r=0;/)
      const as_agent = await ask_agent(agent, name, await input_for(tool, app, app.acme))
      assert.equal(as_agent.outcome, 'rate_limited')
    })

    if (spends)
      test('402 when the organization cannot pay for it, and nothing is taken', async () => {
        await app.db.query('update credit_balances set balance = $1', [spends - 1])
        const input = await input_for(tool, app, app.acme)
        assert_failed(await app.rest(name, input, { key: app.keys.acme }), 402, 'cost_cap')
        assert.equal((await ask_agent(agent, name, input)).outcome, 'cost_cap')
        const { rows } = await app.db.query('select distinct balance::int from credit_balances')
        assert.deepEqual(rows, [{ balance: spends - 1 }])
      })

    test('answers an agent what it answers REST', async () => {
      const input = await input_for(tool, app, app.acme)
      const rest = await app.rest(name, input, { key: app.keys.acme })
      const as_agent = await ask_agent(agent, name, input)
      assert.equal(as_agent.ok, true, as_agent.error)
      assert.deepEqual(as_agent.told, as_agent.result)
      if (effect === 'read') assert.deepEqual(as_agent.result, rest.body.result)
      else assert.deepEqual(Object.keys(as_agent.result as object), Object.keys(rest.body.result))
      await app.refill()
      const wrong = await app.rest(name, { surely_wrong: 1 }, { key: app.keys.acme })
      const { outcome, error } = await ask_agent(agent, name, { surely_wrong: 1 })
      assert.deepEqual({ outcome, error }, { outcome: wrong.body.outcome, error: wrong.body.error })
    })
  })
}

test('the catalog was there to be looked at', () => {
  assert.ok(tools.length >= 20, `${tools.length} tools`)
})
