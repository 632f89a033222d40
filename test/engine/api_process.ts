// An API process with the tools of the tests: node api_process.ts <database url>. Its first line is its address.
import { silent_log } from '#lib/log.ts'
import { fixtures } from '#test/fixture_area.ts'
import { unlimited } from '#test/unlimited.ts'
import { summary } from '#tools/summary/index.ts'
import { place_of } from '../../scripts/disposable_postgres.ts'
import { create_app } from '../../src/app.ts'

const app = await create_app({
  config: {
    base_url: 'http://127.0.0.1:0',
    database_pool: 5,
    master_key: Buffer.alloc(32, 7),
    role: 'api',
    fx_rates_url: undefined,
    sandbox_url: undefined,
  },
  database: place_of(process.argv[2]!),
  log: silent_log(),
  parts: { areas: unlimited({ fixtures, summary }), connectors: {} },
})
console.log(await app.start({ host: '127.0.0.1', port: 0 }))
