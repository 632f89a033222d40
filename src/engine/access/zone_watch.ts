// Compares the rules of the time zones in use. Node and the database each have time zone data of their own, and one can be older: its
// days of a country that changed its rules then begin an hour apart. On a cluster only the coordinator is asked.
import { sql } from 'kysely'
import { in_system } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { zone_name } from '#domain/time_zones.ts'
import type { Clock } from '#lib/clock.ts'
import { DAY_MS, HOUR_MS } from '#lib/durations.ts'
import type { Log } from '#lib/log.ts'

/** Zones are set while a process runs, so that one look at its start is not enough. */
const EVERY_MS = HOUR_MS
/** Before and after now. Countries change when their summer time begins and ends, and a week apart is seen too. */
export const COMPARED_DAYS = 2 * 365
const STEP_DAYS = 7

interface Parts {
  pool: Pool
  clock: Clock
  log: Log
}

interface InUse {
  time_zone: string
  /** Seconds east of Greenwich at each instant. Null: the database does not know the zone. */
  offsets_s: number[] | null
}

/** A sentence about zones in use that Node and the database do not read alike. Undefined: there are none. */
export async function fault_of_zones({ pool, clock }: Omit<Parts, 'log'>): Promise<string | undefined> {
  const now_ms = clock.now().getTime()
  const steps = Array.from({ length: (2 * COMPARED_DAYS) / STEP_DAYS + 1 }, (_, step) => step * STEP_DAYS)
  const instants = steps.map((days) => new Date(now_ms + (days - COMPARED_DAYS) * DAY_MS).toISOString())
  const unknown: string[] = []
  const different: string[] = []
  for (const { time_zone, offsets_s } of await read_zones(pool, instants)) {
    if (!offsets_s || !zone_name(time_zone)) unknown.push(time_zone)
    else {
      const first = instants.find((instant, at) => offset_s(instant, time_zone) !== offsets_s[at])
      if (first) different.push(`${time_zone} (from ${first.slice(0, 'YYYY-MM-DD'.length)})`)
    }
  }
  const faults = [
    unknown.length > 0 && `The database does not know time zones that are in use: ${unknown.join(', ')}.`,
    different.length > 0 &&
      `The database and Tablero read the rules of time zones differently: ${different.join(', ')}. Update the time zone data of the older one.`,
  ]
  return faults.filter(Boolean).join(' ') || undefined
}

const offset_s = (instant: string, time_zone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(time_zone).offsetNanoseconds / 1e9

/** Only a zone that the database knows is evaluated there, because another one fails the statement. */
async function read_zones(pool: Pool, instants: readonly string[]): Promise<InUse[]> {
  const { rows } = await in_system(pool, (db) =>
    sql<InUse>`
      with used as materialized (
        select time_zone from orgs where ended_at is null
        union select time_zone from connection_accounts where state = 'read'),
      known as materialized (select lower(name) as name from pg_timezone_names)
      select u.time_zone, case when k.name is not null then (
          select array_agg(extract(epoch from (i.at at time zone u.time_zone) - (i.at at time zone 'UTC'))::int order by i.at)
          from unnest(${instants}::timestamptz[]) as i(at)) end as offsets_s
      from used u left join known k on k.name = lower(u.time_zone)
      order by u.time_zone`.execute(db),
  )
  return rows
}

/** Looks now and every hour, in the background. A change is logged, and `/readyz` repeats the present sentence. */
export class ZoneWatch {
  readonly #parts: Parts
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  fault: string | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    const look = () => {
      this.#looking = this.#look()
    }
    clearInterval(this.#timer)
    this.#timer = setInterval(look, EVERY_MS).unref()
    look()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  async #look(): Promise<void> {
    const { log } = this.#parts
    try {
      const fault = await fault_of_zones(this.#parts)
      if (fault && fault !== this.fault) log.warn(fault)
      this.fault = fault
    } catch (error) {
      log.warn(
        { err: error },
        'the time zones in use could not be compared with those of the database; it is tried again',
      )
    }
  }
}
