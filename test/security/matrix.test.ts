// Every tool against everybody who might call it, through both doors: who may not is told the same by every tool and changes
// nothing; who may sees and changes what is theirs. Cases are made from the catalog, so that a new tool is covered at once.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { scopes as all_scopes, type Scope } from '#engine/access/scopes.ts'
import { catalog_of, type NamedTool } from '#engine/tool.ts'
import { type As, type RestAnswer, type TestApp, test_app } from '#test/app.ts'
import { fixtures } from '#test/fixture_area.ts'
import { holdings, marks_of, type Seed } from '#test/fixtures.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'
import { input_for } from '../contract/inputs.ts'
import { revoke_key, set_module } from '#test/access.ts'

/** Fixtures that fail or wait whoever calls them. */
const made_to_fail = /^fixture_(lies|breaks|slow)/
const catalog = unlimited({ ...areas, fixtures })
const tools = [...catalog_of(catalog).values()].filter(({ name, internal }) => !internal && !made_to_fail.test(name))
const modules = new Set(tools.flatMap(({ module }) => (module ? [module] : [])))
/** Written by calls, whatever becomes of them. */
const bookkeeping = new Set(['audit_heads', 'audit_log', 'idempotency_keys', 'rate_windows', 'followed_calls'])
const NOBODY = '01980000-0000-7000-8000-000000000000'

let app: TestApp
const marks = new Map<Seed, string[]>()
let cases = 0
before(async () => {
  app = await test_app({ areas: catalog })
  await app.db.query('update credit_balances set balance = 1000000000, monthly_grant = 1000000000')
  for (const seed of [app.acme, app.globex]) {
    const { rows } = await app.db.query('select connection_id from connections where org_id = $1', [seed.org_id])
    marks.set(seed, [...marks_of(seed), ...rows.map(({ connection_id }) => connection_id)])
  }
})
after(() => app.close())

/** What of an organization stands in an answer that was not in the question. */
const seen = (seed: Seed, answer: unknown, asked: unknown) => {
  const [told, known] = [JSON.stringify(answer), JSON.stringify(asked)]
  return marks.get(seed)!.filter((mark) => told.includes(mark) && !known.includes(mark))
}

async function rest(tool: NamedTool, input: object, as: As): Promise<RestAnswer> {
  cases++
  return app.rest(tool.name, input, as)
}

/** Every tool ends in the same way, and tells nothing of anybody. */
async function all_refused(as: (tool: NamedTool) => As | Promise<As>, status: number, outcome: string, of = tools) {
  const sentences = new Set<string>()
  for (const tool of of) {
    const input = await input_for(tool, app, app.acme)
    const answer = await rest(tool, input, await as(tool))
    assert.deepEqual([answer.status, answer.body.outcome], [status, outcome], `${tool.name}: ${answer.body.error}`)
    assert.deepEqual(Object.keys(answer.body).sort(), ['duration_ms', 'error', 'ok', 'outcome'])
    for (const seed of [app.acme, app.globex]) assert.deepEqual(seen(seed, answer.body, input), [], tool.name)
    sentences.add(answer.body.error.replaceAll(tool.name, '{tool}'))
  }
  return sentences
}

suite('nobody who may not', () => {
  let held: Record<string, string>
  before(async () => {
    held = await holdings(app.db, app.acme, bookkeeping)
  })

  test('without a key, or with one that is wrong, malformed, revoked or expired: 401', async () => {
    const { org_id } = app.acme
    const revoked = await app.key(org_id)
    await revoke_key(app.db, { org_id, key_id: revoked.key_id })
    const expired = await app.key(org_id, all_scopes, new Date(Date.now() - 1_000).toISOString())
    const last = app.keys.acme.at(-1) === 'x' ? 'y' : 'x'
    const bad = [
      '',
      'svc_nope',
      `${app.keys.acme.slice(0, -1)}${last}`,
      app.keys.acme.slice(0, 14),
      revoked.key,
      expired.key,
    ]
    const sentences = new Set<string>()
    for (const key of bad)
      for (const org of [undefined, org_id])
        for (const sentence of await all_refused(() => ({ key, org_id: org }), 401, 'unauthorized'))
          sentences.add(sentence)
    assert.equal(sentences.size, 1, 'which of them it was is not told')
  })

  test('for another organization, an agency for a stranger, a client for its agency: 403, as for nobody', async () => {
    const { globex, agency } = app.keys
    const sentences = new Set<string>()
    for (const as of [
      { key: globex, org_id: app.acme.org_id },
      { key: agency, org_id: app.globex.org_id },
      { key: globex, org_id: app.agency_org_id },
      { key: agency, org_id: NOBODY },
      { key: agency, org_id: 'not an id' },
      { key: agency, org_id: `${app.acme.org_id}'--` },
    ])
      for (const sentence of await all_refused(() => as, 403, 'denied_org')) sentences.add(sentence)
    assert.equal(sentences.size, 1, 'whether there is such an organization is not told')
  })

  test('with any one scope less than needed, or none, for itself and for a client: 403', async () => {
    const keys = new Map<string, string>()
    const key_without = async (org_id: string, missing: Scope[]) => {
      const id = `${org_id} ${missing}`
      if (!keys.has(id))
        keys.set(
          id,
          (
            await app.key(
              org_id,
              all_scopes.filter((scope) => !missing.includes(scope)),
            )
          ).key,
        )
      return keys.get(id)!
    }
    const scoped = tools.filter(({ scopes }) => scopes.length > 0)
    const most = Math.max(...scoped.map(({ scopes }) => scopes.length))
    for (let at = 0; at < most; at++) {
      const of = scoped.filter(({ scopes }) => scopes.length > at)
      const missing = ({ scopes }: NamedTool) => [scopes[at]!]
      const { org_id } = app.acme
      await all_refused(async (tool) => ({ key: await key_without(org_id, missing(tool)) }), 403, 'denied_scope', of)
      const for_client = async (tool: NamedTool) => ({
        key: await key_without(app.agency_org_id, missing(tool)),
        org_id,
      })
      await all_refused(for_client, 403, 'denied_scope', of)
    }
    const key = await key_without(app.acme.org_id, [...all_scopes])
    await all_refused(() => ({ key }), 403, 'denied_scope', scoped)
  })

  for (const module of modules)
    test(`while ${module} is off: 404, for the organization itself and for its agency`, async () => {
      const of = tools.filter((tool) => tool.module === module)
      const own = { key: app.keys.acme }
      const for_client = { key: app.keys.agency, org_id: app.acme.org_id }
      await set_module(app.db, app.acme.org_id, module, false)
      try {
        await app.settled(async () => (await app.rest(of[0]!.name, {}, own)).status === 404)
        for (const as of [own, for_client]) await all_refused(() => as, 404, 'not_found', of)
        const input = await input_for(of[0]!, app, app.globex)
        assert.notEqual((await rest(of[0]!, input, { key: app.keys.globex })).status, 404, 'others keep theirs')
      } finally {
        await set_module(app.db, app.acme.org_id, module, true)
        await app.settled(async () => (await app.rest(of[0]!.name, {}, own)).status !== 404)
      }
    })

  test('has changed anything', async () => {
    const now = await holdings(app.db, app.acme, bookkeeping)
    // made and switched by these tests themselves
    const own = ['api_keys', 'org_modules']
    const changed = Object.keys(now).filter((table) => now[table] !== held[table] && !own.includes(table))
    assert.deepEqual(changed, [])
  })
})

interface Caller {
  about: string
  as: () => As
  /** Whose ids the input carries. */
  ids_of: () => Seed
  /** Whose rows must not be seen. */
  hidden: () => Seed[]
  /** Whether every call works, because caller and ids belong together. */
  works: boolean
}

const callers: Caller[] = [
  {
    about: 'the organization itself',
    as: () => ({ key: app.keys.acme }),
    ids_of: () => app.acme,
    hidden: () => [app.globex],
    works: true,
  },
  {
    about: 'the organization itself, naming itself',
    as: () => ({ key: app.keys.acme, org_id: app.acme.org_id }),
    ids_of: () => app.acme,
    hidden: () => [app.globex],
    works: true,
  },
  {
    about: 'an agency for its client',
    as: () => ({ key: app.keys.agency, org_id: app.acme.org_id }),
    ids_of: () => app.acme,
    hidden: () => [app.globex],
    works: true,
  },
  {
    about: 'an agency for its client, with ids of a stranger',
    as: () => ({ key: app.keys.agency, org_id: app.acme.org_id }),
    ids_of: () => app.globex,
    hidden: () => [app.globex],
    works: false,
  },
  {
    about: 'an agency for itself, with ids of its client',
    as: () => ({ key: app.keys.agency }),
    ids_of: () => app.acme,
    hidden: () => [app.acme, app.globex],
    works: false,
  },
  {
    about: 'another organization, with ids of this one',
    as: () => ({ key: app.keys.globex }),
    ids_of: () => app.acme,
    hidden: () => [app.acme],
    works: false,
  },
]

for (const { about, as, ids_of, hidden, works } of callers)
  suite(about, () => {
    let agent: Client
    let held: Record<string, string>[]
    before(async () => {
      agent = await app.mcp(as())
      held = await Promise.all(hidden().map((seed) => holdings(app.db, seed, bookkeeping)))
    })

    test('sees nothing that is not theirs, through both doors', async () => {
      for (const tool of tools) {
        const input = await input_for(tool, app, ids_of())
        const { status, body } = await rest(tool, input, as())
        if (works) assert.equal(status, 200, `${tool.name}: ${body.error}`)
        else assert.ok([200, 400, 402, 404].includes(status), `${tool.name}: ${status} ${body.error}`)
        const told = await agent.callTool({ name: tool.name, arguments: { ...input } })
        cases++
        for (const seed of hidden()) {
          assert.deepEqual(seen(seed, body, input), [], tool.name)
          assert.deepEqual(seen(seed, told, input), [], `${tool.name} at /mcp`)
        }
      }
    })

    test('changes nothing that is not theirs', async () => {
      for (const [at, now] of (
        await Promise.all(hidden().map((seed) => holdings(app.db, seed, bookkeeping)))
      ).entries())
        assert.deepEqual(
          Object.keys(now).filter((table) => now[table] !== held[at]![table]),
          [],
        )
    })
  })

test('a leak would have been seen: what is shown to its owner carries the marks', async () => {
  const reading = tools.filter(({ effect }) => effect === 'read')
  let showing = 0
  for (const tool of reading) {
    const input = await input_for(tool, app, app.globex)
    const { body } = await rest(tool, input, { key: app.keys.globex })
    if (seen(app.globex, body, input).length > 0) showing++
  }
  assert.ok(showing >= reading.length / 2, `${showing} of ${reading.length} reading tools show a mark`)
})

test('cases were counted', (context) => {
  context.diagnostic(`${tools.length} tools, ${cases} cases, no leak`)
  assert.ok(cases >= tools.length * 30, `${cases} cases`)
})
