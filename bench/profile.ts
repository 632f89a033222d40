// Where the time of calls goes, in Tablero and in the bare handler that runs the same statements.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Pool } from 'undici'
import { worked_between, worked_so_far } from './against/cpu.ts'
import { tools } from './calls.ts'
import { type Child, child } from './child.ts'
import type { Spent } from './profiler.ts'
import { request_of, send } from './requests.ts'
import type { Section } from './section.ts'
import type { Recorded } from './statements.ts'
import { type BenchOrg, reset_limits } from './world.ts'

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

/** Of one tool. */
interface Compared {
  tool: string
  base: Costs
  ours: Costs
}

export async function measure_profile(url: string, pool: pg.Pool, orgs: BenchOrg[]): Promise<Section> {
  const given = { url, orgs, is_profiled: true }
  const app = await child<Ready & { recorded: Recorded }>('app_server.ts', { ...given, tools })
  const resetting = reset_limits(pool)
  try {
    const bare = await child<Ready>('bare_server.ts', { ...given, recorded: app.ready.recorded })
    try {
      const compared: Compared[] = []
      for (const [tool, input] of Object.entries(tools)) {
        const ours = await costs_of(app, pool, (n) => {
          const { key } = orgs[n % orgs.length]!
          return request_of({ protocol: 'REST', tool, input, key })
        })
        const base = await costs_of(bare, pool, (n) => {
          const headers = { 'content-type': 'application/json', 'x-org': orgs[n % orgs.length]!.org_id }
          return { path: `/${tool}`, headers, body: JSON.stringify(input) }
        })
        compared.push({ tool, base, ours })
      }
      return as_section(compared)
    } finally {
      await bare.stop()
    }
  } finally {
    clearInterval(resetting)
    await app.stop()
  }
}

type NthRequest = (n: number) => Parameters<typeof send>[1]

async function costs_of({ ready, ask }: Child<Ready>, pool: pg.Pool, request_of: NthRequest): Promise<Costs> {
  const client = new Pool(ready.address)
  let done = 0
  const calls = async (seconds: number) => {
    const ends = performance.now() + seconds * 1000
    const one = async () => {
      while (performance.now() < ends) await send(client, request_of(done++))
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

const POSTGRES = { calls: 'transactions of calls', system: 'records of calls, in batches' }
const names: Record<string, string> = { calls: 'transactions of calls in PostgreSQL', system: 'records in PostgreSQL' }
/** Parts that the sentence about a tool names. */
const LARGEST = 4
const us = (value = 0) => `${Math.round(value)} µs`

/** What Tablero adds to a call, the largest part first. */
function added({ tool, base, ours }: Compared): string {
  const parts_of = ({ by_part, by_login }: Costs) => ({ ...by_part, ...by_login })
  const before: Record<string, number> = parts_of(base)
  const parts = Object.entries<number>(parts_of(ours)).map(([name, us]) => [name, us - (before[name] ?? 0)] as const)
  const sum = parts.reduce((total, [, us]) => total + us, 0)
  const largest = parts.toSorted(([, one], [, other]) => other - one).slice(0, LARGEST)
  const shown = largest.map(([name, of]) => `${us(of)} for ${names[name] ?? name.split(/[,:]/)[0]}`).join(', ')
  const rest = largest.reduce((left, [, of]) => left - of, sum)
  return `Tablero adds ${us(sum)} to ${tool}. The largest parts are ${shown}. The rest is ${us(rest)}.`
}

function as_section(compared: readonly Compared[]): Section {
  const sides = compared.flatMap(({ tool, base, ours }) => [
    { name: `${tool}: base`, costs: base },
    { name: 'Tablero', costs: ours },
  ])
  const line = (name: string, of: (costs: Costs) => number | undefined) => [
    name,
    ...sides.map(({ costs }) => us(of(costs))),
  ]
  const parts = new Set(sides.flatMap(({ costs }) => Object.keys(costs.by_part)))
  const logins = Object.entries(POSTGRES)
  const sum = ({ by_part, by_login }: Costs) =>
    [...Object.values(by_part), ...logins.map(([login]) => by_login[login] ?? 0)].reduce((a, b) => a + b, 0)
  return {
    title: 'Where the time of a call goes',
    about: `Processor time of a call, with ${AT_ONCE} clients, from a profile of each server and from the counters of the server processes of PostgreSQL. The bare handler runs the statements of the tool in a transaction of the organization and sends their rows. It makes no answer of them. A call of Tablero also counts against the rate limit, which is a committed write before the tool may run. It is also recorded in the chain of its organization. These two writes have transactions of their own. Redis can count instead, which was not measured here. ${compared.map(added).join(' ')} The base does not have the two committed writes, which use PostgreSQL and its driver.`,
    tables: [
      {
        columns: ['Part', ...sides.map(({ name }) => name)],
        rows: [
          ...[...parts].map((part) => line(`Node: ${part}`, ({ by_part }) => by_part[part])),
          ...logins.map(([login, name]) => line(`PostgreSQL: ${name}`, ({ by_login }) => by_login[login])),
          line('all', sum),
        ],
      },
    ],
  }
}
