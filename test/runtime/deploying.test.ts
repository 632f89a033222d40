// Files for operators: settings may come from files, and the settings of proxies and units match Tablero. package.test.ts runs the image.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ConfigFault, load_config, variables } from '#config'
import { BODY_MAX_BYTES } from '#http/body.ts'
import { build_context } from '#test/packed.ts'

const ROOT = join(import.meta.dirname, '../..')
const text_of = (file: string) => readFile(join(ROOT, file), 'utf8')

let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablero-image-'))
})
after(() => rm(folder, { recursive: true, force: true }))

test('the build context contains only files that exist, and no tests', async () => {
  const lines = (await text_of('.dockerignore')).split('\n').filter((line) => line && !line.startsWith('#'))
  assert.deepEqual([lines[0], lines.at(-1)], ['*', '**/*.test.ts'])
  for (const file of await build_context()) assert.ok(existsSync(join(ROOT, file)), file)
})

test('a setting comes from a file when the environment does not contain it, and a missing file is reported', async () => {
  const secrets = join(folder, 'secrets')
  await mkdir(secrets, { recursive: true })
  const file = join(secrets, 'key')
  await writeFile(file, `${Buffer.alloc(32, 9).toString('base64')}\n`)
  assert.deepEqual(load_config({}, { MASTER_KEY_FILE: file }).master_key, Buffer.alloc(32, 9))
  const both = { MASTER_KEY: Buffer.alloc(32, 3).toString('base64'), MASTER_KEY_FILE: file }
  assert.deepEqual(load_config({}, both).master_key, Buffer.alloc(32, 3))
  assert.throws(
    () => load_config({}, { MASTER_KEY_FILE: join(secrets, 'other') }),
    (error) => error instanceof ConfigFault && /^MASTER_KEY_FILE names a file that does not exist/.test(error.message),
  )
})

test('units and containers set only variables that Tablero reads, and start files that exist', async () => {
  const compose = await text_of('compose.yaml')
  const unit = await text_of('deploy/systemd/tablero@.service')
  const settings = new Set([...Object.keys(variables), ...Object.keys(variables).map((name) => `${name}_FILE`)])
  const tablero = compose.slice(compose.indexOf('x-tablero:'), compose.indexOf('services:'))
  const named = [
    ...[...tablero.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name!),
    ...[...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs]) =>
      pairs!.split(' ').map((pair) => pair.split('=')[0]!),
    ),
  ].filter((name) => name !== 'NODE_ENV')
  assert.ok(named.length >= 8, named.join())
  assert.deepEqual(
    named.filter((name) => !settings.has(name)),
    [],
  )
  for (const [, file] of `${compose}\n${unit}`.matchAll(/(?<![\w/.])((?:src|bin)\/[\w./]+)/g))
    assert.ok(existsSync(join(ROOT, file!)), file!)
  const grace_s = Number(/stop_grace_period: (\d+)s/.exec(compose)![1])
  const stop_s = Number(/TimeoutStopSec=(\d+)/.exec(unit)![1])
  for (const [text, timeout_s] of [
    [tablero, grace_s],
    [unit, stop_s],
  ] as const) {
    const seconds = (name: string) => Number(new RegExp(`${name}[=:] ?(\\d+)`).exec(text)![1])
    assert.ok(timeout_s > seconds('DRAIN_SECONDS') + seconds('SHUTDOWN_SECONDS'))
  }
})

test('proxies accept what Tablero accepts, wait longer than its timeouts, and close idle connections first', async () => {
  const server = await text_of('src/http/server.ts')
  const kept_s = Number(/KEEP_ALIVE_MS = (\d+)_000/.exec(server)![1])
  const headers_kib = Number(/HEADERS_MAX_BYTES = (\d+) \* 1024/.exec(server)![1])
  const nginx = await text_of('deploy/nginx.conf')
  const caddy = await text_of('deploy/Caddyfile')
  const number = (text: string, pattern: RegExp) => Number(pattern.exec(text)![1])
  assert.ok(number(nginx, /client_max_body_size (\d+)m;/) * 2 ** 20 > BODY_MAX_BYTES)
  assert.ok(number(caddy, /max_size (\d+)MB/) * 1e6 > BODY_MAX_BYTES)
  assert.ok(number(nginx, /large_client_header_buffers \d+ (\d+)k;/) > headers_kib)
  assert.ok(number(nginx, /keepalive_timeout (\d+)s;/) < kept_s)
  assert.ok(number(caddy, /keepalive (\d+)s/) < kept_s)
  assert.ok(number(nginx, /proxy_read_timeout (\d+)s;/) >= 60)
  for (const text of [nginx, caddy]) assert.match(text, /metrics.*healthz.*readyz/)
})
