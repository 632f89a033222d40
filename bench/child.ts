// A measured process. It reads its input from standard input, writes one line of JSON when it is ready, and further lines later.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Child<Ready> {
  ready: Ready
  /** The next line of its standard output. */
  next_line<Line>(): Promise<Line>
  /** Asks for a line. The process writes one for each SIGUSR2. */
  ask<Line>(): Promise<Line>
  stop(): Promise<void>
}

export async function child<Ready>(file: string, orders: unknown): Promise<Child<Ready>> {
  const started = spawn(process.execPath, [join(import.meta.dirname, file)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((done) => started.once('exit', () => done()))
  started.stdin.end(JSON.stringify(orders))
  const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]()
  const next_line = async <Line>(): Promise<Line> => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${file} ended before it wrote its next line`)
    return JSON.parse(value) as Line
  }
  return {
    ready: await next_line<Ready>(),
    next_line,
    ask<Line>() {
      started.kill('SIGUSR2')
      return next_line<Line>()
    },
    stop() {
      started.kill('SIGTERM')
      return ended
    },
  }
}
