// Runs the protocol's public conformance suite against an address. The suite does not know API keys, so a small proxy adds one.
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const PACKAGE = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance')

export interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

/** The checks of each scenario that ran. */
export type Ran = Map<string, Check[]>

/** An address that adds a key to each request. The target is given later, because it must know this address. */
export async function key_proxy() {
  const target = { url: '', key: '' }
  const proxy = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming
    const outgoing = request(target.url + path, {
      method,
      headers: { ...headers, authorization: `Bearer ${target.key}` },
    })
    outgoing.on('response', (got) => {
      answer.writeHead(got.statusCode!, got.headers)
      got.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const close = () => {
    proxy.close()
    proxy.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, target, close }
}

/** The names below `server:`, up to the next key. */
export async function required_by(revision: string): Promise<string[]> {
  const yaml = await readFile(join(PACKAGE, 'requirements', `${revision}.yaml`), 'utf8')
  const [, list = ''] = /^server:\n((?: {2}- .+\n)+)/m.exec(yaml) ?? []
  return [...list.matchAll(/- (\S+)/g)].map(([, name]) => name!)
}

/** Runs the requirements of a revision in that revision's own protocol. The suite sends requests with foreign origins to this address. */
export async function run_suite(url: string, revision: string): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  try {
    const args = ['server', '--url', `${url}/mcp`, '--requirements', revision, '-o', folder]
    const child = spawn(process.execPath, [join(PACKAGE, 'dist/index.js'), ...args], { stdio: 'ignore' })
    await new Promise((done) => child.once('exit', done))
    const checks: Ran = new Map()
    for (const name of await readdir(folder)) {
      const scenario = /^server-(.+)-\d{4}-\d{2}-\d{2}T/.exec(name)?.[1]
      if (scenario) checks.set(scenario, JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')))
    }
    return checks
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Why each of the scenarios failed. A scenario that did not run has failed. */
export function failures_of(ran: Ran, scenarios: readonly string[]) {
  return scenarios.flatMap((scenario) => {
    const checks = ran.get(scenario) ?? []
    if (checks.length === 0) return [{ scenario, why: 'did not run' }]
    const failed = checks.filter(({ status }) => status === 'FAILURE')
    return failed.map(({ id, errorMessage }) => ({ scenario, why: `${id}: ${errorMessage}` }))
  })
}
