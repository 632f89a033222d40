// Certificates of an authority of the tests, made with OpenSSL.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** Why a test with certificates is skipped. */
export const lacks_openssl = (): Promise<string | undefined> =>
  run('openssl', ['version']).then(
    () => undefined,
    () => 'openssl, which makes the certificates, is not installed',
  )

export interface Certificate {
  key: string
  cert: string
}

/** An authority, and a certificate of it for these names (`DNS:localhost`, `IP:127.0.0.1`). */
export async function authority_of(names: string): Promise<Certificate & { ca: string }> {
  const cwd = await mkdtemp(join(tmpdir(), 'tablero-ca-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd })
  const read = (name: string) => readFile(join(cwd, name), 'utf8')
  try {
    await openssl(
      'req',
      '-x509',
      ...NEW_KEY,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '2',
      '-subj',
      '/CN=authority',
    )
    await openssl('req', ...NEW_KEY, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', '/CN=server')
    await writeFile(join(cwd, 'names'), `subjectAltName=${names}\n`)
    const by_ca = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names']
    await openssl('x509', '-req', '-in', 'request.pem', '-out', 'cert.pem', ...by_ca)
    return { ca: await read('ca.pem'), key: await read('key.pem'), cert: await read('cert.pem') }
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
}
