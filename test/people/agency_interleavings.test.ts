// Random decisions of agencies and clients at the same moment: none fails, a request gives one organization at most, and nobody acts where
// the client has ended it.
//   ROUNDS=1000 npm test -- test/people/agency_interleavings.test.ts   the long run
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { read_session } from '#engine/access/people.ts'
import type { Answer } from '#engine/calls/call.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { new_person } from '#test/browser.ts'
import { add_member, new_agency, new_team, type Team } from '#test/people.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 25)
/** Decisions that start at the same moment. */
const WIDTH = 6

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false, areas: unlimited(areas) })
})
after(() => app.close())

const kinds = ['ask', 'accept', 'decline', 'end', 'give_up', 'colleague', 'no_colleague', 'remove_colleague'] as const
type Step = { do: (typeof kinds)[number]; agency: number; client: number }
const step: fc.Arbitrary<Step> = fc.record({ do: fc.constantFrom(...kinds), agency: fc.nat(1), client: fc.nat(2) })

test(`${ROUNDS} rounds of ${WIDTH} decisions at the same moment`, async (context) => {
  const agencies = [await new_agency(app), await new_agency(app)]
  const clients = [await new_team(app), await new_team(app), await new_team(app)]
  const browser = await new_person(app, 'colleague@example.com')
  const { user_id } = (await browser.tool('get_me')).body.result
  const join = (agency: Team) =>
    add_member(app.db, { org_id: agency.org_id, role: 'viewer', user_id, email: 'colleague@example.com' }).catch(
      () => {},
    )
  for (const agency of agencies) await join(agency)
  const token = (await app.db.query('select token from auth.sessions where user_id = $1', [user_id])).rows[0].token
  const accepted = new Map<string, number>()

  async function take({ do: what, agency: a, client: c }: Step): Promise<Answer> {
    const [agency, client] = [agencies[a]!, clients[c]!]
    const on_client = { client_org_id: client.org_id, user_id }
    if (what === 'ask') return agency.ask('request_access', { email: `${client.admin}@example.com` })
    if (what === 'end') return client.ask('end_agency_access', { agency_org_id: agency.org_id })
    if (what === 'give_up') return agency.ask('end_agency_access', { client_org_id: client.org_id })
    if (what === 'colleague') return agency.ask('set_client_access', { ...on_client, role: 'member' })
    if (what === 'no_colleague') return agency.ask('remove_client_access', on_client)
    if (what === 'remove_colleague') return agency.ask('remove_member', { user_id })
    const listed = await client.ask('list_access_requests')
    const request = listed.ok ? (listed.result.requests as { request_id: string; created_at: string }[])[0] : undefined
    if (!request) return listed
    const answer = await client.ask(`${what}_access_request`, { request_id: request.request_id })
    const id = `${request.request_id} ${request.created_at}`
    if (what === 'accept' && answer.ok) accepted.set(id, (accepted.get(id) ?? 0) + 1)
    return answer
  }

  const seed = Number(process.env.SEED ?? 20261124)
  const rounds = fc.sample(fc.array(step, { minLength: WIDTH, maxLength: WIDTH }), { seed, numRuns: ROUNDS })
  let effective = 0
  for (const [n, steps] of rounds.entries()) {
    const place = `round ${n} of seed ${seed}`
    const answers = await Promise.all(steps.map(take))
    for (const answer of answers)
      assert.ok(answer.ok || answer.outcome === 'error', `${place}: ${JSON.stringify(answer)}`)
    effective += answers.filter(({ ok }) => ok).length
    // What the person may do is exactly what both sides have said.
    const { access } = (await read_session(app.engine.pool, token))!.person
    const { rows } = await app.db.query(
      `select distinct c.client_org_id from agency_clients c
       join agency_access a on a.org_id = c.org_id and a.client_org_id = c.client_org_id
       join members m on m.org_id = c.org_id and m.user_id = a.user_id where a.user_id = $1`,
      [user_id],
    )
    const through = [...access].filter(([, { agency_org_id }]) => agency_org_id).map(([org_id]) => org_id)
    assert.deepEqual(through.sort(), rows.map(({ client_org_id }) => client_org_id).sort(), place)
    for (const agency of agencies) await join(agency)
  }
  assert.ok([...accepted.values()].every((times) => times === 1))
  assert.ok(accepted.size > 0 && effective > ROUNDS, 'nothing was decided, so nothing was tested')
  context.diagnostic(`${ROUNDS * WIDTH} decisions, ${effective} with an effect, ${accepted.size} requests accepted`)
})
