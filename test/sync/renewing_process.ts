// A process that asks the platform again and again in the name of many connections, so that their tokens are renewed all the time:
// node renewing_process.ts <database url> <address of the platform> <connections as JSON>. Its lines say how calls ended.

import { z } from 'zod'
import { mpa } from '#connectors/mpa/index.ts'
import { open_pool } from '#db/pool.ts'
import { create_engine } from '#engine/engine.ts'
import { api_of } from '#engine/sync/connected.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import type { ConnectionPlace } from '#engine/vendors/secrets.ts'
import { silent_log } from '#lib/log.ts'
import { TEST_KEY } from '#test/database.ts'
import { place_of } from '../../scripts/disposable_postgres.ts'

const [database_url = '', sandbox_url = '', connections = '[]'] = process.argv.slice(2)
const places = JSON.parse(connections) as ConnectionPlace[]
const pool = open_pool(place_of(database_url), { max: 4 }).worker
const engine = await create_engine({
  ...{ pool, log: silent_log(), areas: {}, jobs: {}, base_url: 'http://tablero.test' },
  ...{ master_key: TEST_KEY, sandbox_url, connectors: { mpa } },
})
const signal = new AbortController().signal
const unlimited = { take: async () => 0, wait: async () => 0, pause: async () => {} }
const of = { connector: mpa, platform: 'mpa', settings: {} }
console.log(JSON.stringify({ ready: true }))
while (places.length > 0) {
  const place = places[Math.floor(Math.random() * places.length)]!
  const api = api_of({ ...engine, budgets: unlimited }, { ...place, signal }, of)
  const end = await api.call({ path: '/users/me', schema: z.object({ ok: z.literal(true) }) }).then(
    () => 'answered',
    (error) => (error instanceof VendorRefusal ? error.kind : Promise.reject(error)),
  )
  console.log(JSON.stringify({ connection_id: place.connection_id, end }))
  // Nobody uses a connection that has to be connected again.
  if (end === 'revoked') places.splice(places.indexOf(place), 1)
}
