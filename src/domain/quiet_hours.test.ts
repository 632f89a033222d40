import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type QuietHours, quiet_until } from '#domain/quiet_hours.ts'
import { DAY_MS, MINUTE_MS } from '#lib/durations.ts'

/** Zones with clock changes at midnight, at two, of half an hour, in both hemispheres. */
const zones = [
  'America/Santiago',
  'America/Nuuk',
  'Asia/Beirut',
  'Atlantic/Azores',
  'America/New_York',
  'America/Havana',
  'America/St_Johns',
  'Europe/Madrid',
  'Europe/Lisbon',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
]
const hours: QuietHours[] = [
  { from: '22:00', to: '07:30' },
  { from: '23:30', to: '00:30' },
  { from: '01:15', to: '02:45' },
  { from: '00:30', to: '22:00' },
  { from: '13:00', to: '14:00' },
]

/** Minutes of the night that begins on a day, counted one by one. */
function quiet_minutes(day: string, zone: string, quiet: QuietHours): number {
  let minutes = 0
  const noon = Temporal.PlainDateTime.from(`${day}T12:00`).toZonedDateTime(zone).epochMilliseconds
  for (let at = noon; at < noon + DAY_MS; at += MINUTE_MS) if (quiet_until(new Date(at), zone, quiet)) minutes += 1
  return minutes
}

/** Changes of the clock in 2026. */
function changes_of(zone: string): number[] {
  const found: number[] = []
  let at = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`).getTimeZoneTransition('next')
  while (at && at.year === 2026) {
    found.push(at.epochMilliseconds)
    at = at.getTimeZoneTransition('next')
  }
  return found
}

suite('quiet hours', () => {
  const night = hours[0]!

  test('last as long as the clocks say, also in nights in which they change', () => {
    assert.equal(quiet_minutes('2026-04-04', 'America/Santiago', night), 630)
    assert.equal(quiet_minutes('2026-09-05', 'America/Santiago', night), 510)
    assert.equal(quiet_minutes('2026-06-10', 'America/Santiago', night), 570)
    assert.equal(quiet_minutes('2026-03-28', 'Europe/Madrid', night), 510)
  })

  test('are over where they say, and not before they begin', () => {
    const at = (text: string) => quiet_until(new Date(text), 'America/Mexico_City', night)
    assert.equal(at('2026-05-02T03:59:59Z'), undefined)
    assert.equal(at('2026-05-02T04:00:00Z')?.toISOString(), '2026-05-02T13:30:00.000Z')
    assert.equal(at('2026-05-02T13:30:00Z'), undefined)
  })

  for (const zone of zones)
    test(`hold everything that the wall clock of ${zone} puts inside, and nothing for longer than a day, around both clock changes`, () => {
      assert.equal(changes_of(zone).length, 2)
      const days = [...changes_of(zone), Date.parse('2026-06-15T12:00:00Z')]
      for (const quiet of hours)
        for (const change of days)
          for (let ms = change - DAY_MS; ms < change + DAY_MS; ms += 7 * MINUTE_MS) {
            const wall = Temporal.Instant.fromEpochMilliseconds(ms)
              .toZonedDateTimeISO(zone)
              .toPlainTime()
              .toString()
              .slice(0, 5)
            const { from, to } = quiet
            const is_inside = from < to ? from <= wall && wall < to : from <= wall || wall < to
            const until = quiet_until(new Date(ms), zone, quiet)
            if (is_inside) assert.ok(until, `${wall} on ${new Date(ms).toISOString()} is not quiet`)
            if (!until) continue
            assert.ok(until.getTime() > ms && until.getTime() - ms <= 26 * 3_600_000)
            assert.equal(quiet_until(until, zone, quiet), undefined, 'the end is inside')
          }
    })
})
