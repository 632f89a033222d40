// Callers without permission, and invalid calls, are refused in the order of the contract, through REST and MCP. These tests cover every
// tool. Other tests are about one transport or about the engine.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { scopes as all_scopes } from '#domain/scopes.ts'
import type { NamedTool } from '#engine/tool.ts'
import { set_module } from '#test/access.ts'
import { CHANGE_FELT_MS, headers_of } from '#test/app.ts'
import { input_for, wrong_values } from '../inputs.ts'
import { type AreaBench, assert_refused } from './area_bench.ts'
import { roles_lacking, type Who } from './callers.ts'
import { held_without, type ReadHeld } from './held.ts'

/** A body that every tool refuses. A refusal of the caller comes before a refusal of the body. */
const JUNK = { surely_not_a_parameter: 1 }
const NOBODY = '01980000-0000-7000-8000-000000000000'
/** Tables that every call or these tests write. */
const not_compared = new Set(['api_keys', 'audit_heads', 'audit_log', 'org_modules', 'rate_windows'])

export function refusals(bench: AreaBench) {
  suite('a caller without permission', () => {
    let held_by: ReadHeld
    let held: Record<string, string>
    before(async () => {
      const { app } = bench
      held_by = await held_without(app.db, not_compared)
      held = await held_by(app.acme)
    })

    for (const tool of bench.tools) {
      test(`${tool.name}: 401 without a credential, and the same for one that is wrong, malformed, ended or expired`, async () => {
        const { app } = bench
        const { statusCode, headers, body } = await app.app.server.inject({
          method: 'POST',
          url: `/api/v1/${tool.name}`,
        })
        const nothing = assert_refused({ status: statusCode, headers: {}, body: JSON.parse(body) }, 401, 'unauthorized')
        assert.match(String(headers['www-authenticate']), /^Bearer /)
        const sentences = new Set<string>()
        for (const as of bench.callers.invalid)
          for (const org_id of [undefined, app.acme.org_id])
            sentences.add(assert_refused(await bench.rest(tool, JUNK, { ...as, org_id }), 401, 'unauthorized'))
        assert.equal(sentences.size, 1, 'the sentence does not say what is wrong with the credential')
        assert.match([nothing, ...sentences].join(), /key/)
      })

      test(`${tool.name}: 403 for an organization that is not the caller’s, whether or not it exists`, async () => {
        const { acme, agency_org_id, globex } = bench.app
        const wanted: [Who, string][] = [
          ['globex', acme.org_id],
          ['agency', globex.org_id],
          ['globex', agency_org_id],
          ['agency', NOBODY],
          ['agency', 'not an id'],
          ['agency', `${acme.org_id}'--`],
        ]
        for (const [who, org_id] of wanted) {
          const as = bench.callers.as(who, org_id)
          assert.equal(assert_refused(await bench.rest(tool, JUNK, as), 403, 'denied_org'), bench.callers.denied)
        }
      })

      if (bench.is_published ? tool.scopes.length > 0 : roles_lacking(tool.scopes).length > 0)
        test(`${tool.name}: 403 with a scope missing, or with none, for itself and for a client; the sentence names it`, async () => {
          for (const { as, missing } of await bench.callers.lacking(tool.scopes)) {
            const sentence = assert_refused(await bench.rest(tool, JUNK, as), 403, 'denied_scope')
            for (const scope of missing)
              if (missing.length < all_scopes.length) assert.ok(sentence.includes(scope), sentence)
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

function module_is_off(bench: AreaBench, module: string) {
  const gated = bench.tools.filter((tool) => tool.module === module)
  suite(`while ${module} is off`, () => {
    async function switch_module(is_on: boolean) {
      const { app } = bench
      await set_module(app.db, app.acme.org_id, module, is_on)
      await app.settled(async () => ((await bench.rest(gated[0]!, JUNK)).status === 404) !== is_on, CHANGE_FELT_MS)
    }
    before(() => switch_module(false))
    after(() => switch_module(true))

    for (const tool of gated)
      test(`${tool.name} does not exist for the organization and for its agency; others keep their tools`, async () => {
        const { callers } = bench
        for (const as of [callers.as('acme'), callers.as('agency', bench.app.acme.org_id)])
          assert_refused(await bench.rest(tool, JUNK, as), 404, 'not_found')
        if (bench.is_published)
          await assert.rejects(bench.agent.callTool({ name: tool.name, arguments: {} }), { code: -32602 })
        assert_refused(await bench.rest(tool, JUNK, callers.as('globex')), 400, 'error')
      })

    if (!bench.is_published) return
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
    test('an unknown property: 400, the same through each transport that has the tool', async () => {
      const input = { ...(await good_input()), ...JUNK }
      const sentence = assert_refused(await bench.rest(tool, input), 400, 'error')
      assert.ok(sentence.includes('surely_not_a_parameter'))
      if (!bench.is_published) return
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
      const answer = await app.rest(name, input, bench.callers.as('acme'))
      assert_refused(answer, 429, 'rate_limited')
      const wait = Number(answer.headers['retry-after'])
      assert.ok(wait >= 1 && wait <= 60, `Retry-After: ${wait}`)
      assert.match(answer.headers.ratelimit ?? '', /;r=0;/)
      if (bench.is_published) {
        const { content } = await bench.agent.callTool({ name, arguments: input })
        assert.equal(JSON.parse((content[0] as { text: string }).text).outcome, 'rate_limited')
      }
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
