import assert from 'node:assert/strict'
import { test } from 'node:test'
import { create_log } from '#lib/log.ts'
import { redact } from '#lib/redact.ts'
import { processor_ms } from '#test/processor_time.ts'

function logged(write: (log: ReturnType<typeof create_log>) => void): string {
  let lines = ''
  write(create_log({ stream: { write: (line) => (lines += line) } }))
  for (const line of lines.trim().split('\n')) JSON.parse(line) // still one JSON object a line
  return lines
}

const KEY = `svc_Abcdefghi0_${'x'.repeat(43)}`

const leaks: [string, (log: ReturnType<typeof create_log>) => void, string][] = [
  ['an authorization header', (log) => log.info({ req: { headers: { authorization: 'Bearer abc' } } }, 'in'), 'abc'],
  ['a deep token', (log) => log.info({ a: { b: [{ refresh_token: 's3cret"\\x' }] } }), 's3cret'],
  ['a camelCase secret', (log) => log.info({ clientSecret: 'hush' }), 'hush'],
  ['an API key in a text', (log) => log.info(`called with ${KEY}`), 'xxxx'],
  ['a token of an app in a text', (log) => log.info(`called with svt_${'y'.repeat(32)}`), 'yyyy'],
  ['a refresh token in a text', (log) => log.info(`renewed by svr_${'z'.repeat(32)}`), 'zzzz'],
  ['a password of a URL in an error', (log) => log.error({ err: new Error('no postgres://app:pw9@h/db') }), 'pw9'],
  [
    'a token of a query',
    (log) => log.warn('GET https://x.test/me?fields=id&access_token=EAAGm0PX4ZCps failed'),
    'EAAG',
  ],
  ['JSON within a text', (log) => log.warn({ body: JSON.stringify({ access_token: 'in"ner', id: 7 }) }), 'in'],
  [
    'a bearer of a cause',
    (log) => log.error({ err: new Error('x', { cause: new Error('Bearer abcdefgh123') }) }),
    'abcdefgh123',
  ],
  ['a cookie', (log) => log.info({ headers: { 'set-cookie': 'sid=1234567' } }), '1234567'],
]

for (const [what, write, secret] of leaks) {
  test(`a log line never shows ${what}`, () => {
    const lines = logged(write)
    assert.ok(!lines.includes(secret), lines)
    assert.match(lines, /\[redacted\]/)
  })
}

test('a text without secrets stays readable', () => {
  const line = logged((log) =>
    log.info({ tool: 'query_orders', rows: 3, url: 'https://x.test/a?page=2' }, 'a call ended'),
  )
  assert.match(
    line,
    /"level":"info".*"tool":"query_orders","rows":3,"url":"https:\/\/x.test\/a\?page=2","msg":"a call ended"/,
  )
  assert.equal(
    redact('keyboard=1 tokens spent: 12, code 500, 10:30 @ home'),
    'keyboard=1 tokens spent: 12, code 500, 10:30 @ home',
  )
})

test('a line of one megabyte costs less than a second to redact', () => {
  const ms = processor_ms(() => {
    redact('a.'.repeat(250_000))
    redact('a://x:'.repeat(80_000))
    redact(`${'"token\\'.repeat(70_000)}${'a://b:'.repeat(70_000)}`)
  })
  assert.ok(ms < 1000, `${ms} ms`)
})
