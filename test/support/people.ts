// Members of organizations, and calls in their name.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Role, scopes_of } from '#domain/roles.ts'
import type { SessionCaller } from '#engine/access/caller.ts'
import { type Answer, call } from '#engine/calls/call.ts'
import type { Engine } from '#engine/engine.ts'
import { create_org } from '#test/access.ts'

export interface Member {
  org_id: string
  role: Role
  user_id?: string
  is_approver?: boolean
}

export const member_caller = ({
  org_id,
  role,
  user_id = randomUUID(),
  is_approver = false,
}: Member): SessionCaller => ({
  via: 'session',
  actor: `user:${user_id}`,
  user_id,
  org_id,
  role,
  scopes: scopes_of({ role, is_approver }),
})

/** A call that the engine gets from a person who has signed in. */
export const call_as_member = (engine: Engine, tool: string, input: unknown, member: Member): Promise<Answer> =>
  call(engine, {
    tool,
    input,
    credential: member_caller(member),
    org_id: member.org_id,
    transport: 'rest',
    request_id: randomUUID(),
  })

/** Stores a member, and returns the user_id. */
export async function add_member(
  db: pg.Pool,
  {
    org_id,
    role,
    user_id = randomUUID(),
    is_approver = false,
    email = `${user_id}@example.com`,
  }: Member & { email?: string },
): Promise<string> {
  await db.query(
    `insert into members (org_id, user_id, email, name, role, is_approver) values ($1, $2, $3, 'Ana', $4, $5)`,
    [org_id, user_id, email, role, is_approver],
  )
  await db.query(`select pg_notify('tablero_directory', '')`)
  return user_id
}

/** A new organization with one admin. */
export interface Team {
  org_id: string
  admin: string
  /** Calls in the name of the admin. */
  ask(tool: string, input?: object): Promise<Answer>
}

export async function new_team({ engine, db }: { engine: Engine; db: pg.Pool }): Promise<Team> {
  const org_id = await create_org(engine.pool, { name: `team ${randomUUID()}` })
  const admin = await add_member(db, { org_id, role: 'admin' })
  return {
    org_id,
    admin,
    ask: (tool, input = {}) => call_as_member(engine, tool, input, { org_id, role: 'admin', user_id: admin }),
  }
}

/** A new organization that is an agency. */
export async function new_agency(app: { engine: Engine; db: pg.Pool }): Promise<Team> {
  const team = await new_team(app)
  await app.db.query(`update orgs set kind = 'agency' where org_id = $1`, [team.org_id])
  return team
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads any field of the answer
export function result_of(answer: Answer): any {
  assert.ok(answer.ok, answer.ok ? '' : answer.error)
  return answer.result
}

/** The sentence of a call that was refused with 400. */
export function refusal_of(answer: Answer): string {
  assert.ok(!answer.ok, 'the call was not refused')
  assert.equal(answer.outcome, 'error')
  return answer.error
}
