// Checks the requests to PageSpeed Insights, and the sandbox's answers, against Google's discovery document, and maps a recorded answer.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { OutboundAnswer } from '#engine/vendors/outbound.ts'
import { create_sandbox } from '../../sandbox/server.ts'
import { pagescore, pagespeed_key } from '../../sandbox/vendors/pagescore.ts'
import { scan_by_pagespeed } from '../../src/tools/analytics/scan/pagespeed.ts'
import { type Discovery, type Exchange, read_discovery } from './discovery.ts'
import { airbyte_records, contract_file, without_contracts } from './published.ts'

const skip = without_contracts

let contract: Discovery
let sandbox: Awaited<ReturnType<typeof create_sandbox>>
before(async () => {
  if (skip) return
  contract = read_discovery(contract_file('pagescore', 'pagespeedonline.v5.discovery.json'))
  sandbox = await create_sandbox({ frozen: true, now: '2026-11-18T20:00:00Z', history_days: 2, vendors: [pagescore] })
})

/** Scans the page through `answer`, and keeps the exchanges. */
async function scan(url: string, answer: (url: string) => Promise<OutboundAnswer> = ask) {
  const exchanges: (Exchange & { status: number })[] = []
  const outbound = {
    async fetch({ url }: { url: string }) {
      const found = await answer(url)
      exchanges.push({ method: 'GET', url, body: null, answer: JSON.parse(found.text), status: found.status })
      return found
    },
  }
  const { signal } = new AbortController()
  const measured = await scan_by_pagespeed({ url, device: 'mobile', key: pagespeed_key, outbound, signal })
  return { measured, exchanges }
}

async function ask(url: string): Promise<OutboundAnswer> {
  const answer = await sandbox.app.inject({ method: 'GET', url: url.replace('https:/', '') })
  return { status: answer.statusCode, headers: {}, text: answer.payload }
}

for (const [what, url] of Object.entries({
  'a page with visitors': 'https://shop.example.com/',
  'a page with few visitors': 'https://shop.example.com/collections/lamps',
  'a page without field figures': 'https://new.example.com/',
}))
  test(`the request and the answer are as Google publishes them: ${what}`, { skip }, async () => {
    const { measured, exchanges } = await scan(url)
    assert.deepEqual(
      exchanges.map((exchange) => [exchange.status, contract.faults(exchange)]),
      [[200, []]],
    )
    assert.equal(measured.failure, null)
    assert.equal(contract.method_of(exchanges[0]!), 'pagespeedonline.pagespeedapi.runpagespeed')
  })

for (const [what, url, failure] of [
  ['a page that does not load', 'https://down.example.com/', 'not_loaded'],
  ['an error that passes', 'https://flaky.example.com/', null],
] as const)
  test(`only published parameters are sent: ${what}`, { skip }, async () => {
    const { measured, exchanges } = await scan(url)
    assert.equal(measured.failure, failure)
    // An error has no published form, so only its request is checked.
    for (const exchange of exchanges) assert.deepEqual(contract.faults({ ...exchange, answer: {} }), [])
  })

test('a parameter that is not published is refused', { skip }, async () => {
  const address = 'https://pagespeedonline.googleapis.com/pagespeedonline/v5/runPagespeed'
  const { status } = await ask(`${address}?url=https://shop.example.com/&page=2&key=${pagespeed_key}`)
  assert.equal(status, 400)
})

test('the sandbox counts scans beyond the limit, and such a scan says so', { skip }, async () => {
  const answers: number[] = []
  for (let at = 0; at < 260; at++) {
    const { exchanges, measured } = await scan(`https://shop.example.com/?page=${at}`)
    answers.push(exchanges.at(-1)!.status)
    if (answers.at(-1) === 429) assert.equal(measured.failure, 'busy_service')
  }
  assert.ok(answers.includes(429))
})

test('an answer that was recorded without a score has no figures, and no zero', { skip }, async () => {
  const recorded = airbyte_records('pagescore').find(({ stream }) => stream === 'pagespeed')!.data
  const answered = async () => ({ status: 200, headers: {}, text: JSON.stringify(recorded) })
  const { measured } = await scan('https://shop.example.com/', answered)
  const { failure, performance, lab_lcp_ms, lab_cls, lab_ttfb_ms, field_of, field_cls } = measured
  assert.deepEqual(
    { failure, performance, lab_lcp_ms, lab_cls, lab_ttfb_ms, field_of, field_cls },
    {
      ...{ failure: 'no_figures', performance: null, lab_lcp_ms: null, lab_cls: null, lab_ttfb_ms: null },
      ...{ field_of: null, field_cls: null },
    },
  )
})
