// Hours without notifications, by local time: from 22:00 until the next 07:30, however long the night of a clock change is.

export interface QuietHours {
  /** HH:MM */
  from: string
  /** HH:MM. Earlier than `from`: on the next day. */
  to: string
}

/** The end of the quiet hours that contain the instant. Undefined: it is not in them. */
export function quiet_until(now: Date, time_zone: string, { from, to }: QuietHours): Date | undefined {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  const today = instant.toZonedDateTimeISO(time_zone).toPlainDate()
  for (const day of [today.subtract({ days: 1 }), today]) {
    const start = moment_of(day, from, time_zone, 'earlier')
    const end = moment_of(from < to ? day : day.add({ days: 1 }), to, time_zone, 'later')
    if (Temporal.Instant.compare(start, instant) <= 0 && Temporal.Instant.compare(instant, end) < 0)
      return new Date(end.epochMilliseconds)
  }
  return undefined
}

/** A time that the clocks show twice: the one that makes the quiet hours longer. One that they leave out: when they are changed. */
function moment_of(day: Temporal.PlainDate, time: string, time_zone: string, disambiguation: 'earlier' | 'later') {
  const wanted = day.toPlainDateTime(time)
  const found = wanted.toZonedDateTime(time_zone, { disambiguation })
  if (found.toPlainDateTime().equals(wanted)) return found.toInstant()
  const before = wanted.toZonedDateTime(time_zone, { disambiguation: 'earlier' })
  return before.getTimeZoneTransition('next')!.toInstant()
}
