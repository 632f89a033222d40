// Secrets in texts of callers and platforms, in every form in which a log line can hold them, and texts that are made to be slow.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { create_log, LINE_CHARS_MAX } from '#lib/log.ts'
import { redact } from '#lib/redact.ts'

const CHARS = 1_000_000
/** A linear function needs this many times as long for eight times the text, with a margin for a busy machine. */
const GROWTH_MAX = 8 * 4
/** Most time for a megabyte, in units of one linear replacement of its words, and the time below which ratios say nothing. */
const BASELINES_MAX = 40
const NOTHING_MS = 50

const filled = (unit: string, chars = CHARS) => unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars)

const adversarial: Record<string, (chars: number) => string> = {
  'a quote and a repeated keyword': (chars) => `"${filled('token', chars)}`,
  'repeated keywords with separators': (chars) => filled('token: ', chars),
  'every keyword in turn': (chars) => filled('authorization_cookie_password_secret_api-key-', chars),
  'keywords in quotes that never end': (chars) => filled('"token":"', chars),
  'nested quotes': (chars) => filled('\\"token\\":\\"\\\\\\"', chars),
  'backslashes alone': (chars) => filled('\\', chars),
  'a keyword before backslashes': (chars) => `"token":"${filled('\\', chars)}`,
  'keywords before few backslashes': (chars) => filled(`token${'\\'.repeat(40)}`, chars),
  'spaces after a keyword': (chars) => `token${filled(' ', chars)}`,
  'keywords and spaces': (chars) => filled('bearer    ', chars),
  'words with dots': (chars) => filled('a.', chars),
  'long base64': (chars) => filled('EAAGm0PX4ZCpsBAKZC/+', chars),
  'the start of a JWT': (chars) => filled('eyJ', chars),
  'parts of JWTs': (chars) => filled('eyJhbGciOiJIUzI1NiJ9.', chars),
  'addresses with users': (chars) => filled('a://x:', chars),
  slashes: (chars) => filled('/', chars),
  'keys that begin': (chars) => filled('-----BEGIN PRIVATE KEY-----', chars),
  'keys that never begin': (chars) => filled('-----BEGIN ', chars),
  parameters: (chars) => filled('?code=&key', chars),
  'prefixes of vendors': (chars) => filled('sk_xoxb-ghp_AKIAshpat_GOCSPX-', chars),
  'prefixes apart': (chars) => filled('sk_ ', chars),
  'letters of other scripts': (chars) => filled('tökén: ñandú𝔘', chars),
  'combining marks': (chars) => filled('token\u0301\u200b', chars),
  'addresses of chats': (chars) => filled('hooks.slack.com/services/', chars),
  'addresses of chats that never begin': (chars) => filled('hooks.slack.com/services "', chars),
  'names of signatures': (chars) => filled('?amz-goog-signatur', chars),
  'keys of backups that never begin': (chars) => filled('AGE-SECRET-KEY-1-', chars),
  'percent signs after a keyword': (chars) => filled('pass%22', chars),
  brackets: (chars) => filled('"cookie":[', chars),
}

/** What the baseline changes: in a text without words it would do nothing. */
const WORDS = filled('some words ', CHARS)

/** Processor time, which other work of the machine does not lengthen. */
function best_ms(work: () => unknown): number {
  const times = Array.from({ length: 4 }, () => {
    const started = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(started)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

suite('a megabyte is redacted in a time that grows with its length only:', () => {
  for (const [name, make] of Object.entries(adversarial)) {
    test(name, () => {
      const [short, long] = [make(CHARS / 8), make(CHARS)]
      const short_ms = best_ms(() => redact(short))
      const long_ms = best_ms(() => redact(long))
      const baseline_ms = best_ms(() => WORDS.replace(/\w{1,8}/g, (word) => word.toUpperCase()))
      const shown = `${short_ms.toFixed(1)} ms for an eighth, ${long_ms.toFixed(1)} ms, baseline ${baseline_ms.toFixed(1)} ms`
      assert.ok(long_ms < NOTHING_MS || long_ms < short_ms * GROWTH_MAX, shown)
      assert.ok(long_ms < NOTHING_MS || long_ms < baseline_ms * BASELINES_MAX, shown)
    })
  }
})

const SECRET = 'hunter2Xq7'
const LONG = 'Zq8x'.repeat(8)
/** Each text holds the secret after a colon in this list. */
const leaks: [text: string, secret: string][] = [
  [`password=${SECRET}`, SECRET],
  ['password: swordfish', 'swordfish'],
  ['PGPASSWORD=swordfish psql', 'swordfish'],
  [`token: ${SECRET}`, SECRET],
  [`x-api-key: ${SECRET}`, SECRET],
  [`client_secret='${SECRET}'`, SECRET],
  ["{ password: 'two words' }", 'words'],
  ['password: "two words"', 'words'],
  [`access_token%3D${SECRET}`, SECRET],
  ['Cookie: sid=abcdef; theme=dark', 'abcdef'],
  ['authorization: abcdef', 'abcdef'],
  [`{"set-cookie":["a=${SECRET}","b=${SECRET}"]}`, SECRET],
  ['{"password":12345678}', '12345678'],
  [`{"body":${JSON.stringify(JSON.stringify({ access_token: 'be"hind' }))}}`, 'hind'],
  [JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ secret: 'de"ep\\' }) }) }), 'ep'],
  [`{"access_token":"${SECRET}`, SECRET],
  [`Bearer ${LONG}`, LONG],
  [`eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${LONG}`, LONG],
  [`sk_live_${LONG}`, LONG],
  [`sk-proj-${LONG}`, LONG],
  [`shpat_${LONG}`, LONG],
  [`EAAG${LONG}`, LONG],
  [`ya29.${LONG}`, LONG],
  [`1//0${LONG}`, LONG],
  [`GOCSPX-${LONG}`, LONG],
  [`xoxb-${LONG}`, LONG],
  ['AKIAIOSFODNN7EXAMPLE', 'IOSFODNN7'],
  [`ghp_${LONG}`, LONG],
  [`github_pat_${LONG}`, LONG],
  [`AIza${LONG}`, LONG],
  [`glpat-${LONG}`, LONG],
  [`https://${LONG}@example.com/x.git`, LONG],
  ['redis://:swordfish@cache:6379', 'swordfish'],
  [`-----BEGIN RSA PRIVATE KEY-----\n${LONG}\n-----END RSA PRIVATE KEY-----`, LONG],
  [`/callback?code=${SECRET}&state=1`, SECRET],
  ['pwd: swordfish', 'swordfish'],
  [`DB_PASS=${SECRET}`, SECRET],
  [`{"user":"a","pass":"${SECRET}"}`, SECRET],
  [`API key: ${SECRET}`, SECRET],
  [`code_verifier=${SECRET}`, SECRET],
  [`Authorization%3A%20Bearer%20${SECRET}`, SECRET],
  [`%22password%22%3A%22${SECRET}%22`, SECRET],
  [`https://bucket.s3.amazonaws.com/report?X-Amz-Expires=300&X-Amz-Signature=${SECRET}`, SECRET],
  [`https://hooks.slack.com/services/T012AB3CD/B012AB3CD/${SECRET}`, SECRET],
  [`https://discord.com/api/webhooks/123456789012345678/${LONG}`, LONG],
  [`https://tablero.webhook.office.com/webhookb2/1a2b@3c4d/IncomingWebhook/${LONG}/5e6f`, LONG],
  [`AGE-SECRET-KEY-1${'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'.repeat(2).slice(0, 58)}`, 'QPZRY9X8'],
]

for (const [text, secret] of leaks)
  test(`removes the secret of ${text.slice(0, 40).replaceAll('\n', ' ')}`, () => {
    for (const form of [
      text,
      `in the middle ${text} of a text`,
      JSON.stringify({ msg: text }),
      JSON.stringify({ a: JSON.stringify({ text }) }),
    ]) {
      const clean = redact(form)
      assert.ok(!clean.includes(secret), clean)
      assert.match(clean, /\[redacted\]/)
      if (form.startsWith('{"msg') || form.startsWith('{"a":')) JSON.parse(clean) // still one JSON object
    }
  })

const HEX = '0123456789abcdef'.repeat(4)
const of_google = [`ya29.${LONG}`, `1//0${LONG}`, `GOCSPX-${LONG}`]
const of_meta = [`EAAG${LONG}`]
const of_amazon = [`Atza|IwEB${LONG}/+=`, `Atzr|IwEB${LONG}`, `amzn1.oa2-cs.v1.${HEX}`]
/** Keys and tokens of each platform, where their form shows what they are. Others are known by the name before them only. */
const tokens: Record<string, string[]> = {
  email_a: [`pk_${LONG}`],
  email_b: [`${HEX.slice(0, 32)}-us21`],
  email_c: [`xkeysib-${HEX}-${LONG.slice(0, 16)}`],
  heat_a: [`eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.${LONG}`],
  mpa: [`APP_USR-1234567890123456-112612-${HEX.slice(0, 32)}-123456789`, `TG-${HEX.slice(0, 24)}-123456789`],
  store_c: [`ck_${HEX.slice(0, 40)}`, `cs_${HEX.slice(0, 40)}`],
  sx: [`shpat_${HEX.slice(0, 32)}`],
  ...{ gx_ads: of_google, gx_analytics: of_google, merchant_feed: of_google, seo_console: of_google },
  ...{ mx_ads: of_meta, social_a: of_meta, mpb_ads: of_amazon, mpb_sp: of_amazon },
  ...{ net_c: [], net_c_ads: [], net_d_ads: [], tnx: [], tx_ads: [] },
}

test('removes keys and tokens of every platform that Tablero connects, by their form alone', () => {
  assert.deepEqual(Object.keys(tokens).sort(), Object.keys(connectors).sort())
  for (const [platform, forms] of Object.entries(tokens))
    for (const token of forms)
      for (const text of [`the answer was ${token}, and`, JSON.stringify({ msg: `for ${token}` })]) {
        const clean = redact(text)
        assert.match(clean, /\[redacted\]/, platform)
        assert.ok(!clean.includes(token.slice(-16)) || token.endsWith('-us21'), `${platform}: ${clean}`)
        assert.ok(!clean.includes(HEX.slice(0, 24)) && !clean.includes(LONG), `${platform}: ${clean}`)
      }
})

test('leaves texts that hold no secret as they are', () => {
  for (const text of [
    '{"max_tokens":4096,"secret":null,"has_token":true,"tokens":12}',
    'Error validating access token: Session has expired on Tuesday.',
    'Unexpected token < in JSON at position 0',
    'tokens spent: 12, code 500, 10:30 @ home',
    'skip sketch pk AKI EAA ya29 https://example.com/a:b/@scope',
    'https://example.com/?page=2&keyword=shoes',
    'eyJ is how a JWT begins',
    'the first pass: done, passed: 3, compass=7, bypass: never',
    'https://example.com/?x_signature_kind=a',
  ])
    assert.equal(redact(text), text)
})

suite('a log line', () => {
  function logged(write: (log: ReturnType<typeof create_log>) => void) {
    let lines = ''
    write(create_log({ stream: { write: (line) => (lines += line) } }))
    return lines
  }

  test('stays short, whatever it is given', () => {
    const long = 'x'.repeat(CHARS)
    const deep = Array.from({ length: 200 }).reduce((inner) => ({ inner }), 'deep')
    for (const given of [
      { text: long },
      { err: new Error(long) },
      { err: new Error('x', { cause: new Error(long) }) },
      { list: Array(100_000).fill('x') },
      { keys: Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`key_${at}`, at])) },
      { deep },
      { bytes: Buffer.alloc(CHARS) },
    ]) {
      const line = logged((log) => log.warn(given, 'given'))
      assert.ok(line.length <= LINE_CHARS_MAX, `${line.length} characters`)
      assert.equal(JSON.parse(line).level, 'warn')
    }
    for (const write of [
      (log: ReturnType<typeof create_log>) => log.warn(long),
      (log: ReturnType<typeof create_log>) => log.warn(new Error(long)),
    ]) {
      const line = logged(write)
      assert.ok(line.length <= LINE_CHARS_MAX, `${line.length} characters`)
      assert.equal(JSON.parse(line).level, 'warn')
    }
  })

  for (const [value, text] of Object.entries({
    'a value': 'typed by a caller',
    'a value with quotes': 'a "typed by a caller" b',
    'a long value': 'typed by a caller '.repeat(10_000),
    'a value with lines that look like places': 'a\n    at typed by a caller\n    at b',
  }))
    test(`does not repeat ${value} that PostgreSQL repeats in an error`, () => {
      const error = Object.assign(new Error(`invalid input syntax for type uuid: "${text}"`), {
        name: 'error',
        severity: 'ERROR',
        code: '22P02',
        detail: 'Key (email)=(typed by a caller) already exists.',
        where: 'unnamed portal parameter $1 = typed by a caller',
        table: 'contacts',
      })
      const line = logged((log) => log.error({ err: error }, 'a call failed'))
      assert.doesNotMatch(line, /typed by a caller/)
      assert.match(line, /"type":"error".*invalid input syntax for type uuid.*"code":"22P02".*"table":"contacts"/)
      assert.match(line, /redaction\.test/, 'the stack is there')
    })

  test('says which kind of error it is', () => {
    const error = new TypeError('x is not a function', { cause: new RangeError('too far') })
    assert.match(
      logged((log) => log.error({ err: error }, 'a job failed')),
      /"type":"TypeError".*"type":"RangeError"/,
    )
  })
})
