import { today_in } from '#domain/windows.ts'

/** Whether the name is an IANA time zone, which decides the days of an account. */
export function is_time_zone(name: string | null | undefined): name is string {
  if (!name) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The day of an instant in a zone. Undefined: one of them is not known. */
export const day_of = (instant: string | null | undefined, zone: string | null | undefined): string | undefined =>
  instant && is_time_zone(zone) ? today_in(zone, new Date(instant)) : undefined
