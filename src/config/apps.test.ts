import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read_apps } from './apps.ts'

function read(variables: Record<string, string>) {
  const faults: string[] = []
  return { apps: read_apps((name) => variables[name], faults), faults }
}

test('values of apps are read by platform, and what an operator states of them is checked', () => {
  const stated = { APP_GX_ADS_DEVELOPER_TOKEN: 'token', APP_GX_ADS_ACCESS_LEVEL: 'standard' }
  assert.deepEqual(read(stated), {
    apps: { gx_ads: { developer_token: 'token', access_level: 'standard' } },
    faults: [],
  })
  assert.deepEqual(read({ APP_GX_ADS_ACCESS_LEVEL: 'premium', APP_MPA_SECRET_ENDS: 'soon' }).faults, [
    'APP_GX_ADS_ACCESS_LEVEL must be basic or standard.',
    'APP_MPA_SECRET_ENDS must be a date, YYYY-MM-DD.',
  ])
})
