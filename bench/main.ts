// npm run bench [-- --no-write]: what Tablero adds to the work itself, as ratios within one run, because seconds belong to a
// machine. Takes about a minute; speaks to nothing but this machine. Writes docs/benchmarks.md.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { open_pool } from '#db/pool.ts'
import { disposable_postgres, migrated_database } from '../scripts/disposable_postgres.ts'
import { measure_calls } from './calls.ts'
import type { Measured } from './measured.ts'
import { measure_merge } from './merge.ts'
import { measure_start } from './start.ts'
import { make_orgs } from './world.ts'

const PAGE = join(import.meta.dirname, '../docs/benchmarks.md')
const ORGS = 20

async function measure(): Promise<Measured[]> {
  const server = await disposable_postgres()
  try {
    const database = await migrated_database(server, 'bench')
    const pool = open_pool(database.url)
    try {
      const orgs = await make_orgs(pool, ORGS)
      const calls = await measure_calls(database.url, pool, orgs)
      const merges = await measure_merge(pool, orgs[0]!)
      return [...calls, ...merges, await measure_start()]
    } finally {
      await pool.end()
      await database.drop()
    }
  } finally {
    await server.stop()
  }
}

function print(measured: Measured[]) {
  const rows = measured.map(({ what, base, ours, ratio, against }) => [what, base, ours, ratio.toFixed(2), against])
  const table = [['What', 'base', 'Tablero', 'ratio', 'base is'], ...rows]
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
}

const page = (measured: Measured[]) => `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}. Each ratio is Tablero over its base, both measured in turns
within one run on one machine; seconds would say more about the machine. For rates more is better, for the start less is.

| What | Measured against | Ratio |
|---|---|---|
${measured.map(({ what, against, ratio }) => `| ${what} | ${against} | ${ratio.toFixed(2)} |`).join('\n')}

A call costs what the bare handler does not do: who calls and for whom, the turn (a transaction of its own), input and result held
to their schemas, the record of the call. The smaller the answer, the more that weighs. A merge costs the comparison with what is
stored: what did not change is not written again, and what did is logged.
`

const { values } = parseArgs({ allowNegative: true, options: { write: { type: 'boolean', default: true } } })
const measured = await measure()
print(measured)
if (values.write) await writeFile(PAGE, page(measured))
