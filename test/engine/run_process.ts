// A process with the tools of the run tests: node run_process.ts <database url> <role> <points at which it blocks>.
// The first line is its address. Every other line is a point that the work reached.
import { silent_log } from '#lib/log.ts'
import { hooks, run_fixtures } from '#test/run_area.ts'
import { unlimited } from '#test/unlimited.ts'
import { place_of } from '../../scripts/disposable_postgres.ts'
import { create_app } from '../../src/app.ts'

const [, , database_url, role, ...blocks_at] = process.argv
hooks.reach = async (point, text) => {
  console.log(`${point}: ${text}`)
  // The text of a run is the point at which it blocks.
  if (blocks_at.includes(point) && text === point) await new Promise(() => {})
}
const app = await create_app({
  config: {
    base_url: 'http://127.0.0.1:0',
    database_pool: 10,
    master_key: Buffer.from(process.env.MASTER_KEY!, 'base64'),
    role: role as 'api' | 'worker',
    fx_rates_url: undefined,
    sandbox_url: undefined,
  },
  database: place_of(database_url!),
  log: silent_log(),
  parts: { areas: unlimited({ run_fixtures }), connectors: {} },
})
console.log(await app.start({ host: '127.0.0.1', port: 0 }))
