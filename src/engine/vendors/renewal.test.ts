// What a refusal of a renewal means, by the words of platforms.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Connector, VendorAnswer } from '#engine/connector.ts'
import type { VendorRefusal } from '#engine/vendors/refusal.ts'
import { renew } from '#engine/vendors/renewal.ts'
import { oauth2 } from '#engine/vendors/vendor_auth.ts'

const auth = oauth2({ token_url: 'https://vendor.example/token' })
const stored = { client_id: 'app', client_secret: 'secret', refresh_token: 'first' }

/** How the renewal ends, and how often the platform was asked. */
async function end_of(answer: VendorAnswer | Error) {
  let asked = 0
  const renewed = renew({
    connector: { title: 'Ads', auth, api: {} } as Connector,
    stored,
    request: auth.refresh!.request(stored, {})!,
    send: async () => {
      asked += 1
      return answer
    },
    clean: (reason) => reason,
    clock: { now: () => new Date('2026-11-20T00:00:00Z'), sleep: async () => {} },
    signal: new AbortController().signal,
  })
  const end = await renewed.then(
    () => 'renewed',
    (error: VendorRefusal) => `${error.kind}: ${error.message}`,
  )
  return [end, asked]
}

const said = (status: number, body: unknown): VendorAnswer => ({ status, headers: {}, body })

test('the platform’s own words that the grant has ended ask for a person', async () => {
  const ended = ['revoked: Ads refused to renew the token. Connect it again.', 1]
  for (const error of ['invalid_grant', 'unauthorized_client', 'invalid_request'])
    for (const status of [400, 401]) assert.deepEqual(await end_of(said(status, { error })), ended, error)
})

test('a fault of the platform, of a firewall or of the way there is tried again, and no person is asked for', async () => {
  const passing: [VendorAnswer | Error, string][] = [
    [said(400, { error: 'internal_failure' }), 'status 400.'],
    [said(400, { error: 'invalid_request', error_description: 'temporarily_unavailable' }), 'status 400.'],
    [said(403, { error: 'rate_limit_exceeded' }), 'status 403.'],
    [said(403, { message: 'forbidden', blocked_by: 'PolicyAgent' }), 'status 403.'],
    [said(401, undefined), ''],
    [said(400, ''), 'status 400.'],
    [said(404, { error: 'not_found' }), 'status 404.'],
    [new Error('broken'), 'the connection broke.'],
  ]
  for (const [answer, reason] of passing) {
    const [end, asked] = await end_of(answer)
    assert.equal(end, `unavailable: Ads did not renew the token${reason ? `: ${reason}` : '.'}`)
    assert.equal(asked, 3)
  }
})

test('a refusal of the app asks its operator', async () => {
  const refused = [
    said(401, { error: 'invalid_client' }),
    said(401, { error: 'disabled_client' }),
    said(400, { error: 'unauthorized_application' }),
    said(400, { error: { code: 101, message: 'Error validating application. Cannot get application info.' } }),
  ]
  for (const answer of refused)
    assert.match(String((await end_of(answer))[0]), /^refused: Ads no longer accepts the app/)
})
