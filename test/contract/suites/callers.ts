// Whose calls the suites make. Keys call what is published. Dashboard users call internal tools, from our own pages.
import assert from 'node:assert/strict'
import { type Role, roles, scopes_of_role } from '#domain/roles.ts'
import { scopes as all_scopes, type Scope } from '#domain/scopes.ts'
import { revoke_key } from '#test/access.ts'
import type { As, Signed, TestApp } from '#test/app.ts'
import { type Browser, new_person } from '#test/browser.ts'
import { add_member } from '#test/people.ts'

export type Who = 'acme' | 'globex' | 'agency'

export interface Callers {
  /** With all scopes, in the organization `org_id`. Default: their own. */
  as(who: Who, org_id?: string): As | Signed
  /** Credentials that identify nobody. */
  invalid: (As | Signed)[]
  /** Callers for acme who lack some of the scopes: its own, and those of its agency. */
  lacking(scopes: readonly Scope[]): Promise<Lacking[]>
  /** What an organization of others says. */
  denied: string
}

interface Lacking {
  as: As | Signed
  missing: readonly Scope[]
}

const LONG_AGO = '2020-01-01T00:00:00Z'

export async function keys_of(app: TestApp): Promise<Callers> {
  const { acme, agency_org_id } = app
  const made = new Map<string, string>()
  /** A key with all scopes except these. */
  async function key_without(org_id: string, missing: readonly Scope[]): Promise<string> {
    const id = `${org_id} ${missing}`
    const left = all_scopes.filter((scope) => !missing.includes(scope))
    if (!made.has(id)) made.set(id, (await app.key(org_id, left)).key)
    return made.get(id)!
  }
  return {
    as: (who, org_id) => ({ key: app.keys[who], org_id }),
    invalid: (await keys_that_fail(app)).map((key) => ({ key })),
    async lacking(scopes) {
      const found: Lacking[] = []
      for (const missing of [...scopes.map((scope) => [scope]), all_scopes])
        found.push(
          { as: { key: await key_without(acme.org_id, missing) }, missing },
          { as: { key: await key_without(agency_org_id, missing), org_id: acme.org_id }, missing },
        )
      return found
    },
    denied: 'This key may not act on the organization named in X-Svc-Org. Without this header, it acts on its own.',
  }
}

/** One key of each kind: empty, malformed, truncated, unknown, revoked, expired. */
async function keys_that_fail(app: TestApp): Promise<string[]> {
  const { org_id } = app.acme
  const revoked = await app.key(org_id)
  await revoke_key(app.db, { org_id, key_id: revoked.key_id })
  const expired = await app.key(org_id, all_scopes, LONG_AGO)
  const good = app.keys.acme
  const unknown = `${good.slice(0, -1)}${good.endsWith('x') ? 'y' : 'x'}`
  return ['', 'svc_nope', good.slice(0, 14), unknown, revoked.key, expired.key]
}

/** The roles that lack one of the scopes. A role has the scopes that it has, so no other caller by session lacks any. */
export const roles_lacking = (scopes: readonly Scope[]): Role[] =>
  roles.filter((role) => scopes.some((scope) => !scopes_of_role[role].includes(scope)))

export async function sessions_of(app: TestApp): Promise<Callers> {
  const { acme, globex, agency_org_id } = app
  const own_org = { acme: acme.org_id, globex: globex.org_id, agency: agency_org_id }
  const cookies = new Map<string, string>()
  for (const [who, org_id] of Object.entries(own_org))
    for (const role of who === 'globex' ? (['admin'] as const) : roles) {
      const { user_id, email, cookie } = await signed_in(app)
      await add_member(app.db, { org_id, role, user_id, email })
      if (who === 'agency' && role !== 'admin')
        await app.db.query('insert into agency_access (org_id, client_org_id, user_id, role) values ($1, $2, $3, $4)', [
          org_id,
          acme.org_id,
          user_id,
          role,
        ])
      cookies.set(`${role} of ${who}`, cookie)
    }
  const of = (role: Role, who: Who, org_id = own_org[who]): Signed => ({
    cookie: cookies.get(`${role} of ${who}`)!,
    org_id,
  })
  return {
    as: (who, org_id) => of('admin', who, org_id),
    invalid: await sessions_that_fail(app, of('admin', 'acme')),
    lacking: async (scopes) =>
      roles_lacking(scopes).flatMap((role) => {
        const missing = scopes.filter((scope) => !scopes_of_role[role].includes(scope))
        return (['acme', 'agency'] as const).map((who) => ({ as: of(role, who, acme.org_id), missing }))
      }),
    denied: 'You have no access to this organization, or it does not exist.',
  }
}

let people = 0

/** A person with a second factor, so that no setting of an organization ends their access. */
async function signed_in(app: TestApp) {
  const email = `person-${++people}@example.com`
  // Sign-ups of one address are limited.
  const browser = await new_person(app, email, 'Ana', `10.7.${people >> 8}.${people & 255}`)
  const { rows } = await app.db.query(
    'update auth.users set two_factor_enabled = true where email = $1 returning id as user_id',
    [email],
  )
  return { email, browser, user_id: rows[0].user_id as string, cookie: cookie_of(browser) }
}

/** The cookie of the session alone, so that a wrong one can be derived from it. */
function cookie_of({ cookies }: Browser): string {
  const [name, value] = [...cookies].find(([name]) => name.endsWith('.session_token'))!
  return `${name}=${value}`
}

/** One session of each kind: unsigned, unknown, ended, expired, and a good one that a page of somebody else sent. */
async function sessions_that_fail(app: TestApp, good: Signed): Promise<Signed[]> {
  const [ended, expired] = [await signed_in(app), await signed_in(app)]
  for (const { user_id, email } of [ended, expired])
    await add_member(app.db, { org_id: app.acme.org_id, role: 'admin', user_id, email })
  const signed_out = await ended.browser.auth('/sign-out')
  assert.equal(signed_out.status, 200, signed_out.text)
  const { rowCount } = await app.db.query('update auth.sessions set expires_at = $2 where user_id = $1', [
    expired.user_id,
    LONG_AGO,
  ])
  assert.equal(rowCount, 1)
  const [name = ''] = good.cookie.split('=')
  return [
    ...[
      `${name}=`,
      `${name}=nobody.${'A'.repeat(43)}%3D`,
      good.cookie.replace('=', '=x'),
      ended.cookie,
      expired.cookie,
    ].map((cookie) => ({ cookie })),
    { cookie: good.cookie, site: 'cross-site' },
  ]
}
