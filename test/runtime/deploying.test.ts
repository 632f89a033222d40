// Files for operators: the files of the image are sufficient, its health check works, settings may come from files, and the settings
// of proxies and units match Tablero.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { ConfigFault, load_config, variables } from '#config'
import { BODY_MAX_BYTES } from '#http/body.ts'
import { free_port } from '#lib/port.ts'
import { empty_database, type TestDatabase } from '#test/database.ts'
import { build_context, make_package } from '#test/packed.ts'

const ROOT = join(import.meta.dirname, '../..')
const text_of = (file: string) => readFile(join(ROOT, file), 'utf8')
const run = promisify(execFile)

let database: TestDatabase
let folder: string

before(async () => {
  database = await empty_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-image-'))
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The last stage of the Dockerfile. It takes its files from the package and the installed packages. */
async function read_image() {
  const text = await text_of('Dockerfile')
  const lines = text.slice(text.lastIndexOf('\nFROM ')).split('\n')
  const rest_of = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  const json_after = (line: string) => JSON.parse(line.slice(line.indexOf('['))) as string[]
  return {
    copied: rest_of('COPY'),
    env: Object.fromEntries(rest_of('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=')))),
    command: json_after(rest_of('CMD')[0]!),
    health: json_after(rest_of('HEALTHCHECK')[0]!),
  }
}

test('the image is the package: it migrates and starts, and its health check detects a dead process', async () => {
  const { copied, env: image_env, command, health } = await read_image()
  assert.deepEqual(copied, [
    '--from=package /tablero/node_modules ./node_modules',
    '--from=package /tablero/package ./',
  ])
  const { files } = await make_package(folder)
  await symlink(join(ROOT, 'node_modules'), join(files, 'node_modules'), 'junction')
  await writeFile(join(folder, 'database_url'), `${database.url}\n`)
  await writeFile(join(folder, 'master_key'), `${Buffer.alloc(32, 1).toString('base64')}\n`)
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    ...image_env,
    PORT: String(await free_port()),
    DATA_DIR: '/nowhere/that/can/be/written', // a container has a read-only file system
    DATABASE_URL_FILE: join(folder, 'database_url'),
    MASTER_KEY_FILE: join(folder, 'master_key'),
  }
  const { stdout } = await run(process.execPath, ['bin/tablero', 'migrate'], { cwd: files, env })
  assert.match(stdout, /^Applied 0001_ground\.sql, /)
  const child = spawn(process.execPath, command.slice(1), { cwd: files, env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await new Promise<void>((done, fail) => {
      child.stdout.on('data', (chunk) => /Tablero is ready/.test(String(chunk)) && done())
      child.once('exit', (code) => fail(new Error(`ended with ${code}`)))
    })
    await run(process.execPath, health.slice(1), { env })
  } finally {
    child.removeAllListeners('exit')
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }
  await assert.rejects(run(process.execPath, health.slice(1), { env }), { code: 1 })
})

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
