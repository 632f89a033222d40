// What ended is refused within a second, in the process that ended it and in another one on the same database.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ensure_account } from '#accounts/ensure_account.ts'
import { open_pool, type Pool } from '#db/pool.ts'
import { create_org } from '#test/access.ts'
import { CHANGE_FELT_MS } from '#test/app.ts'
import { PASSWORD } from '#test/browser.ts'
import { TEST_KEY, type TestDatabase, test_database } from '#test/database.ts'
import { add_member } from '#test/people.ts'
import { start_tablero, type TableroProcess } from '#test/processes.ts'
import { hash_slowly } from '#test/quick_hashes.ts'
import { create_sandbox } from '../../sandbox/server.ts'

/** Both processes have one public address, as behind one proxy. */
const BASE_URL = 'http://tablero.example'

let database: TestDatabase
let pool: Pool
let processes: TableroProcess[] = []
let sandbox: Awaited<ReturnType<typeof create_sandbox>>
let mail_url: string
let org_id: string
let people = 0
let admin: Awaited<ReturnType<typeof new_member>>

// The processes, which sign in whom this test makes, hash as in production.
let hash_quickly: () => void
before(async () => {
  hash_quickly = hash_slowly()
  database = await test_database()
  pool = open_pool(database.place)
  org_id = await create_org(database.owner, { name: 'Casa Lumbre' })
  sandbox = await create_sandbox({ history_days: 1, frozen: true })
  const sandbox_url = await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  mail_url = `${sandbox_url}/mail.tablero.test/`
  processes = await Promise.all(
    [0, 1].map((n) =>
      start_tablero({
        name: `api ${n}`,
        role: 'api',
        database_url: database.url,
        master_key: TEST_KEY,
        env: { BASE_URL, SANDBOX_URL: sandbox_url },
      }),
    ),
  )
  admin = await new_member('admin')
})
after(async () => {
  hash_quickly()
  await Promise.all(processes.map((one) => one.end('SIGTERM')))
  await sandbox.app.close()
  await pool.end()
  await database.drop()
})

const headers = (cookie = '') => ({ origin: BASE_URL, 'content-type': 'application/json', ...(cookie && { cookie }) })

async function post(at: number, path: string, body: object, more: Record<string, string>): Promise<Response> {
  return fetch(`${processes[at]!.url}${path}`, { method: 'POST', headers: more, body: JSON.stringify(body) })
}

/** A member who is signed in and has a key, both of which both processes know. */
async function new_member(role: 'admin' | 'member' | 'viewer') {
  const email = `person${people++}@example.com`
  const user_id = await ensure_account(pool, { email, name: 'Ana', password: PASSWORD, verified: true })
  await add_member(database.owner, { org_id, role, user_id, email })
  const cookie = await sign_in(email)
  const call = async (at: number, tool: string, input: object = {}) =>
    (await post(at, `/api/v1/${tool}`, input, { ...headers(cookie), 'x-svc-org': org_id })).status
  const made = await post(
    0,
    '/api/v1/create_api_key',
    { name: 'k', scopes: ['ads:read', 'connections:read'] },
    { ...headers(cookie), 'x-svc-org': org_id },
  )
  const { result } = (await made.json()) as { result: { key: string; key_id: string } }
  const by_key = async (at: number) =>
    (await post(at, '/api/v1/list_connections', {}, { ...headers(), authorization: `Bearer ${result.key}` })).status
  for (const at of [0, 1])
    for (const status of [() => call(at, 'list_connections'), () => by_key(at)]) await becomes(status, 200)
  return { email, user_id, cookie, call, by_key, key_id: result.key_id }
}

async function sign_in(email: string): Promise<string> {
  const answer = await post(0, '/api/auth/sign-in/email', { email, password: PASSWORD }, headers())
  assert.equal(answer.status, 200, await answer.text())
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Fails when a call that starts a second from now still has another status. */
async function becomes(status: () => Promise<number>, wanted: number): Promise<number> {
  const began = performance.now()
  for (;;) {
    const asked_after_ms = performance.now() - began
    const given = await status()
    if (given === wanted) return asked_after_ms
    assert.ok(
      asked_after_ms < CHANGE_FELT_MS,
      `still ${given} and not ${wanted} after ${Math.round(asked_after_ms)} ms`,
    )
  }
}

const everywhere = (status: (at: number) => Promise<number>, wanted: number) =>
  Promise.all([0, 1].map((at) => becomes(() => status(at), wanted)))

test('a demoted member loses what the role gave, in sessions and keys', async () => {
  const member = await new_member('admin')
  assert.equal(await member.call(1, 'list_members'), 200)
  assert.equal(await admin.call(0, 'update_member_role', { user_id: member.user_id, role: 'viewer' }), 200)
  await everywhere((at) => member.call(at, 'list_members'), 403)
})

test('a removed member has no session and no key there', async () => {
  const member = await new_member('member')
  assert.equal(await admin.call(0, 'remove_member', { user_id: member.user_id }), 200)
  await Promise.all([
    everywhere((at) => member.call(at, 'list_connections'), 403),
    everywhere((at) => member.by_key(at), 401),
  ])
})

test('a revoked key', async () => {
  const member = await new_member('member')
  assert.equal(await member.call(0, 'revoke_api_key', { key_id: member.key_id }), 200)
  await everywhere((at) => member.by_key(at), 401)
})

test('a session after the sign-out', async () => {
  const member = await new_member('member')
  assert.equal((await post(0, '/api/auth/sign-out', {}, headers(member.cookie))).status, 200)
  await everywhere((at) => member.call(at, 'list_connections'), 401)
  assert.equal(await member.by_key(1), 200)
})

test('every session after a new password by a link', async () => {
  const member = await new_member('member')
  await post(1, '/api/auth/request-password-reset', { email: member.email }, headers())
  const deadline = performance.now() + 20_000
  let token: string | undefined
  while (token === undefined) {
    assert.ok(performance.now() < deadline, 'no email came')
    const mails = (await (await fetch(mail_url)).json()) as { to: string; text: string }[]
    token = /reset\?token=(\S+)/.exec(mails.find(({ to }) => to === member.email)?.text ?? '')?.[1]
  }
  const answer = await post(0, '/api/auth/reset-password', { token, newPassword: 'a longer new password' }, headers())
  assert.equal(answer.status, 200, await answer.text())
  await everywhere((at) => member.call(at, 'list_connections'), 401)
})

test('sessions and keys of a deleted account', async () => {
  const member = await new_member('member')
  const answer = await post(0, '/api/auth/delete-user', { password: PASSWORD }, headers(member.cookie))
  assert.equal(answer.status, 200, await answer.text())
  await Promise.all([
    everywhere((at) => member.call(at, 'list_connections'), 401),
    everywhere((at) => member.by_key(at), 401),
  ])
})
