// No organization sees or changes data of another organization, for all tools, callers and ids. Each row of acme and globex contains
// marks of its organization. The tests search the answers to the other organization for these marks, through REST and MCP.
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import type { NamedTool } from '#engine/tool.ts'
import type { As, Signed, TestApp } from '#test/app.ts'
import { marks_of, type Seed } from '#test/fixtures.ts'
import { input_for } from '../inputs.ts'
import type { AreaBench } from './area_bench.ts'
import type { Callers } from './callers.ts'
import { held_without, type ReadHeld } from './held.ts'
import { members_only, of_the_person, refused_here, shows_clients, shows_wanted } from './internal.ts'

interface Caller {
  about: string
  as: (callers: Callers, app: TestApp) => As | Signed
  /** The organization of the ids in the input. */
  ids_of: 'acme' | 'globex'
  /** The organization whose rows must be neither seen nor changed. */
  hidden: ('acme' | 'globex')[]
  /** True when every call succeeds, because caller and ids belong together. */
  works: boolean
  is_agency?: boolean
  /** A session always names the organization. */
  by_key_only?: boolean
}

const callers: Caller[] = [
  {
    about: 'the organization itself',
    as: (callers) => callers.as('acme'),
    ids_of: 'acme',
    hidden: ['globex'],
    works: true,
  },
  {
    about: 'the organization itself, which names itself',
    as: (callers, { acme }) => callers.as('acme', acme.org_id),
    by_key_only: true,
    ids_of: 'acme',
    hidden: ['globex'],
    works: true,
  },
  {
    about: 'an agency for its client',
    as: (callers, { acme }) => callers.as('agency', acme.org_id),
    is_agency: true,
    ids_of: 'acme',
    hidden: ['globex'],
    works: true,
  },
  {
    about: 'an agency for its client, with ids of another organization',
    as: (callers, { acme }) => callers.as('agency', acme.org_id),
    is_agency: true,
    ids_of: 'globex',
    hidden: ['globex'],
    works: false,
  },
  {
    about: 'an agency for itself, with ids of its client',
    as: (callers) => callers.as('agency'),
    is_agency: true,
    ids_of: 'acme',
    hidden: ['acme', 'globex'],
    works: false,
  },
  {
    about: 'another organization, with its own ids',
    as: (callers) => callers.as('globex'),
    ids_of: 'globex',
    hidden: ['acme'],
    works: true,
  },
  {
    about: 'another organization, with ids of this one',
    as: (callers) => callers.as('globex'),
    ids_of: 'acme',
    hidden: ['acme'],
    works: false,
  },
]
/** Tables that calls write, whatever their outcome. */
const not_compared = new Set(['audit_heads', 'audit_log', 'idempotency_keys', 'rate_windows'])

export function isolation(bench: AreaBench) {
  const marks = new Map<Seed, string[]>()
  let held_by: ReadHeld
  before(async () => {
    const { app } = bench
    held_by = await held_without(app.db, not_compared)
    for (const seed of [app.acme, app.globex]) {
      const { rows } = await app.db.query('select connection_id from connections where org_id = $1', [seed.org_id])
      marks.set(seed, [...marks_of(seed), ...rows.map(({ connection_id }) => connection_id)])
    }
  })

  /** Marks of an organization that are in an answer and were not in the request. */
  const seen = (seed: Seed, answer: unknown, asked: unknown) => {
    const [answered, known] = [JSON.stringify(answer), JSON.stringify(asked)]
    return marks.get(seed)!.filter((mark) => answered.includes(mark) && !known.includes(mark))
  }

  for (const { about, as, ids_of, hidden, works, is_agency, by_key_only } of callers) {
    if (by_key_only && !bench.is_published) continue
    suite(about, () => {
      let client: Client
      const is_refused = ({ name }: NamedTool) => name in refused_here || (is_agency && name in members_only)
      async function held() {
        await bench.app.refill() // otherwise the refill would count as a change
        return Promise.all(hidden.map((name) => held_by(bench.app[name])))
      }
      let held_before: Record<string, string>[]
      const inputs = new Map<string, Record<string, unknown>>()
      before(async () => {
        if (bench.is_published) client = await bench.app.mcp(as(bench.callers, bench.app) as As)
        // Creating records for the inputs changes the rows of the organization.
        for (const tool of bench.tools) inputs.set(tool.name, await input_for(tool, bench.app, bench.app[ids_of]))
        held_before = await held()
      })

      for (const tool of bench.tools)
        test(`sees nothing of others from ${tool.name}${bench.is_published ? ', by REST and by MCP' : ''}`, async () => {
          const { app } = bench
          const input = inputs.get(tool.name)!
          const { status, body } = await bench.rest(tool, input, as(bench.callers, app))
          if (works) assert.equal(status, is_refused(tool) ? 400 : 200, body.error)
          else assert.ok([200, 400, 402, 404].includes(status), `${status} ${body.error}`)
          const said = bench.is_published && (await bench.ask(tool, input, client)).said
          for (const name of hidden) {
            if (is_agency && name === 'acme' && tool.name in shows_clients) continue
            const asked = tool.name in shows_wanted ? [input, app[name].org_id] : input
            assert.deepEqual(seen(app[name], body, asked), [])
            assert.deepEqual(seen(app[name], said, asked), [], 'by MCP')
          }
        })

      test('changes no rows of other organizations', async () => {
        for (const [at, now] of (await held()).entries())
          assert.deepEqual(
            Object.keys(now).filter((table) => now[table] !== held_before[at]![table]),
            [],
          )
      })
    })
  }

  suite('an agency', () => {
    for (const tool of bench.tools.filter(({ name, effect }) => effect === 'read' && !(name in of_the_person)))
      test(`reads from ${tool.name} for its client what the client reads`, async () => {
        const { app } = bench
        const input = await input_for(tool, app, app.acme)
        const own = await bench.rest(tool, input)
        const for_client = await bench.rest(tool, input, bench.callers.as('agency', app.acme.org_id))
        assert.deepEqual(for_client.body.result, own.body.result)
      })
  })

  test('a leak would be found: an answer to the owner contains the marks', async () => {
    const { app, tools } = bench
    const reading = tools.filter(({ effect }) => effect === 'read')
    const showing = []
    for (const tool of reading) {
      const input = await input_for(tool, app, app.globex)
      const { body } = await bench.rest(tool, input, bench.callers.as('globex'))
      if (seen(app.globex, body, input).length > 0) showing.push(tool.name)
    }
    assert.ok(showing.length >= reading.length / 2, `of ${reading.length} reading tools these show a mark: ${showing}`)
  })
}
