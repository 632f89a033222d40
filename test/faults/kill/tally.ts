// What a run of kills came to, in a few lines.
import type { Ledger } from './work.ts'

export const victims = ['tablero', 'postgres', 'both', 'backend', 'connections'] as const
export type Victim = (typeof victims)[number]

const named: Record<Victim, string> = {
  tablero: 'Tablero',
  postgres: 'PostgreSQL',
  both: 'both',
  backend: 'one backend of PostgreSQL',
  connections: 'all connections cut',
}

const none = () => Object.fromEntries(victims.map((victim) => [victim, 0])) as Record<Victim, number>

export const create_tally = () => ({
  began: performance.now(),
  kills: { start: none(), work: none() },
  /** How long it took to be back, each time. */
  back_ms: [] as number[],
  /** Rows that were held against those of the organization left in peace, counted each time. */
  rows: 0,
  calls: 0n,
  begun_again: 0,
})
export type Tally = ReturnType<typeof create_tally>

export function summary_of(tally: Tally, { businesses, acknowledged }: Ledger, run: { rounds: number; seed: number }) {
  const { kills, back_ms, rows, calls, begun_again } = tally
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const list = (counts: Record<Victim, number>) =>
    victims.map((victim) => `${named[victim]} ${counts[victim]}`).join(', ')
  const sorted = back_ms.toSorted((a, b) => a - b)
  return [
    '',
    `${run.rounds} rounds of seed ${run.seed} in ${Math.round((performance.now() - tally.began) / 60_000)} minutes`,
    `  killed at work:        ${list(kills.work)}`,
    `  killed while starting: ${list(kills.start)}`,
    `  back after:            ${seconds(sorted.at(-1)!)} at most, ${seconds(sorted[Math.floor(sorted.length / 2)]!)} in the middle`,
    `  rows compared:         ${rows.toLocaleString('en')}, of ${businesses.length} organizations`,
    `  acknowledged:          ${acknowledged.keys.size} keys, ${acknowledged.writes.size} syncs, ${acknowledged.calls} answers; ${calls} calls on record`,
    `  syncs begun again:     ${begun_again}`,
    'Nothing lost, nothing doubled, nothing half-written.',
  ].join('\n')
}
