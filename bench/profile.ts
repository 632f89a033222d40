// Where the time of the smallest call goes, in Tablero and in the bare handler that runs the same statements.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Pool } from 'undici'
import { worked_between, worked_so_far } from './against/cpu.ts'
import { type Child, child } from './child.ts'
import type { Spent } from './profiler.ts'
import { request_of, send } from './requests.ts'
import type { Section } from './section.ts'
import type { Recorded } from './statements.ts'
import { type BenchOrg, reset_limits } from './world.ts'

const TOOL = 'list_connections'
const AT_ONCE = 8
const WARM_UP_S = 6
const SECONDS = 10
/** Calls are recorded shortly after they are answered. */
const RECORDED_WITHIN_MS = 700

interface Ready {
  address: string
  pid: number
}

/** Microseconds of a call. */
interface Costs {
  by_part: Spent
  by_login: Record<string, number>
}

export async function measure_profile(url: string, pool: pg.Pool, orgs: BenchOrg[]): Promise<Section> {
  const given = { url, orgs, is_profiled: true }
  const app = await child<Ready & { recorded: Recorded }>('app_server.ts', { ...given, tools: { [TOOL]: {} } })
  const resetting = reset_limits(pool)
  try {
    const ours = await costs_of(app, pool, (n) => {
      const { key } = orgs[n % orgs.length]!
      return request_of({ protocol: 'REST', tool: TOOL, input: {}, key })
    })
    const bare = await child<Ready>('bare_server.ts', { ...given, recorded: app.ready.recorded })
    const base = await costs_of(bare, pool, (n) => {
      const headers = { 'content-type': 'application/json', 'x-org': orgs[n % orgs.length]!.org_id }
      return { path: `/${TOOL}`, headers, body: '{}' }
    }).finally(() => bare.stop())
    return as_section(base, ours)
  } finally {
    clearInterval(resetting)
    await app.stop()
  }
}

type Asked = (n: number) => Parameters<typeof send>[1]

async function costs_of({ ready, ask }: Child<Ready>, pool: pg.Pool, asked: Asked): Promise<Costs> {
  const client = new Pool(ready.address)
  let done = 0
  const calls = async (seconds: number) => {
    const ends = performance.now() + seconds * 1000
    const one = async () => {
      while (performance.now() < ends) await send(client, asked(done++))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, one))
    await sleep(RECORDED_WITHIN_MS)
  }
  try {
    await calls(WARM_UP_S)
    const before = await worked_so_far(ready.pid, { pool })
    done = 0
    await ask()
    await calls(SECONDS)
    const by_part = await ask<Spent>()
    const after = await worked_so_far(ready.pid, { pool })
    const { rows } = await pool.query<{ pid: number; login: string }>(
      `select pid, split_part(application_name, ' ', -1) as login from pg_stat_activity where application_name like 'tablero %'`,
    )
    const us_of = (pid: number) =>
      (worked_between(before, new Map([...after].filter(([id]) => id === pid))) * 1000) / done
    const by_login: Record<string, number> = {}
    for (const { pid, login } of rows) by_login[login] = (by_login[login] ?? 0) + us_of(pid)
    // A sample lasts until the next one, also while another process has the processor. So only the shares of the profile count.
    const sampled = Object.values(by_part).reduce((sum, us) => sum + us, 0)
    const shares = Object.entries(by_part).map(([part, us]) => [part, (us / sampled) * us_of(ready.pid)])
    return { by_part: Object.fromEntries(shares), by_login }
  } finally {
    await client.close()
  }
}

function as_section(base: Costs, ours: Costs): Section {
  const us = (value = 0) => `${Math.round(value)} µs`
  const node = Object.keys({ ...ours.by_part, ...base.by_part }).map((part) => [
    `Node: ${part}`,
    us(base.by_part[part]),
    us(ours.by_part[part]),
  ])
  const named = { calls: 'transactions of calls', system: 'records of calls, in batches' }
  const postgres = Object.entries(named).map(([login, name]) => [
    `PostgreSQL: ${name}`,
    us(base.by_login[login]),
    us(ours.by_login[login]),
  ])
  const sum = ({ by_part, by_login }: Costs) =>
    [...Object.values(by_part), ...Object.keys(named).map((login) => by_login[login] ?? 0)].reduce((a, b) => a + b, 0)
  return {
    title: 'Where the time of the smallest call goes',
    about: `Processor time of a call of ${TOOL}, with ${AT_ONCE} clients, from a profile of each server and from the counters of the server processes of PostgreSQL. The bare handler runs the statements of the tool in a transaction of the organization and does nothing else. A call of Tablero also counts against the rate limit, which is a committed write before the tool may run, and it is recorded in the chain of its organization. These two writes, with transactions of their own, are most of the difference in PostgreSQL. Redis can count instead, which was not measured here.`,
    tables: [
      { columns: ['Part', 'base', 'Tablero'], rows: [...node, ...postgres, ['all', us(sum(base)), us(sum(ours))]] },
    ],
  }
}
