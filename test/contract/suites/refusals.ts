// Callers without permission, and invalid calls, are refused in the order of the contract, through REST and MCP. These tests cover every
// tool. Other tests are about one transport or about the engine.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { scopes as all_scopes, type Scope } from '#domain/scopes.ts'
import type { NamedTool } from '#engine/tool.ts'
import { revoke_key, set_module } from '#test/access.ts'
import { type As, CHANGE_FELT_MS, headers_of } from '#test/app.ts'
import { input_for, wrong_values } from '../inputs.ts'
import { type AreaBench, assert_refused } from './area_bench.ts'
import { held_without, type ReadHeld } from './held.ts'

/** A body that every tool refuses. A refusal of the caller comes before a refusal of the body. */
const JUNK = { surely_not_a_parameter: 1 }
const NOBODY = '01980000-0000-7000-8000-000000000000'
const LONG_AGO = '2020-01-01T00:00:00Z'
/** Tables that every call or these tests write. */
const not_compared = new Set(['api_keys', 'audit_heads', 'audit_log', 'org_modules', 'rate_windows'])

export function refusals(bench: AreaBench) {
  suite('a caller without permission', () => {
    let bad_keys: string[]
    let held_by: ReadHeld
    let held: Record<string, string>
    const keys = new Map<string, string>()

    /** A key with all scopes except these. */
    async function key_without(org_id: string, missing: readonly Scope[]): Promise<string> {
      const id = `${org_id} ${missing}`
      const left = all_scopes.filter((scope) => !missing.includes(scope))
      if (!keys.has(id)) keys.set(id, (await bench.app.key(org_id, left)).key)
      return keys.get(id)!
    }

    before(async () => {
      const { app } = bench
      bad_keys = await keys_that_fail(bench)
      held_by = await held_without(app.db, not_compared)
      held = await held_by(app.acme)
    })

    for (const tool of bench.tools) {
      test(`${tool.name}: 401 without a key, and the same for a wrong, malformed, revoked or expired key`, async () => {
        const { app } = bench
        const { statusCode, headers, body } = await app.app.server.inject({
          method: 'POST',
          url: `/api/v1/${tool.name}`,
        })
        const nothing = assert_refused({ status: statusCode, headers: {}, body: JSON.parse(body) }, 401, 'unauthorized')
        assert.match(String(headers['www-authenticate']), /^Bearer /)
        const sentences = new Set<string>()
        for (const key of bad_keys)
          for (const org_id of [undefined, app.acme.org_id])
            sentences.add(assert_refused(await bench.rest(tool, JUNK, { key, org_id }), 401, 'unauthorized'))
        assert.equal(sentences.size, 1, 'the sentence does not say what is wrong with the key')
        assert.match([nothing, ...sentences].join(), /key/)
      })

      test(`${tool.name}: 403 for an organization that is not the caller’s, whether or not it exists`, async () => {
        const { acme, agency_org_id, globex, keys } = bench.app
        const callers: As[] = [
          { key: keys.globex, org_id: acme.org_id },
          { key: keys.agency, org_id: globex.org_id },
          { key: keys.globex, org_id: agency_org_id },
          { key: keys.agency, org_id: NOBODY },
          { key: keys.agency, org_id: 'not an id' },
          { key: keys.agency, org_id: `${acme.org_id}'--` },
        ]
        for (const as of callers)
          assert.equal(
            assert_refused(await bench.rest(tool, JUNK, as), 403, 'denied_org'),
            'This key may not act on the organization named in X-Svc-Org.',
          )
      })

      if (tool.scopes.length > 0)
        test(`${tool.name}: 403 with any one scope missing, or with none, for itself and for a client; the sentence names it`, async () => {
          const { acme, agency_org_id } = bench.app
          for (const missing of [...tool.scopes.map((scope) => [scope]), all_scopes])
            for (const as of [
              { key: await key_without(acme.org_id, missing) },
              { key: await key_without(agency_org_id, missing), org_id: acme.org_id },
            ]) {
              const sentence = assert_refused(await bench.rest(tool, JUNK, as), 403, 'denied_scope')
              if (missing.length === 1) assert.ok(sentence.includes(missing[0]!), sentence)
            }
        })
    }

    for (const module of new Set(bench.tools.flatMap((tool) => tool.module ?? []))) module_is_off(bench, module)

    test('has changed nothing', async () => {
      const now = await held_by(bench.app.acme)
      const changed = Object.keys(now).filter((table) => now[table] !== held[table])
      assert.deepEqual(changed, [])
    })
  })

  for (const tool of bench.tools) wrong_calls(bench, tool)
}

/** One key of each kind: empty, malformed, truncated, unknown, revoked, expired. */
async function keys_that_fail({ app }: AreaBench): Promise<string[]> {
  const { org_id } = app.acme
  const revoked = await app.key(org_id)
  await revoke_key(app.db, { org_id, key_id: revoked.key_id })
  const expired = await app.key(org_id, all_scopes, LONG_AGO)
  const good = app.keys.acme
  const unknown = `${good.slice(0, -1)}${good.endsWith('x') ? 'y' : 'x'}`
  return ['', 'svc_nope', good.slice(0, 14), unknown, revoked.key, expired.key]
}

function module_is_off(bench: AreaBench, module: string) {
  const gated = bench.tools.filter((tool) => tool.module === module)
  suite(`while ${module} is off`, () => {
    async function turn(is_on: boolean) {
      const { app } = bench
      await set_module(app.db, app.acme.org_id, module, is_on)
      await app.settled(async () => ((await bench.rest(gated[0]!, JUNK)).status === 404) !== is_on, CHANGE_FELT_MS)
    }
    before(() => turn(false))
    after(() => turn(true))

    for (const tool of gated)
      test(`${tool.name} does not exist for the organization and for its agency; others keep their tools`, async () => {
        const { keys, acme } = bench.app
        for (const as of [{ key: keys.acme }, { key: keys.agency, org_id: acme.org_id }])
          assert_refused(await bench.rest(tool, JUNK, as), 404, 'not_found')
        await assert.rejects(bench.agent.callTool({ name: tool.name, arguments: {} }), { code: -32602 })
        assert_refused(await bench.rest(tool, JUNK, { key: keys.globex }), 400, 'error')
      })

    test('no list shows its tools', async () => {
      const { app } = bench
      const list = await (
        await fetch(`${app.url}/api/v1/tools`, { headers: headers_of({ key: app.keys.acme }) })
      ).text()
      const { tools } = await (await app.mcp({ key: app.keys.acme })).listTools()
      for (const { name } of gated) {
        assert.ok(!list.includes(`"${name}"`), name)
        assert.ok(!tools.some((listed) => listed.name === name), name)
      }
    })
  })
}

function wrong_calls(bench: AreaBench, tool: NamedTool) {
  const { name, rate, spends } = tool
  const good_input = () => input_for(tool, bench.app, bench.app.acme)

  suite(`${name} refuses`, () => {
    test('an unknown property: 400, the same through REST and MCP', async () => {
      const input = { ...(await good_input()), ...JUNK }
      const sentence = assert_refused(await bench.rest(tool, input), 400, 'error')
      assert.ok(sentence.includes('surely_not_a_parameter'))
      const { outcome, error } = await bench.ask(tool, input)
      assert.deepEqual({ outcome, error }, { outcome: 'error', error: sentence })
    })

    for (const parameter of Object.keys(tool.input))
      test(`${parameter} of a wrong type: 400, and the sentence names it`, async () => {
        const wrong = wrong_values(tool, parameter)
        assert.ok(wrong.length > 0, 'there is a value that it refuses')
        const good = await good_input()
        for (const value of wrong) {
          const sentence = assert_refused(await bench.rest(tool, { ...good, [parameter]: value }), 400, 'error')
          assert.ok(sentence.includes(parameter), sentence)
        }
      })

    test('a call over the rate limit: 429, with the time to retry', async () => {
      const { app } = bench
      const use_up =
        'insert into rate_windows (org_id, tool, called_at) values ($1, $2, array_fill(clock_timestamp(), array[$3::int]))'
      await app.db.query('delete from rate_windows')
      await app.db.query(use_up, [app.acme.org_id, name, rate])
      const input = await good_input()
      const answer = await app.rest(name, input, { key: app.keys.acme })
      assert_refused(answer, 429, 'rate_limited')
      const wait = Number(answer.headers['retry-after'])
      assert.ok(wait >= 1 && wait <= 60, `Retry-After: ${wait}`)
      assert.match(answer.headers.ratelimit ?? '', /;r=0;/)
      const { content } = await bench.agent.callTool({ name, arguments: input })
      assert.equal(JSON.parse((content[0] as { text: string }).text).outcome, 'rate_limited')
      await app.refill()
    })

    if (spends)
      test('a call that the organization cannot pay: 402, and nothing is taken', async () => {
        const { app } = bench
        const input = await good_input()
        await app.refill()
        await app.db.query('update credit_balances set balance = $1', [spends - 1])
        assert_refused(await app.rest(name, input, { key: app.keys.acme }), 402, 'cost_cap')
        const { content } = await bench.agent.callTool({ name, arguments: input })
        assert.equal(JSON.parse((content[0] as { text: string }).text).outcome, 'cost_cap')
        const { rows } = await app.db.query('select distinct balance::int from credit_balances')
        assert.deepEqual(rows, [{ balance: spends - 1 }])
        await app.refill()
      })
  })
}
