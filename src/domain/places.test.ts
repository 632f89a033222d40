import assert from 'node:assert/strict'
import { test } from 'node:test'
import { country_of, device_of } from '#domain/places.ts'

test('a country has one spelling, whatever code a platform uses', () => {
  const given = ['MX', 'mx', 'mex', 'ESP', 'xkk', 'zzz', '', '(not set)', '(other)', 'QQQ']
  const expected = ['MX', 'MX', 'MX', 'ES', 'XK', '(not set)', '(not set)', '(not set)', '(other)', 'QQQ']
  assert.deepEqual(given.map(country_of), expected)
})

test('a device is one of five kinds, or a group of the platform', () => {
  const given = ['DESKTOP', 'mobile', 'android_tablet', 'smart tv', 'CONNECTED_TV', 'toaster', 'constructor', '(other)']
  const expected = ['desktop', 'mobile', 'tablet', 'tv', 'tv', 'other', 'other', '(other)']
  assert.deepEqual(given.map(device_of), expected)
})
