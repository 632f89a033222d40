// Settings that have rules of their own: the command that prints the master key, and TLS to PostgreSQL.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { ConfigFault, load_config } from '#config'
import { key_of_command } from '../../src/config/master_key.ts'

const KEY = Buffer.alloc(32, 7)
const HUSH = 'hush-hush-hush'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'configuration-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const with_env = (env: Record<string, string>) =>
  load_config({}, { PATH: process.env.PATH, DATA_DIR: join(folder, 'no_such_folder'), ...env })

/** A command that runs a program of Node. */
const node = (program: string) => JSON.stringify([process.execPath, '--eval', program])

function fault_of(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof ConfigFault, String(error))
    assert.doesNotMatch(error.message, new RegExp(HUSH))
    return error.message
  }
  return 'accepted'
}

suite('MASTER_KEY_COMMAND', () => {
  test('prints the key, as a list or as words, and no key is generated', async () => {
    const print = `console.log('${KEY.toString('base64')}')`
    assert.deepEqual(with_env({ MASTER_KEY_COMMAND: node(print) }).master_key, KEY)
    const program = join(folder, 'print_key.mjs')
    await writeFile(program, print)
    assert.deepEqual(with_env({ MASTER_KEY_COMMAND: `${process.execPath}   ${program}` }).master_key, KEY)
  })

  test('is no text for a shell', () => {
    const needs_a_shell = [
      `echo "$KEY"`,
      'cat key | base64',
      'cat $HOME/key',
      'true; cat key',
      '[]',
      '["cat", 1]',
      '[cat]',
    ]
    for (const command of needs_a_shell)
      assert.match(
        fault_of(() => with_env({ MASTER_KEY_COMMAND: command })),
        /MASTER_KEY_COMMAND must be a program/,
        command,
      )
    // An argument reaches the program as it is.
    const shown = JSON.stringify([
      process.execPath,
      '--eval',
      `process.exit(process.argv[1] === '$(id) *' ? 3 : 4)`,
      '$(id) *',
    ])
    assert.match(
      fault_of(() => with_env({ MASTER_KEY_COMMAND: shown })),
      /ended with status 3\./,
    )
  })

  test('that fails is reported without anything that it wrote', () => {
    const writes = `console.log('${HUSH}'); console.error('${HUSH}');`
    const faults = [
      [node(`${writes} process.exit(7)`), /ended with status 7/],
      [node(`${writes} process.kill(process.pid, 'SIGTERM')`), /ended with SIGTERM/],
      [node(writes), /must print 32 bytes in base64, and nothing else/],
      [node(`process.stdout.write('A'.repeat(100_000))`), /printed more than 4096 bytes/],
      ['/no/such/program', /could not be started \(ENOENT\)/],
    ] as const
    for (const [command, fault] of faults)
      assert.match(
        fault_of(() => with_env({ MASTER_KEY_COMMAND: command })),
        fault,
      )
  })

  test('that does not end is stopped, also when its child keeps the output open', () => {
    const began = performance.now()
    const command = ['/bin/sh', '-c', 'sleep 20 & sleep 20']
    assert.match(
      fault_of(() => key_of_command(command, process.env, 500)),
      /took longer than 0.5 seconds/,
    )
    assert.ok(performance.now() - began < 10_000)
  })

  test("does not see Tablero's own settings", () => {
    const env = { METRICS_TOKEN: HUSH.repeat(2), OLD_MASTER_KEYS_FILE: join(folder, 'old'), OTHER: 'x' }
    const print = `process.exit(Object.keys(process.env).filter((name) => /METRICS|MASTER|DATA_DIR/.test(name)).length + (process.env.OTHER === 'x' ? 10 : 0))`
    const run = () => with_env({ OTHER: env.OTHER, METRICS_TOKEN: env.METRICS_TOKEN, MASTER_KEY_COMMAND: node(print) })
    assert.match(fault_of(run), /ended with status 10\./)
  })

  test('excludes MASTER_KEY', () => {
    const both = { MASTER_KEY: KEY.toString('base64'), MASTER_KEY_COMMAND: 'cat key' }
    assert.match(
      fault_of(() => with_env(both)),
      /both set\. Set only one/,
    )
  })
})

suite('TLS to PostgreSQL', () => {
  const MASTER_KEY = KEY.toString('base64')
  const SERVER = 'postgres://me:secret@db.example.com/tablero'
  const address_of = (query: string, ca?: string) =>
    with_env({ MASTER_KEY, DATABASE_URL: `${SERVER}${query}`, ...(ca && { DATABASE_CA_FILE: ca }) }).database_url

  test('always checks certificate and name', async () => {
    for (const mode of ['require', 'verify-ca', 'verify-full'])
      assert.equal(address_of(`?sslmode=${mode}`), `${SERVER}?sslmode=verify-full`)
    const ca = join(folder, 'ca.pem')
    await writeFile(ca, 'a certificate')
    const checked = `${SERVER}?sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`
    assert.equal(address_of('', ca), checked)
    assert.equal(address_of('?sslmode=require', ca), checked)
  })

  test('is used only when it is asked for', () => {
    assert.equal(address_of(''), SERVER)
    assert.equal(address_of('?sslmode=disable'), `${SERVER}?sslmode=disable`)
  })

  test('is refused in a form without a check, or with a file that does not exist', async () => {
    const modes = ['?sslmode=prefer', '?sslmode=allow', '?sslmode=no-verify', '?ssl=no-verify', '?ssl=true']
    // The driver ignores a name that it does not know, and takes the last of several values.
    const misread = ['?sslMode=verify-full', '?ssl_mode=require', '?tls=true', '?sslmode=disable&sslmode=no-verify']
    for (const query of [...modes, ...misread])
      assert.match(
        fault_of(() => address_of(query)),
        /must ask for TLS with sslmode=verify-full/,
        query,
      )
    const ca = join(folder, 'ca2.pem')
    assert.match(
      fault_of(() => address_of('', ca)),
      /DATABASE_CA_FILE names a file that does not exist/,
    )
    await writeFile(ca, 'a certificate')
    assert.match(
      fault_of(() => address_of('?sslmode=disable', ca)),
      /must ask for TLS/,
    )
  })
})
