// The sandbox as a child process that ends when this process ends, in whatever way.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ConfigFault } from '#config'

const MAIN = join(import.meta.dirname, '../../sandbox/main.ts')

export interface RunningSandbox {
  url: string
  /** Settles when the sandbox ended by itself. */
  ended: Promise<void>
  /** Where the platform sends browsers back to, for platforms that take no such address from the browser. */
  register_app(platform: string, return_url: string): Promise<void>
  stop(): void
}

export async function start_sandbox({ orders }: { orders: string | undefined }): Promise<RunningSandbox> {
  const args = [MAIN, '--exit-with-stdin', ...(orders ? ['--orders', orders] : [])]
  // Its own process group: Ctrl-C must not end the sandbox while syncs still finish.
  const child = spawn(process.execPath, args, { detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const first_line = new Promise<string>((done) => createInterface({ input: child.stdout! }).once('line', done))
  const line = await Promise.race([first_line, ended])
  if (!line) throw new ConfigFault('The sandbox did not start.') // the sandbox has printed the reason
  const { url } = JSON.parse(line) as { url: string }
  return {
    url,
    ended,
    stop: () => child.kill('SIGTERM'),
    async register_app(platform, return_url) {
      await fetch(`${url}/control/apps/${platform}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ return_url }),
      })
    },
  }
}
