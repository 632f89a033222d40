import assert from 'node:assert/strict'
import { test } from 'node:test'
import { no_platform, platforms_called } from '#domain/platform_names.ts'
import { platform_keys } from '#domain/platforms.ts'

test('a key and a name of one platform mean this platform', () => {
  for (const key of platform_keys) assert.deepEqual(platforms_called(key), [key])
  const called: Record<string, string> = {
    shopify: 'sx',
    TikTok: 'tx_ads',
    mailchimp: 'email_b',
    mercadolibre: 'mpa',
    'Mercado Libre': 'mpa',
    woocommerce: 'store_c',
    klaviyo: 'email_a',
    clarity: 'heat_a',
    ga4: 'gx_analytics',
    twitter: 'net_d_ads',
    facebook: 'mx_ads',
    instagram: 'social_a',
    'google ads': 'gx_ads',
    'google-ads': 'gx_ads',
    mx: 'mx_ads',
    gx4: 'gx_analytics',
    mpb: 'mpb_sp',
  }
  for (const [name, key] of Object.entries(called)) assert.deepEqual(platforms_called(name), [key], name)
})

test('a name of several platforms means none of them alone', () => {
  assert.deepEqual(platforms_called('meta'), ['mx_ads', 'social_a'])
  assert.deepEqual(platforms_called('Amazon'), ['mpb_sp', 'mpb_ads'])
  assert.equal(no_platform('meta'), `'meta' can be mx_ads (Meta Ads) or social_a (Instagram); name one of these keys.`)
})

test('a typo gets a suggestion, and another word gets none', () => {
  assert.match(
    no_platform('shopfy'),
    /^'shopfy' is no platform key; did you mean sx \(Shopify\)\? Keys: gx_ads \(Google Ads\), /,
  )
  assert.match(no_platform('gx_ad'), /did you mean gx_ads \(Google Ads\)\?/)
  for (const other of ['hubspot', 'pinterest', 'ebay', 'stripe', 'nowhere', '', '!'])
    assert.doesNotMatch(no_platform(other), /did you mean/, other)
  assert.match(no_platform('hubspot'), /^'hubspot' is no platform key\. Keys: /)
})
