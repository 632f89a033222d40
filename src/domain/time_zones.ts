// Names of time zones. Node and PostgreSQL both compute days with them, so a name must mean the same zone in both.

const HOUR_MIN = 60

/** The IANA name, in its own spelling. Undefined: it is no such name. */
export function zone_name(given: string | null | undefined): string | undefined {
  // Node reads '-03:00' as west of Greenwich, and PostgreSQL as east of it (POSIX).
  if (!given || !/^[a-z]/i.test(given)) return undefined
  try {
    return new Temporal.ZonedDateTime(0n, given).timeZoneId
  } catch {
    return undefined
  }
}

/** The zone with an offset of whole hours. Its IANA name has the opposite sign. Undefined: there is none. */
export function zone_of_hours(hours: number): string | undefined {
  if (hours === 0) return 'UTC'
  return zone_name(`Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`)
}

/** The zone that a platform names. An offset of whole hours has a zone of the same days. Undefined: it is not known. */
export function zone_of(given: string | null | undefined): string | undefined {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(given ?? '') ?? []
  if (!hours) return zone_name(given)
  return zone_of_hours(((sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MIN + Number(minutes))) / HOUR_MIN)
}
