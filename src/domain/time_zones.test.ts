import assert from 'node:assert/strict'
import { test } from 'node:test'
import { is_time_zone } from '#domain/time_zones.ts'

test('a zone has a name, and an offset is none', () => {
  for (const name of ['America/Mexico_City', 'UTC', 'Etc/GMT+3', 'Asia/Kolkata']) assert.ok(is_time_zone(name), name)
  for (const name of ['-03:00', '+0530', '+05:30', 'Mars/Base', '', null, undefined])
    assert.ok(!is_time_zone(name), `${name}`)
})
