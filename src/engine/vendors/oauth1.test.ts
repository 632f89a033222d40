import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorization } from './oauth1.ts'

// The example that X publishes for signatures. Its parameters are in the address here, which gives the same signature.
const keys = {
  consumer_key: 'xvz1evFS4wEEPTGEFPHBog',
  consumer_secret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
  access_token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
  access_token_secret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
}
const request = {
  method: 'POST',
  url: `https://api.x.com/1.1/statuses/update.json?include_entities=true&status=${encodeURIComponent('Hello Ladies + Gentlemen, a signed OAuth request!')}`,
  at: new Date(1_318_622_958_000),
}
const NONCE = 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg'

test("the vendor's example has the published signature", () => {
  const header = authorization(keys, { ...request, url: request.url.replace('api.x.com', 'api.twitter.com') }, NONCE)
  assert.match(header, /^OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", oauth_nonce="/)
  assert.match(header, /oauth_signature="hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D"$/)
})

test('every parameter, the address and the time change the signature, and a nonce is used once', () => {
  const signature = (more: Partial<typeof request>) => authorization(keys, { ...request, ...more }, NONCE)
  const all = [
    signature({}),
    signature({ url: request.url.replace('true', 'false') }),
    signature({ url: request.url.replace('/1.1/', '/2/') }),
    signature({ method: 'GET' }),
    signature({ at: new Date(0) }),
  ]
  assert.equal(new Set(all).size, all.length)
  assert.notEqual(authorization(keys, request), authorization(keys, request))
})
