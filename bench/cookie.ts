// Measures calls by the cookie of a session against calls by key: the same tool, organizations and clients, alternately.
import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Pool } from 'undici'
import { session_cookie } from '#accounts/devices.ts'
import { secrets_of } from '#accounts/settings.ts'
import { TEST_KEY } from '../scripts/disposable_postgres.ts'
import { worked_between, worked_so_far } from './against/cpu.ts'
import { child } from './child.ts'
import { type Measured, median } from './measured.ts'
import { send } from './requests.ts'
import { type BenchOrg, reset_limits } from './world.ts'

const TOOL = 'list_connections'
const GOAL = 0.95
/** Many short windows: other work of the machine then slows both sides of most rounds. */
const ROUNDS = 21
const WINDOW_S = 2
const WARM_UP_S = 4
const AT_ONCE = 8
const RECORDED_WITHIN_MS = 700

type By = 'key' | 'cookie'
type Headers = Record<string, string>

/** Signs a person in to each organization, as its admin. Returns the cookies. */
export async function sign_in_everywhere(pool: pg.Pool, orgs: BenchOrg[], base_url: string): Promise<string[]> {
  const [secret] = secrets_of({ master_key: TEST_KEY })
  return Promise.all(
    orgs.map(async ({ org_id }, n) => {
      const token = randomBytes(24).toString('base64url')
      const { rows } = await pool.query<{ id: string }>(
        'insert into auth.users (name, email, email_verified) values ($1, $2, true) returning id',
        [`Person ${n}`, `person${n}@example.com`],
      )
      const { id } = rows[0]!
      await pool.query(
        `insert into auth.sessions (token, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
        [token, id],
      )
      await pool.query(
        `insert into members (org_id, user_id, email, name, role) values ($1, $2, $3, 'Person', 'admin')`,
        [org_id, id, `person${n}@example.com`],
      )
      const signed = `${token}.${createHmac('sha256', secret!).update(token).digest('base64')}`
      return `${session_cookie(base_url)}=${encodeURIComponent(signed)}`
    }),
  )
}

export async function measure_cookie(url: string, pool: pg.Pool, orgs: BenchOrg[]): Promise<Measured[]> {
  const server = await child<{ address: string; pid: number }>('app_server.ts', { url, tools: { [TOOL]: {} }, orgs })
  const { address, pid } = server.ready
  const cookies = await sign_in_everywhere(pool, orgs, address)
  const client = new Pool(address)
  const resetting = reset_limits(pool)
  const headers: Record<By, Headers[]> = {
    key: orgs.map(({ key }) => ({ authorization: `Bearer ${key}` })),
    cookie: orgs.map(({ org_id }, n) => ({ cookie: cookies[n]!, origin: address, 'x-svc-org': org_id })),
  }
  let done = 0
  const next = (by: By) => ({
    path: `/api/v1/${TOOL}`,
    headers: { 'content-type': 'application/json', ...headers[by][done++ % orgs.length]! },
    body: '{}',
  })
  const measure = async (by: By, seconds: number) => {
    await sleep(RECORDED_WITHIN_MS)
    const before = await worked_so_far(pid, { pool })
    const [started, first] = [performance.now(), done]
    const elapsed_s = () => (performance.now() - started) / 1000
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (elapsed_s() < seconds) await send(client, next(by))
      }),
    )
    const calls = done - first
    return {
      per_second: calls / elapsed_s(),
      cpu_ms: worked_between(before, await worked_so_far(pid, { pool })) / calls,
    }
  }
  try {
    const rounds: Record<By, Awaited<ReturnType<typeof measure>>>[] = []
    for (const by of ['key', 'cookie'] as const) await measure(by, WARM_UP_S)
    for (let round = 0; round < ROUNDS; round++) {
      const order: By[] = round % 2 === 0 ? ['key', 'cookie'] : ['cookie', 'key']
      const measured = {} as Record<By, Awaited<ReturnType<typeof measure>>>
      for (const by of order) measured[by] = await measure(by, WINDOW_S)
      rounds.push(measured)
    }
    const shown = (by: By) =>
      `${Math.round(median(rounds.map((one) => one[by].per_second)))} calls/s, ${median(rounds.map((one) => one[by].cpu_ms)).toFixed(2)} ms`
    return [
      {
        what: `a call by cookie, ${TOOL}`,
        against: 'a call by key',
        base: shown('key'),
        ours: shown('cookie'),
        ratio: median(rounds.map(({ key, cookie }) => cookie.per_second / key.per_second)),
        cpu_ratio: median(rounds.map(({ key, cookie }) => key.cpu_ms / cookie.cpu_ms)),
        goal: { at_least: GOAL },
      },
    ]
  } finally {
    clearInterval(resetting)
    await client.close()
    await server.stop()
  }
}
