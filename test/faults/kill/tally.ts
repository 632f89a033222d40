// The result of a run of kills, in a few lines.
import type { Ledger } from './work.ts'

export const victims = ['tablero', 'postgres', 'both', 'backend', 'connections'] as const
export type Victim = (typeof victims)[number]

const named: Record<Victim, string> = {
  tablero: 'Tablero',
  postgres: 'PostgreSQL',
  both: 'both',
  backend: 'one backend of PostgreSQL',
  connections: 'all connections closed',
}

const none = () => Object.fromEntries(victims.map((victim) => [victim, 0])) as Record<Victim, number>

export const create_tally = () => ({
  began: performance.now(),
  kills: { start: none(), work: none() },
  /** Time until the service answered again, of each kill. */
  back_ms: [] as number[],
  /** Number of rows that were compared with those of the undisturbed organization, over all comparisons. */
  rows: 0,
  calls: 0n,
  restarted: 0,
})
export type Tally = ReturnType<typeof create_tally>

export function summary_of(tally: Tally, { businesses, acknowledged }: Ledger, run: { rounds: number; seed: number }) {
  const { kills, back_ms, rows, calls, restarted } = tally
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const list = (counts: Record<Victim, number>) =>
    victims.map((victim) => `${named[victim]} ${counts[victim]}`).join(', ')
  const sorted = back_ms.toSorted((a, b) => a - b)
  return [
    '',
    `${run.rounds} rounds of seed ${run.seed} in ${Math.round((performance.now() - tally.began) / 60_000)} minutes`,
    `  killed at work:        ${list(kills.work)}`,
    `  killed while starting: ${list(kills.start)}`,
    `  back after:            ${seconds(sorted.at(-1)!)} at most, ${seconds(sorted[Math.floor(sorted.length / 2)]!)} in the median`,
    `  rows compared:         ${rows.toLocaleString('en')}, of ${businesses.length} organizations`,
    `  acknowledged:          ${acknowledged.keys.size} keys, ${acknowledged.writes.size} syncs, ${acknowledged.calls} answers; ${calls} calls on record`,
    `  syncs started again:   ${restarted}`,
    'No write was lost, duplicated or incomplete.',
  ].join('\n')
}
