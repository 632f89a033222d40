// Vendors say in different ways when an access ends. Each end must be known from the day of the sign-in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { sign_ins } from '#connectors/sign_ins.ts'
import { read_tokens } from '#engine/connector/sign_in_answers.ts'

const NOW = new Date('2026-11-20T18:00:00Z')
const DAY_S = 86_400
/** Seconds of Google's consent screens in testing, and of LinkedIn's refresh tokens (read 2026-11). */
const ENDS_S = { gx_ads: 7, gx_analytics: 7, merchant_feed: 7, seo_console: 7, net_c: 365, net_c_ads: 365 }

for (const [platform, days] of Object.entries(ENDS_S))
  test(`${platform}: the answer of the sign-in says when the access ends`, () => {
    const sign_in = sign_ins[platform]
    assert.ok(sign_in?.kind === 'oauth2')
    const body = {
      access_token: 'a',
      refresh_token: 'r',
      expires_in: 3600,
      refresh_token_expires_in: days * DAY_S,
    }
    const { ends_at } = (sign_in.read ?? read_tokens)(body, NOW, new URLSearchParams())
    assert.equal(ends_at, new Date(NOW.getTime() + days * DAY_S * 1000).toISOString())
  })

test('mpb_sp: the access ends 365 days after the consent, although no answer says so', () => {
  const sign_in = sign_ins.mpb_sp
  assert.ok(sign_in?.kind === 'oauth2')
  assert.equal(sign_in.ends_after_days, 365)
})

test('mpa: the access ends 120 days after its last renewal, although no answer says so', () => {
  assert.equal(connectors.mpa!.auth.refresh!.ends_unused_after_days, 120)
})
