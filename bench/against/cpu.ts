// Processor time of a side: its server and the PostgreSQL processes of its database. Other work on the machine, which makes every
// call slower, changes it little.
import { readFile } from 'node:fs/promises'
import type { Place } from './database.ts'

const TICK_MS = 10

/** Milliseconds that the process has worked so far, from Linux's /proc; undefined elsewhere, and when it has ended. */
async function cpu_ms_of(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // User and system time are the 12th and 13th field after the name, which may hold spaces.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

export type Worked = Map<number, number>

/** By process; empty where the system or another machine's PostgreSQL does not tell. */
export async function worked_so_far(server_pid: number, { pool }: Place): Promise<Worked> {
  if (process.platform !== 'linux' || process.env.TEST_DATABASE_URL) return new Map()
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  )
  const pids = [server_pid, ...rows.map(({ pid }) => pid)]
  const worked = await Promise.all(pids.map(async (pid) => [pid, await cpu_ms_of(pid)] as const))
  return new Map(worked.filter((entry): entry is [number, number] => entry[1] !== undefined))
}

/** What was worked in between, by processes that began meanwhile too. */
export function worked_between(before: Worked, after: Worked): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}
