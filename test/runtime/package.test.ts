// The npm package in an empty folder, and in the image of a container, which holds the same files. Its packages are those of the
// project, unless INSTALL is set: then npm installs them.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { free_port } from '#lib/port.ts'
import { VERSION } from '#lib/version.ts'
import { empty_database, type TestDatabase } from '#test/database.ts'
import { make_package } from '#test/packed.ts'
import { write_three_orders } from '#test/three_orders.ts'
import { type BundledPackage, bundled_packages } from '../../scripts/dashboard/build.ts'
import { may_be_shipped } from '../../scripts/gates/licenses.ts'

const ROOT = join(import.meta.dirname, '../..')
const READY_MS = 180_000
const run = promisify(execFile)

let database: TestDatabase
let folder: string
let installed: string
/** What the package holds. */
let files: string
let server: Promise<Server> | undefined

interface Server extends ChildProcess {
  text: string
}

before(async () => {
  database = await empty_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-package-'))
  const made = await make_package(folder)
  files = made.files
  const home = join(folder, 'home')
  installed = join(home, 'node_modules/tablero')
  await mkdir(join(home, 'node_modules'), { recursive: true })
  if (process.env.INSTALL) {
    await writeFile(join(home, 'package.json'), '{"private": true}')
    await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', made.tarball], { cwd: home })
  } else {
    for (const name of await production_packages()) {
      await mkdir(dirname(join(home, name)), { recursive: true })
      await symlink(join(ROOT, name), join(home, name), 'junction')
    }
    await cp(files, installed, { recursive: true })
  }
})
after(async () => {
  await server?.then(ended)
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Packages that are installed without those for development. */
async function production_packages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  const is_top_level = (name: string) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name)
  return Object.keys(packages).filter(
    (name) => is_top_level(name) && !packages[name].dev && existsSync(join(ROOT, name)),
  )
}

const options = () => ({
  cwd: join(folder, 'home'),
  // Its processes compile the modules once, in the folder of the test.
  env: { PATH: process.env.PATH, DATABASE_URL: database.url, PORT: '0', NODE_COMPILE_CACHE: join(folder, 'compiled') },
})
const bin = () => join(installed, 'bin/tablero')

/** The server of the package, which several tests ask. */
const started = () => (server ??= start())
async function start(): Promise<Server> {
  const child = spawn(process.execPath, [bin(), 'start', '--role', 'api'], options())
  const text = await text_until(child, /npx tablero connection platforms/)
  return Object.assign(child, { text })
}

/** The first page and its script, as a browser asks for them. */
async function pages_open(url: string): Promise<void> {
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  assert.equal(page.status, 200)
  const [, script] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? []
  assert.ok(script)
  const loaded = await fetch(new URL(script, url))
  assert.deepEqual([loaded.status, loaded.headers.get('content-type')], [200, 'text/javascript; charset=utf-8'])
}

test('the package holds JavaScript, migrations and no tests', async () => {
  const names = await Array.fromAsync(glob('**/*.{ts,test.js}', { cwd: installed }))
  assert.deepEqual(names, [])
  const { stdout } = await run(process.execPath, [bin(), '--version'], options())
  assert.equal(stdout, `${VERSION}\n`)
})

/** The last stage of the Dockerfile. It takes its files from the package and the installed packages. */
async function read_image() {
  const text = await readFile(join(ROOT, 'Dockerfile'), 'utf8')
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
    NODE_COMPILE_CACHE: join(folder, 'compiled'), // its processes compile the modules once
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
    await pages_open(`http://127.0.0.1:${env.PORT}`)
  } finally {
    child.removeAllListeners('exit')
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }
  await assert.rejects(run(process.execPath, health.slice(1), { env }), { code: 1 })
})

test('the package lists its parts with their licenses', async () => {
  const bom = JSON.parse(await readFile(join(installed, 'dist/sbom.cdx.json'), 'utf8'))
  assert.deepEqual(
    [bom.bomFormat, bom.metadata.component.name, bom.metadata.component.version],
    ['CycloneDX', 'tablero', VERSION],
  )
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const names = new Set(bom.components.map(({ name }: { name: string }) => name))
  const missing = Object.keys(dependencies).filter((name) => !names.has(name))
  assert.deepEqual(missing, [], `of ${bom.components.length} components`)
  for (const name of ['@biomejs/biome', 'knip', 'fast-check']) assert.ok(!names.has(name), name)
  for (const name of ['react', '@fontsource-variable/inter']) assert.ok(names.has(name), name)
  const lines = (await readFile(join(installed, 'dist/licenses.txt'), 'utf8')).trim().split('\n')
  assert.equal(lines.length, bom.components.length)
  for (const line of lines) assert.match(line, /^\S+ \d\S+: [\w.() -]+$/)
})

test('the package has the licenses of all that its pages contain, with the texts that there are, and each may be shipped', async () => {
  const listed = await readFile(join(installed, 'dist/build/dashboard/packages.json'), 'utf8')
  const bundled: BundledPackage[] = JSON.parse(listed)
  assert.deepEqual(bundled, await bundled_packages())
  assert.ok(bundled.length > 40, `${bundled.length} packages`)
  for (const { name, identifier = '' } of bundled) assert.ok(may_be_shipped(identifier), name)
  const without_text = bundled.filter(({ text }) => !text).map(({ name }) => name)
  assert.deepEqual(without_text, ['react-remove-scroll-bar'], 'npm has no text of it')
})

test('its pages open', async () => {
  const [, url] = /"url":"([^"]+)"/.exec((await started()).text) ?? []
  await pages_open(url!)
})

test('its commands work, and the server starts and says what to do next', async () => {
  assert.match((await started()).text, /Tablero is ready/)
  const { stdout } = await run(process.execPath, [bin(), 'org', 'create', 'Mine'], options())
  assert.match(stdout, /^Made organization Mine: /)
  const backup = await run(process.execPath, [bin(), 'backup', 'mine.gz'], options())
  assert.match(backup.stdout, /^Wrote mine\.gz: \d+ rows/)
  assert.match(
    (await run(process.execPath, [bin(), 'connection', 'platforms'], options())).stdout,
    /^PLATFORM .*\nmx_ads /s,
  )
})

test('each of its commands explains itself, so the package has the file of each', async () => {
  const { stdout } = await run(process.execPath, [bin(), '--help'], options())
  const listed = stdout.slice(stdout.indexOf('Commands:'), stdout.indexOf('Examples:'))
  const commands = [...listed.matchAll(/^ {2}([a-z][a-z-]*)/gm)]
    .map(([, name]) => name!)
    .filter((name) => name !== 'help')
  assert.ok(commands.length >= 18, commands.join(' '))
  for (const command of commands) {
    const help = await run(process.execPath, [bin(), command, '--help'], options())
    const head = command === 'demo' ? /^npm run demo/ : new RegExp(`^Usage: tablero ${command}\\b`)
    assert.match(help.stdout, head)
    assert.equal(help.stderr, '', command)
  }
})

test('its packages are those that were tested together, also where no override reaches them', async () => {
  const { dependencies, overrides } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const together = Object.entries(overrides).filter(([, version]) => typeof version === 'string')
  assert.equal(together.length, 4)
  for (const [name, version] of together) {
    assert.equal(dependencies[name], version, name)
    const found = join(folder, 'home/node_modules', name, 'package.json')
    assert.equal(JSON.parse(await readFile(found, 'utf8')).version, version, name)
  }
})

test('an app can register with it, and leads its person to the page of the request', async () => {
  const [, url] = /"url":"([^"]+)"/.exec((await started()).text) ?? []
  const app = { redirect_uris: ['http://127.0.0.1:7777/callback'], token_endpoint_auth_method: 'none' }
  const registered = await fetch(`${url}/api/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(app),
  })
  assert.equal(registered.status, 201)
  const { client_id } = (await registered.json()) as { client_id: string }
  const query = new URLSearchParams({
    ...{ client_id, response_type: 'code', redirect_uri: app.redirect_uris[0]! },
    ...{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' },
  })
  const asked = await fetch(`${url}/api/auth/oauth2/authorize?${query}`, { redirect: 'manual' })
  assert.match(asked.headers.get('location') ?? '', /^\/consent\?request=.*sig/)
})

test('its demo starts the sandbox and answers with the orders', async () => {
  await server?.then(ended) // a process that ends keeps what it compiled
  await write_three_orders(join(folder, 'csv'))
  const child = spawn(process.execPath, [bin(), 'demo', '--json', '--orders', join(folder, 'csv')], options())
  try {
    const { url, key } = JSON.parse(/\{"url".*\}/.exec(await text_until(child, /\{"url".*\}\n/))![0])
    const answer = await fetch(`${url}/api/v1/get_kpi_summary`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ date_from: '2018-03-01', date_to: '2018-03-31' }),
    })
    const { result } = (await answer.json()) as { result: { store_revenue: number } }
    assert.equal(result.store_revenue, 160.05)
  } finally {
    await ended(child)
  }
})

/** The output until it contains the pattern. */
function text_until(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = ''
  return new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error(`waited ${READY_MS} ms; output: ${text}`)), READY_MS)
    late.unref()
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk) => {
        text += chunk
        if (pattern.test(text)) done(text)
      })
    child.once('close', (code) => fail(new Error(`ended with ${code}: ${text}`)))
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const end = new Promise((done) => child.once('close', done))
  child.kill('SIGTERM')
  await end
}
