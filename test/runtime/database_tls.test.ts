// TLS to a real PostgreSQL, whose certificate comes from an authority of this test. Every way in which Tablero connects uses TLS. A server
// without the right certificate is refused.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { load_config } from '#config'
import { with_connection } from '#db/connection.ts'
import { start_postgres } from '#db/embedded/server.ts'
import { mistake_of } from '#lib/mistakes.ts'
import { start_tablero } from '#test/processes.ts'

const run = promisify(execFile)
const MASTER_KEY = Buffer.alloc(32, 1)
const REFUSED = /^The database refused the connection: .*Check sslmode in DATABASE_URL, and DATABASE_CA_FILE\.$/

let folder: string
let server: Awaited<ReturnType<typeof start_postgres>>
let skip: string | undefined

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablero-tls-'))
  await chmod(folder, 0o755) // when root runs the tests, PostgreSQL is another user
  skip = await run('openssl', ['version']).then(
    () => undefined,
    () => 'openssl, which makes the certificates, is not installed',
  )
  if (skip) return
  server = await start_postgres({ data_dir: join(folder, 'data'), disposable: true })
  await Promise.all(['ca', 'other_ca'].map(make_authority))
  await make_certificate()
})
after(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const at = (name: string) => join(folder, name)
const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

async function make_authority(name: string) {
  const subject = ['-subj', `/CN=${name}`]
  await openssl('req', '-x509', ...NEW_KEY, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-days', '2', ...subject)
}

/** A certificate for the name localhost only. */
async function make_certificate() {
  await openssl('req', ...NEW_KEY, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost')
  await writeFile(at('names'), 'subjectAltName=DNS:localhost\n')
  const by_ca = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names']
  await openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...by_ca)
}

/** PostgreSQL itself writes its key, because only a file of its own user may be its key. */
async function turn_on_tls() {
  await with_connection(server.url, 'test', async (db) => {
    for (const file of ['server.key', 'server.pem']) {
      const lines = (await readFile(at(file), 'utf8')).trim().split('\n')
      const rows = lines.map((line) => `(${db.escapeLiteral(line)})`).join(', ')
      await db.query(`copy (values ${rows}) to program 'umask 077; cat > ${file}'`)
    }
    await db.query(`alter system set ssl_key_file = 'server.key'`)
    await db.query(`alter system set ssl_cert_file = 'server.pem'`)
    await db.query('alter system set ssl = on')
    await db.query('select pg_reload_conf()')
  })
}

/** The address as the configuration makes it. */
function address({ host = 'localhost', ca = 'ca.pem' }: { host?: string; ca?: string }): string {
  const url = new URL(server.url)
  url.hostname = host
  const env = { DATABASE_URL: url.href, DATABASE_CA_FILE: at(ca), MASTER_KEY: MASTER_KEY.toString('base64') }
  return load_config({}, env).database_url!
}

const ENCRYPTED = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'
const is_encrypted = (url: string) =>
  with_connection(url, 'test', async (db) => (await db.query<{ ssl: boolean }>(ENCRYPTED)).rows[0]!.ssl)

/** The sentence that an operator reads. */
const sentence_of = (url: string) =>
  is_encrypted(url).then(
    (encrypted) => `accepted, encrypted: ${encrypted}`,
    (error) => mistake_of(error) ?? `no sentence for ${error}`,
  )

test('a server without TLS, with the wrong authority or with another name is refused, and the right one is used', async (context: TestContext) => {
  if (skip) return context.skip(skip)
  assert.match(await sentence_of(address({})), REFUSED)
  await turn_on_tls()
  const deadline = performance.now() + 10_000
  while (!/^accepted/.test(await sentence_of(address({}))) && performance.now() < deadline);
  assert.equal(await sentence_of(address({})), 'accepted, encrypted: true')
  assert.match(await sentence_of(address({ ca: 'other_ca.pem' })), REFUSED)
  const public_authorities = new URL(server.url)
  public_authorities.hostname = 'localhost'
  public_authorities.search = '?sslmode=verify-full'
  assert.match(await sentence_of(public_authorities.href), REFUSED)
  assert.match(await sentence_of(address({ host: '127.0.0.1' })), REFUSED)
})

test('every connection of a process uses TLS: migrations, the queue, calls and notifications', async (context: TestContext) => {
  if (skip) return context.skip(skip)
  await with_connection(server.url, 'test', async (db) => {
    await db.query('create database encrypted')
    // Only connections with TLS are accepted from now on.
    await db.query(`copy (values ('hostssl all all all scram-sha-256')) to program 'cat > pg_hba.conf'`)
    await db.query('select pg_reload_conf()')
  })
  await assert.rejects(
    with_connection(server.url, 'test', async () => undefined),
    { code: '28000' },
  )
  const url = new URL(server.url)
  Object.assign(url, { hostname: 'localhost', pathname: '/encrypted' })
  const env = { DATABASE_CA_FILE: at('ca.pem') }
  const process = await start_tablero({ name: 'tls', role: 'all', database_url: url.href, master_key: MASTER_KEY, env })
  try {
    const { rows } = await with_connection(address({}), 'test', (db) =>
      db.query<{ ssl: boolean }>(
        `select ssl from pg_stat_activity a join pg_stat_ssl using (pid) where a.datname = 'encrypted' and a.backend_type = 'client backend'`,
      ),
    )
    assert.ok(rows.length >= 3, `${rows.length} connections`)
    assert.ok(rows.every(({ ssl }) => ssl))
  } finally {
    await process.end('SIGTERM')
  }
})
