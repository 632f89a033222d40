// Random changes of people at the same moment: an organization always has an admin, and a link makes one member at most.
//   ROUNDS=1000 npm test -- test/people/interleavings.test.ts   the long run
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { in_org } from '#db/org.ts'
import { type Role, roles } from '#domain/roles.ts'
import { accept_invitation } from '#engine/people/invitations.ts'
import { create_org } from '#test/access.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { add_member, call_as_member } from '#test/people.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 40)
/** Changes that start at the same moment. */
const WIDTH = 6
const EMAILS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `${name}@example.com`)

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app.close())

type Step =
  | { do: 'invite'; email: string; role: Role }
  | { do: 'accept'; link: number }
  | { do: 'revoke'; link: number }
  | { do: 'demote'; member: number; role: Role }
  | { do: 'remove'; member: number }

const email = fc.constantFrom(...EMAILS)
const role = fc.constantFrom(...roles)
const nth = fc.nat(7)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('invite' as const), email, role }),
  fc.record({ do: fc.constant('accept' as const), link: nth }),
  fc.record({ do: fc.constant('revoke' as const), link: nth }),
  fc.record({ do: fc.constant('demote' as const), member: nth, role }),
  fc.record({ do: fc.constant('remove' as const), member: nth }),
)

interface Link {
  invitation_id: string
  email: string
  token: string
  accepted: number
}

class World {
  readonly org_id: string
  readonly links: Link[] = []
  constructor(org_id: string) {
    this.org_id = org_id
  }

  async admins(): Promise<string[]> {
    const { rows } = await app.db.query<{ user_id: string }>(
      `select user_id from members where org_id = $1 and role = 'admin' order by user_id`,
      [this.org_id],
    )
    return rows.map(({ user_id }) => user_id)
  }

  async members(): Promise<string[]> {
    const { rows } = await app.db.query<{ user_id: string }>(
      'select user_id from members where org_id = $1 order by joined_at, user_id',
      [this.org_id],
    )
    return rows.map(({ user_id }) => user_id)
  }

  async take(step: Step, by: string, members: readonly string[]): Promise<void> {
    const ask = (tool: string, input: object) =>
      call_as_member(app.engine, tool, input, { org_id: this.org_id, role: 'admin', user_id: by })
    if (step.do === 'invite') {
      const answer = await ask('invite_user', { email: step.email, role: step.role })
      if (!answer.ok) return
      const { invitation_id, accept_url } = answer.result as { invitation_id: string; accept_url: string }
      const token = new URL(accept_url).hash.slice(1)
      this.links.push({ invitation_id, email: step.email, token, accepted: 0 })
      return
    }
    if (step.do === 'demote' || step.do === 'remove') {
      const user_id = members[step.member % members.length]!
      const answer = await (step.do === 'remove'
        ? ask('remove_member', { user_id })
        : ask('update_member_role', { user_id, role: step.role }))
      assert.ok(answer.ok || answer.outcome === 'error', JSON.stringify(answer))
      return
    }
    const link = this.links.at(-1 - step.link) // the newest ones, which may still be open
    if (!link) return
    if (step.do === 'revoke') await ask('revoke_invitation', { invitation_id: link.invitation_id })
    else if (await this.accept(link)) link.accepted += 1
  }

  accept({ token, email }: Link): Promise<boolean> {
    const user_id = randomUUID()
    const context = { now: new Date(), caller: { actor: `user:${user_id}` }, request_id: null }
    const person = { user_id, name: 'Ana', verified_email: email, two_factor: false }
    return in_org(app.engine.pool, { org_id: this.org_id }, (db) =>
      accept_invitation({ ...context, db }, { token, person }),
    ).then(
      () => true,
      ({ name, message }) => {
        assert.equal(name, 'Refusal', message)
        return false
      },
    )
  }
}

test(`${ROUNDS} rounds of ${WIDTH} changes at the same moment`, async (context) => {
  const world = new World(await create_org(app.engine.pool, { name: 'interleavings' }))
  await add_member(app.db, { org_id: world.org_id, role: 'admin' })
  const seed = Number(process.env.SEED ?? 20261124)
  const rounds = fc.sample(fc.array(step, { minLength: WIDTH, maxLength: WIDTH }), { seed, numRuns: ROUNDS })
  let changes = 0
  for (const [n, steps] of rounds.entries()) {
    await app.refill()
    const [admins, members] = [await world.admins(), await world.members()]
    await Promise.all(steps.map((one, k) => world.take(one, admins[k % admins.length]!, members)))
    changes += steps.length
    assert.ok((await world.admins()).length > 0, `round ${n} of seed ${seed} left no admin`)
    assert.ok(
      world.links.every(({ accepted }) => accepted <= 1),
      `round ${n} of seed ${seed} accepted a link twice`,
    )
  }
  const accepted = world.links.filter((link) => link.accepted === 1).length
  assert.ok(accepted > 0, 'no link was accepted, so nothing was tested')
  context.diagnostic(`${changes} changes, ${world.links.length} links, ${accepted} accepted`)
})
