// No organization sees or changes data of another organization, for all tools, callers and ids. Each row of acme and globex contains
// marks of its organization. The tests search the answers to the other organization for these marks, through REST and MCP.
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import type { As, TestApp } from '#test/app.ts'
import { marks_of, type Seed } from '#test/fixtures.ts'
import { input_for } from '../inputs.ts'
import type { AreaBench } from './area_bench.ts'
import { held_without, type ReadHeld } from './held.ts'

interface Caller {
  about: string
  as: (app: TestApp) => As
  /** The organization of the ids in the input. */
  ids_of: 'acme' | 'globex'
  /** The organization whose rows must be neither seen nor changed. */
  hidden: ('acme' | 'globex')[]
  /** True when every call succeeds, because caller and ids belong together. */
  works: boolean
}

const callers: Caller[] = [
  {
    about: 'the organization itself',
    as: ({ keys }) => ({ key: keys.acme }),
    ids_of: 'acme',
    hidden: ['globex'],
    works: true,
  },
  {
    about: 'the organization itself, which names itself',
    as: ({ keys, acme }) => ({ key: keys.acme, org_id: acme.org_id }),
    ids_of: 'acme',
    hidden: ['globex'],
    works: true,
  },
  {
    about: 'an agency for its client',
    as: ({ keys, acme }) => ({ key: keys.agency, org_id: acme.org_id }),
    ids_of: 'acme',
    hidden: ['globex'],
    works: true,
  },
  {
    about: 'an agency for its client, with ids of another organization',
    as: ({ keys, acme }) => ({ key: keys.agency, org_id: acme.org_id }),
    ids_of: 'globex',
    hidden: ['globex'],
    works: false,
  },
  {
    about: 'an agency for itself, with ids of its client',
    as: ({ keys }) => ({ key: keys.agency }),
    ids_of: 'acme',
    hidden: ['acme', 'globex'],
    works: false,
  },
  {
    about: 'another organization, with its own ids',
    as: ({ keys }) => ({ key: keys.globex }),
    ids_of: 'globex',
    hidden: ['acme'],
    works: true,
  },
  {
    about: 'another organization, with ids of this one',
    as: ({ keys }) => ({ key: keys.globex }),
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

  for (const { about, as, ids_of, hidden, works } of callers)
    suite(about, () => {
      let client: Client
      async function held() {
        await bench.app.refill() // otherwise the refill would count as a change
        return Promise.all(hidden.map((name) => held_by(bench.app[name])))
      }
      let held_before: Record<string, string>[]
      const inputs = new Map<string, Record<string, unknown>>()
      before(async () => {
        client = await bench.app.mcp(as(bench.app))
        // Creating records for the inputs changes the rows of the organization.
        for (const tool of bench.tools) inputs.set(tool.name, await input_for(tool, bench.app, bench.app[ids_of]))
        held_before = await held()
      })

      for (const tool of bench.tools)
        test(`sees nothing of others from ${tool.name}, by REST and by MCP`, async () => {
          const { app } = bench
          const input = inputs.get(tool.name)!
          const { status, body } = await bench.rest(tool, input, as(app))
          if (works) assert.equal(status, 200, body.error)
          else assert.ok([200, 400, 402, 404].includes(status), `${status} ${body.error}`)
          const { said } = await bench.ask(tool, input, client)
          for (const name of hidden) {
            assert.deepEqual(seen(app[name], body, input), [])
            assert.deepEqual(seen(app[name], said, input), [], 'by MCP')
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

  suite('an agency', () => {
    for (const tool of bench.tools.filter(({ effect }) => effect === 'read'))
      test(`reads from ${tool.name} for its client what the client reads`, async () => {
        const { app } = bench
        const input = await input_for(tool, app, app.acme)
        const own = await bench.rest(tool, input, { key: app.keys.acme })
        const for_client = await bench.rest(tool, input, { key: app.keys.agency, org_id: app.acme.org_id })
        assert.deepEqual(for_client.body.result, own.body.result)
      })
  })

  test('a leak would be found: an answer to the owner contains the marks', async () => {
    const { app, tools } = bench
    const reading = tools.filter(({ effect }) => effect === 'read')
    const showing = []
    for (const tool of reading) {
      const input = await input_for(tool, app, app.globex)
      const { body } = await bench.rest(tool, input, { key: app.keys.globex })
      if (seen(app.globex, body, input).length > 0) showing.push(tool.name)
    }
    assert.ok(showing.length >= reading.length / 2, `of ${reading.length} reading tools these show a mark: ${showing}`)
  })
}
