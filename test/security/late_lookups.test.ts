// Name servers that are asked which addresses a host has, and say nothing.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { check_address } from '#engine/outbound_webhooks/address.ts'
import { create_outbound, LookupLate, type Outbound } from '#engine/vendors/outbound.ts'
import { check_page } from '#tools/analytics/page_address.ts'

suite('a check of an address whose name servers say nothing', () => {
  const url = 'https://slow.test/'
  const late = { lookup_ms: 100 }
  /** A check that waits longer has no limit. */
  const timeout = 10_000
  const silent = () => {}

  test('ends with an error that names the host and the wait', { timeout }, async () => {
    const lost = create_outbound({ resolve: silent })
    await assert.rejects(lost.check(url, late), (error: Error) => {
      assert.ok(error instanceof LookupLate)
      assert.equal(error.message, 'name servers did not find the address of slow.test within 0.1 seconds')
      return true
    })
    await lost.close()
  })

  test('allows it with a sandbox, as one that does not exist', { timeout }, async () => {
    const sandboxed = create_outbound({ sandbox_url: 'http://127.0.0.1:9', resolve: silent })
    assert.equal((await sandboxed.check(url, late)).href, url)
    await sandboxed.close()
  })

  test('refuses a webhook and a page in words that say what was late', { timeout }, async () => {
    const lost = create_outbound({ resolve: silent })
    const soon: Outbound = { ...lost, check: (address) => lost.check(address, late) }
    const webhook = check_address(soon, 'url', url)
    await assert.rejects(
      webhook,
      /^Refusal: url names a host that could not be looked up within 3 seconds\. Try again\.$/,
    )
    const page = check_page(url, soon, AbortSignal.timeout(timeout))
    await assert.rejects(page, /cannot be scanned: name servers did not find .* within 0\.1 seconds\. Try again\.$/)
    await lost.close()
  })
})
