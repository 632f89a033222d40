import { zone_of } from '#domain/time_zones.ts'
import { today_in } from '#domain/windows.ts'

/** The day of an instant in a zone. Undefined: one of them is not known. */
export function day_of(instant: string | null | undefined, zone: string | null | undefined): string | undefined {
  const known = zone_of(zone)
  return instant && known ? today_in(known, new Date(instant)) : undefined
}
