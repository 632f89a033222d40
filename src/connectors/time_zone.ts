/** Whether the name is an IANA time zone, which decides the days of an account. */
export function is_time_zone(name: string | null | undefined): name is string {
  if (!name) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
