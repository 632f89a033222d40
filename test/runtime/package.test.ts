// The npm package in an empty folder. Its packages are those of the project, unless INSTALL is set: then npm installs them.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { VERSION } from '#lib/version.ts'
import { empty_database, type TestDatabase } from '#test/database.ts'
import { make_package } from '#test/packed.ts'
import { write_three_orders } from '#test/three_orders.ts'

const ROOT = join(import.meta.dirname, '../..')
const READY_MS = 180_000
const run = promisify(execFile)

let database: TestDatabase
let folder: string
let installed: string

before(async () => {
  database = await empty_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-package-'))
  const { tarball, files } = await make_package(folder)
  const home = join(folder, 'home')
  installed = join(home, 'node_modules/tablero')
  await mkdir(join(home, 'node_modules'), { recursive: true })
  if (process.env.INSTALL) {
    await writeFile(join(home, 'package.json'), '{"private": true}')
    await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', tarball], { cwd: home })
  } else {
    for (const name of await production_packages()) {
      await mkdir(dirname(join(home, name)), { recursive: true })
      await symlink(join(ROOT, name), join(home, name), 'junction')
    }
    await cp(files, installed, { recursive: true })
  }
})
after(async () => {
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
  env: { PATH: process.env.PATH, DATABASE_URL: database.url, PORT: '0' },
})
const bin = () => join(installed, 'bin/tablero')

test('the package holds JavaScript, migrations and no tests', async () => {
  const names = await Array.fromAsync(glob('**/*.{ts,test.js}', { cwd: installed }))
  assert.deepEqual(names, [])
  const { stdout } = await run(process.execPath, [bin(), '--version'], options())
  assert.equal(stdout, `${VERSION}\n`)
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
  const lines = (await readFile(join(installed, 'dist/licenses.txt'), 'utf8')).trim().split('\n')
  assert.equal(lines.length, bom.components.length)
  for (const line of lines) assert.match(line, /^\S+ \d\S+: [\w.() -]+$/)
})

test('its commands work, and the server starts and says what to do next', async () => {
  const child = spawn(process.execPath, [bin(), 'start', '--role', 'api'], options())
  try {
    assert.match(await text_until(child, /npx tablero connection platforms/), /Tablero is ready/)
    const { stdout } = await run(process.execPath, [bin(), 'org', 'create', 'Mine'], options())
    assert.match(stdout, /^Made organization Mine: /)
  } finally {
    await ended(child)
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
  const child = spawn(process.execPath, [bin(), 'start', '--role', 'api'], options())
  try {
    const [, url] = /"url":"([^"]+)"/.exec(await text_until(child, /Tablero is ready/)) ?? []
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
  } finally {
    await ended(child)
  }
})

test('its demo starts the sandbox and answers with the orders', async () => {
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
