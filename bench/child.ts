// A process that is measured: gets its orders on standard input, says one line of JSON when it is ready.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Child<Ready> {
  ready: Ready
  stop(): Promise<void>
}

export async function child<Ready>(file: string, orders: unknown): Promise<Child<Ready>> {
  const started = spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((done) => started.once('exit', () => done()))
  started.stdin.end(JSON.stringify(orders))
  const line = await Promise.race([
    new Promise<string>((done) => createInterface({ input: started.stdout }).once('line', done)),
    ended,
  ])
  if (!line) throw new Error(`${file} ended before it was ready`)
  return {
    ready: JSON.parse(line) as Ready,
    stop() {
      started.kill('SIGTERM')
      return ended
    },
  }
}
