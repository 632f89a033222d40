// A short run of kill.ts with a new seed each time. KILLS=50 makes it longer. The full run is: npx node test/faults/kill.ts --rounds 200
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { run_script } from '#test/script.ts'

const ROUNDS = Number(process.env.KILLS ?? 4)
const SEED_MAX = 1_000_000
const server = process.env.TEST_DATABASE_URL

test(`killed ${ROUNDS} times with ${server ? 'an outside' : 'its own'} PostgreSQL, Tablero loses nothing and recovers`, async (context) => {
  const args = ['--rounds', String(ROUNDS), '--seed', String(randomInt(SEED_MAX))]
  const { code, output } = await run_script(join(import.meta.dirname, 'kill.ts'), [
    ...args,
    ...(server ? ['--database-url', server] : []),
  ])
  context.diagnostic(`npx node test/faults/kill.ts ${args.join(' ')}`)
  assert.equal(code, 0, output)
  assert.match(output, /No write was lost, duplicated/)
})
