// A process that is measured: gets its orders on standard input, says one line of JSON when it is ready, and others later.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Child<Ready> {
  ready: Ready
  /** What it says next. */
  said<Line>(): Promise<Line>
  stop(): Promise<void>
}

export async function child<Ready>(file: string, orders: unknown): Promise<Child<Ready>> {
  const started = spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((done) => started.once('exit', () => done()))
  started.stdin.end(JSON.stringify(orders))
  const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]()
  const said = async <Line>(): Promise<Line> => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${file} ended before it had said what it was to say`)
    return JSON.parse(value) as Line
  }
  return {
    ready: await said<Ready>(),
    said,
    stop() {
      started.kill('SIGTERM')
      return ended
    },
  }
}
