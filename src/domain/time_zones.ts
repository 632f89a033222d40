// Names of time zones. Temporal and PostgreSQL must both know a name, because either one decides on which day something was.

/**
 * Whether the name is one of a zone, such as America/Mexico_City. An offset such as -03:00 is none, because PostgreSQL reads its sign the
 * other way (POSIX): a day would begin six hours earlier there than here.
 */
export function is_time_zone(name: string | null | undefined): name is string {
  if (!name || /^[+-]/.test(name)) return false
  try {
    return Boolean(new Temporal.ZonedDateTime(0n, name))
  } catch {
    return false
  }
}
