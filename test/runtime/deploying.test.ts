// Files for operators: settings may come from files, and the settings of proxies and units match Tablero. package.test.ts runs the image.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { ConfigFault, load_config, variables } from '#config'
import { BODY_MAX_BYTES } from '#http/body.ts'
import { build_context } from '#test/packed.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)
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
  const tablero = compose.slice(compose.indexOf('x-settings:'), compose.indexOf('services:'))
  const named = [
    ...[...tablero.matchAll(/^ {2,4}([A-Z_]+):/gm)].map(([, name]) => name!),
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

/** A public key of age, as `npx tablero backup-key` prints it. */
const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
const MASTER_KEY = Buffer.alloc(32, 9).toString('base64')
const OWNER_URL = 'postgres://tablero_owner:secret@127.0.0.1:5432/tablero'

/** Writes the files of secrets that deploying.md makes. */
async function write_secrets(at: string) {
  await mkdir(at, { recursive: true })
  await writeFile(join(at, 'master_key'), MASTER_KEY)
  await writeFile(join(at, 'owner_url'), OWNER_URL)
}

interface Service {
  image?: string
  environment?: Record<string, string | number>
  volumes?: string[]
}

/** The services of compose.yaml that run Tablero, each with the settings that it reads. `dot_env` is the file .env. */
async function compose_settings(dot_env: Record<string, string>) {
  await write_secrets(join(folder, 'run/secrets'))
  const filled = (value: string | number) =>
    String(value)
      .replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: string) => dot_env[name] ?? '')
      .replace(/^\/run\/secrets/, join(folder, 'run/secrets'))
  const { services, volumes } = parse(await text_of('compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, null>
  }
  const own = Object.entries(services).filter(([, { image }]) => image === 'tablero')
  const of_tablero = own.map(([name, { environment = {}, volumes: mounted = [] }]) => {
    const env = Object.entries(environment).map(([key, value]) => [key, filled(value)])
    return { name, mounted, config: load_config({}, Object.fromEntries(env)) }
  })
  return { of_tablero, volumes }
}

/** The commands of the upgrade in the document that contain this one. */
const upgrade_of = (document: string, command: string) =>
  [...document.matchAll(/^```\n([\s\S]*?)^```$/gm)]
    .map(([, block]) => block!)
    .find((block) => block.includes(command))!
    .replaceAll(/<[^>]*>/g, 'address')

suite('backups are encrypted when BACKUP_RECIPIENTS is set where deploying.md says', () => {
  const document = () => text_of('docs/deploying.md')

  test('with containers', async () => {
    assert.match(await document(), /^echo BACKUP_RECIPIENTS=\S+ >> \.env$/m)
    const { of_tablero } = await compose_settings({
      SITE: 'tablero.example.com',
      BASE_URL: 'https://tablero.example.com',
      BACKUP_RECIPIENTS: RECIPIENT,
    })
    const migrate = of_tablero.find(({ name }) => name === 'migrate')!
    assert.ok(migrate.config.backup_recipients)
    assert.equal(migrate.config.database_url, OWNER_URL)
  })

  test('a setting in x-settings reaches each service of Tablero', async () => {
    const text = await text_of('compose.yaml')
    const { 'x-settings': settings, services } = parse(text, { merge: true })
    assert.ok(Object.keys(settings).length > 0)
    for (const [name, { image, environment }] of Object.entries<Service>(services))
      if (image === 'tablero')
        for (const [setting, value] of Object.entries(settings))
          assert.equal(environment![setting], value, `${name}: ${setting}`)
  })

  /** The environment of the backup in lines of the document, which a shell runs with other folders. */
  async function backup_of(lines: string) {
    const root = join(folder, 'systemd')
    await write_secrets(join(root, 'etc/tablero/secrets'))
    for (const place of ['opt/tablero', 'bin']) await mkdir(join(root, place), { recursive: true })
    const settings = [
      'BASE_URL=https://tablero.example.com',
      'DATABASE_URL=postgres://127.0.0.1:5432/tablero',
      `BACKUP_RECIPIENTS=${RECIPIENT}`,
    ]
    await writeFile(join(root, 'etc/tablero/env'), `${settings.join('\n')}\n`)
    const print = `${process.execPath} -p 'JSON.stringify(process.env)' tablero "$@"`
    await writeFile(join(root, 'bin/npx'), `#!/bin/sh\n[ "$2" != backup ] || ${print}\n`, { mode: 0o755 })
    const script = lines.replaceAll(/(?<=[ =(])\/(?=etc|opt)/g, `${root}/`)
    const env = { PATH: `${join(root, 'bin')}:${process.env.PATH}` }
    const { stdout } = await run('/bin/sh', ['-e', '-c', script], { env })
    return load_config({}, JSON.parse(stdout))
  }

  test("by the line of root's crontab", async () => {
    const line = /^(?:[\d*]+ ){5}(.* npx tablero backup .*)$/m.exec(await document())![1]!
    const { backup_recipients, database_url } = await backup_of(line.replaceAll('\\%', '%'))
    assert.ok(backup_recipients)
    assert.equal(database_url, OWNER_URL)
  })

  test('before an upgrade of the units', async () => {
    const block = upgrade_of(await document(), 'cd /opt/tablero && npx tablero backup ')
    const lines = block.split('\n').filter((line) => !/^(git|cd|npm|ln|for|done| )/.test(line))
    const { backup_recipients, database_url } = await backup_of(lines.join('\n'))
    assert.ok(backup_recipients)
    assert.equal(database_url, OWNER_URL)
  })
})

suite('the commands of an upgrade in deploying.md', () => {
  /** What runs when a command with these words fails. Each program only records its name and its arguments. */
  async function run_of(block: string, failing: string) {
    const root = await mkdtemp(join(folder, 'upgrade-'))
    await write_secrets(join(root, 'etc/tablero/secrets'))
    await writeFile(join(root, 'etc/tablero/env'), 'BASE_URL=https://tablero.example.com\n')
    for (const place of ['opt/tablero', 'bin']) await mkdir(join(root, place), { recursive: true })
    const record = `echo "\${0##*/} $*" >> ${root}/log; case "\${0##*/} $*" in *"${failing}"*) exit 1;; esac`
    for (const name of ['npx', 'npm', 'ln', 'systemctl', 'docker', 'curl', 'install'])
      await writeFile(join(root, 'bin', name), `#!/bin/sh\n${record}\n`, { mode: 0o755 })
    await writeFile(join(root, 'bin/git'), `#!/bin/sh\n${record}\nmkdir -p "$3"\n`, { mode: 0o755 })
    const script = block.replaceAll(/(?<=[ =(])\/(?=etc|opt)/g, `${root}/`)
    const env = { PATH: `${join(root, 'bin')}:${process.env.PATH}` }
    const failed = await run('/bin/sh', ['-c', script], { env, cwd: root }).then(
      () => false,
      () => true,
    )
    return { failed, log: await readFile(join(root, 'log'), 'utf8') }
  }

  for (const [title, command, steps] of [
    ['with units', 'npx tablero backup', ['tablero migrate', 'ln -sfn', 'systemctl restart']],
    ['with containers', 'bin/tablero backup', ['compose build', 'run --rm migrate', 'up -d']],
  ] as const) {
    test(`${title} run every step`, async () => {
      const { failed, log } = await run_of(upgrade_of(await text_of('docs/deploying.md'), command), 'no command')
      assert.equal(failed, false)
      for (const step of ['tablero backup', ...steps]) assert.ok(log.includes(step), step)
    })

    test(`${title} migrate and restart nothing after a failed backup`, async () => {
      const { failed, log } = await run_of(upgrade_of(await text_of('docs/deploying.md'), command), 'tablero backup')
      assert.ok(failed && log.includes('tablero backup'))
      for (const step of steps) assert.ok(!log.includes(step), step)
    })
  }

  test('with units end when the new version cannot be loaded or built', async () => {
    const block = upgrade_of(await text_of('docs/deploying.md'), 'npx tablero backup')
    for (const command of ['git clone', 'npm ci', 'npm run pages']) {
      const { failed, log } = await run_of(block, command)
      assert.ok(failed && !log.includes('tablero backup') && !log.includes('systemctl'), command)
    }
  })

  test('with units write backups into a folder that an earlier step makes for root alone', async () => {
    const document = await text_of('docs/deploying.md')
    const units = document.slice(document.indexOf('\n## systemd'))
    const folders = [...units.matchAll(/npx tablero backup (\/\S*)\/[^/\s]+/g)].map(([, folder]) => folder!)
    assert.equal(folders.length, 2)
    const made = /^install -d -m 700 ([^&-]+)/m.exec(units)![1]!.split(' ')
    for (const folder of folders) assert.ok(made.includes(folder), folder)
  })
})

suite('a worker can write the anchors of the audit chains', () => {
  test('in containers, into a volume', async () => {
    const { of_tablero, volumes } = await compose_settings({ BASE_URL: 'https://tablero.example.com' })
    const { config, mounted } = of_tablero.find(({ name }) => name === 'worker')!
    const place = fileURLToPath(config.anchors_to.url)
    const volume = mounted.map((one) => one.split(':')).find(([, at]) => place.startsWith(`${at}/`))
    assert.ok(volume, `${place} is in no volume`)
    assert.ok(Object.hasOwn(volumes, volume[0]!))
    assert.equal(volume[2], undefined, 'the volume is not read-only')
    // A new volume belongs to root, unless the image has the folder.
    assert.match(await text_of('Dockerfile'), new RegExp(`^RUN mkdir -m 1777 ${volume[1]}$`, 'm'))
  })

  test('in a unit, into its state directory, which all units share', async () => {
    const unit = await text_of('deploy/systemd/tablero@.service')
    const value_of = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
    const env = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs]) =>
      pairs!.split(' ').map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
    )
    await write_secrets(join(folder, 'credentials'))
    const expanded = env.map(([key, value]) => [
      key,
      value!.replace('%d', join(folder, 'credentials')).replace('%S', '/var/lib'),
    ])
    const place = fileURLToPath(load_config({}, Object.fromEntries(expanded)).anchors_to.url)
    const state = value_of('StateDirectory')
    assert.ok(state && `${place}/`.startsWith(`/var/lib/${state}/`), place)
    assert.match(value_of('User'), /^tablero/)
  })
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
