import { is_time_zone } from '#domain/time_zones.ts'
import { today_in } from '#domain/windows.ts'

/** The day of an instant in a zone. Undefined: one of them is not known. */
export const day_of = (instant: string | null | undefined, zone: string | null | undefined): string | undefined =>
  instant && is_time_zone(zone) ? today_in(zone, new Date(instant)) : undefined
