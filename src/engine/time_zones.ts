// Time zones as the database knows them. Its names can be fewer than Node's: Debian 13 has the earlier ones in a package of its own.
// On a cluster the coordinator decides. Its workers also evaluate zones, so their time zone data must be the same.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import { nearest_of, shortened } from '#domain/nearest.ts'
import { zone_name, zone_of } from '#domain/time_zones.ts'
import { refuse } from '#engine/outcomes.ts'

/** The names that mean the same zone in Node. PostgreSQL reads names such as CET as an offset without summer time. */
export async function read_zone_names(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_timezone_names
    where name = 'UTC' or not exists (select from pg_timezone_abbrevs where abbrev = upper(name))`.execute(db)
  return rows.flatMap(({ name }) => (zone_name(name) ? [name] : []))
}

/** Reading them takes 25 ms, and they change only with the software of the server. */
let known_names: Promise<string[]> | undefined
function names_of(db: Database): Promise<string[]> {
  known_names ??= read_zone_names(db).catch((error: unknown) => {
    known_names = undefined
    throw error
  })
  return known_names
}

/** The name that the database knows for the zone. Undefined: it knows none. */
function known_name(name: string, names: readonly string[]): string | undefined {
  if (names.includes(name)) return name
  const zone = new Temporal.ZonedDateTime(0n, name)
  const same = names.filter((other) => zone.equals(new Temporal.ZonedDateTime(0n, other)))
  const usual = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  return [usual, nearest_of(name, same)].find((other) => other && same.includes(other)) ?? same[0]
}

/** The zone of an organization, under a name that the database knows. */
export async function checked_zone(
  db: Database,
  given: string,
  of: typeof read_zone_names = names_of,
): Promise<string> {
  const names = await of(db)
  const name = zone_name(given)
  const known = name && known_name(name, names)
  if (known) return known
  const meant = nearest_of(given, [...new Set([...names, ...Intl.supportedValuesOf('timeZone')])])
  const near = (meant && known_name(meant, names)) ?? 'America/Mexico_City'
  const fault = name ? 'is not known to the database' : 'is no time zone'
  return refuse(`'${shortened(given)}' ${fault}; use an IANA name, for example ${near}.`)
}

/** Zones that platforms name, each under a name that the database knows. Zones that are not known are absent. */
export async function zones_of_accounts(
  db: Database,
  given: readonly string[],
  of: typeof read_zone_names = names_of,
): Promise<Map<string, string>> {
  const names = await of(db)
  return new Map(
    given.flatMap((one) => {
      const name = zone_of(one)
      const known = name && known_name(name, names)
      return known ? [[one, known] as const] : []
    }),
  )
}
