// Measures whole syncs of a platform's rows: read over HTTP, staged, compared, merged.
import { setTimeout as sleep } from 'node:timers/promises'
import { type FastifyInstance, fastify } from 'fastify'
import { request } from 'undici'
import { forget_rates, type Place } from './database.ts'
import type { Server } from './side.ts'
import { type Both, for_both, type Measure } from './turns.ts'

const PLATFORM = 'seo_console'
const SITE = 'https://shop.test/'
/** A sync reads this number of days again, including today. All days have the same number of rows. */
const DAYS = 8
const QUERIES = 2_500
const ROWS = DAYS * QUERIES
/** One row in this number of rows is restated. */
const RESTATED_EACH = 10
const DAY_MS = 86_400_000
const POLL_MS = 20
const SYNC_MS_MAX = 120_000

/** The simulated platform: searches of a site, by day and query. */
export class Platform {
  #restated = 0
  readonly #server: FastifyInstance = fastify({ logger: false, bodyLimit: 2 ** 20 })

  async listen(): Promise<string> {
    this.#server.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    this.#server.post('*', async ({ url, body }) => {
      if (url.endsWith('/token')) return { access_token: 'bench', expires_in: 86_400 }
      const { dimensions, startDate, endDate } = body as { dimensions: string[]; startDate: string; endDate: string }
      if (!dimensions.includes('QUERY')) return {}
      const days = last_days().filter((day) => day >= startDate && day <= endDate)
      return days.length > 0 ? { rows: days.flatMap((day) => this.#rows(day)) } : {}
    })
    return this.#server.listen({ host: '127.0.0.1', port: 0 })
  }

  close = () => this.#server.close()

  restate(): void {
    this.#restated += 1
  }

  #rows(day: string) {
    return Array.from({ length: QUERIES }, (_, n) => ({
      keys: [day, `query ${n}`],
      clicks: 10 + (n % RESTATED_EACH === 0 ? this.#restated : 0),
      impressions: 1_000,
      position: 3.5,
    }))
  }
}

/** The last days in the platform's time zone, where days start later than here. */
function last_days(): string[] {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })
  return Array.from({ length: DAYS }, (_, n) => day.format(Date.now() - n * DAY_MS))
}

export async function measure_merge(
  places: Both<Place>,
  platform: Platform,
  measured: (measures: Measure[]) => Promise<void>,
): Promise<void> {
  const servers: Server[] = []
  try {
    const started = await for_both(async (name) => {
      await connect(places[name])
      const server = await places[name].side.serve('all')
      servers.push(server)
      await sync(places[name], server) // the first sync reads the history
      server.pause()
      return server
    })
    const kinds: [what: string, prepare: (place: Place) => unknown][] = [
      ['Sync, rows that are new', ({ pool }) => pool.query('delete from seo_query_daily')],
      ['Sync, rows read again and unchanged', () => {}],
      ['Sync, one row in ten restated', () => platform.restate()],
    ]
    await measured(
      kinds.map(([what, prepare]) => async (name) => {
        await prepare(places[name])
        await places[name].pool.query('vacuum analyze seo_query_daily') // removes dead rows of earlier merges
        started[name].resume()
        const seconds = await sync(places[name], started[name])
        started[name].pause()
        return [{ what, unit: 'rows/s', value: ROWS / seconds }]
      }),
    )
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function connect({ side, pool }: Place): Promise<void> {
  // Stores today's exchange rates, so that no job fetches them during the measurement.
  await pool.query(
    `insert into fx_rates (currency, date, per_eur, rate_date) values ('USD', current_date, 1, current_date)`,
  )
  const settings = JSON.stringify({ account_ids: [SITE] })
  const secrets = JSON.stringify({ client_id: 'bench', client_secret: 'bench', refresh_token: 'bench' })
  await side.operate('connection', 'add', PLATFORM, '--settings', settings, '--secrets', secrets)
}

/** Seconds between the start and the end of a sync, from the side's own record. */
async function sync(place: Place, { address }: Server): Promise<number> {
  await forget_rates(place)
  const { statusCode, body } = await request(`${address}/api/v1/trigger_sync`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${place.first.key}` },
    body: JSON.stringify({ platform: PLATFORM }),
  })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`trigger_sync answered ${statusCode}: ${text.slice(0, 300)}`)
  const deadline = performance.now() + SYNC_MS_MAX
  while (performance.now() < deadline) {
    const { rows } = await place.pool.query(
      `select state, error, extract(epoch from finished_at - started_at)::float as seconds
       from sync_runs order by created_at desc limit 1`,
    )
    const [{ state, error, seconds }] = rows
    if (state === 'succeeded') {
      await check_rows(place)
      return seconds
    }
    if (state === 'failed') throw new Error(`A sync failed: ${error}`)
    await sleep(POLL_MS)
  }
  throw new Error(`A sync did not end within ${SYNC_MS_MAX / 1000} s.`)
}

/** Fails if a sync stored a wrong number of rows, because its time would be wrong too. */
async function check_rows({ pool }: Place): Promise<void> {
  const { rows } = await pool.query<{ stored: number }>('select count(*)::int as stored from seo_query_daily')
  if (rows[0]!.stored !== ROWS) throw new Error(`After a sync there are ${rows[0]!.stored} rows instead of ${ROWS}.`)
}
