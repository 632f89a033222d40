// Processor time of a side: its server and the PostgreSQL processes of its database. Other work on the machine makes every call
// slower, but changes processor time little.
import { readFile } from 'node:fs/promises'
import type { Place } from './database.ts'

const TICK_MS = 10

/** Processor time of the process so far, in milliseconds, from Linux's /proc. Undefined on other systems and for ended processes. */
async function cpu_ms_of(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // User and system time are the 12th and 13th field after the name, which can contain spaces.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

export type Worked = Map<number, number>

/** Processor time by process. Empty if the system does not report it, or if PostgreSQL runs on another machine. */
export async function worked_so_far(server_pid: number, { pool }: Pick<Place, 'pool'>): Promise<Worked> {
  if (process.platform !== 'linux' || process.env.TEST_DATABASE_URL) return new Map()
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  )
  const pids = [server_pid, ...rows.map(({ pid }) => pid)]
  const worked = await Promise.all(pids.map(async (pid) => [pid, await cpu_ms_of(pid)] as const))
  return new Map(worked.filter((entry): entry is [number, number] => entry[1] !== undefined))
}

/** Processor time between two measurements, including that of processes that started in between. */
export function worked_between(before: Worked, after: Worked): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}
