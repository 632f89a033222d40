import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zone_name, zone_of } from './time_zones.ts'

test('an offset is no name of a zone, because Node and PostgreSQL read its sign in opposite ways', () => {
  const names = ['America/Mexico_City', 'america/bogota', 'Asia/Calcutta', 'Etc/GMT+3', 'UTC']
  assert.deepEqual(names.map(zone_name), ['America/Mexico_City', 'America/Bogota', 'Asia/Calcutta', 'Etc/GMT+3', 'UTC'])
  for (const other of ['-03:00', '+05:30', '-03', '+0000', 'Mars/Base', 'Z', '<-03>3', '', undefined, null])
    assert.equal(zone_name(other), undefined, String(other))
})

test('an offset of whole hours that a platform names is the zone of these days', () => {
  const given = ['-03:00', '+05', '+0000', '-1200', '+14:00', 'Europe/Kiev']
  assert.deepEqual(given.map(zone_of), ['Etc/GMT+3', 'Etc/GMT-5', 'UTC', 'Etc/GMT+12', 'Etc/GMT-14', 'Europe/Kiev'])
  for (const other of ['+05:30', '-13:00', '+15', 'UTC-3', 'GMT-5']) assert.equal(zone_of(other), undefined, other)
})

test('the zone of an offset has its days', () => {
  const noon = Temporal.Instant.from('2026-11-28T12:00:00Z')
  for (const offset of ['-03:00', '+05:00']) assert.equal(noon.toZonedDateTimeISO(zone_of(offset)!).offset, offset)
})
