// Child processes, with all that they say.
import { type ChildProcess, spawn } from 'node:child_process'
import { READY_MS } from './image.ts'

export interface Child {
  process: ChildProcess
  ended: Promise<number | null>
  says(words: RegExp): Promise<void>
  said(): string
}

export function start_child(program: string, args: readonly string[], env = process.env): Child {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part))
  const ended = new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done))
  return {
    process: child,
    ended,
    said: () => text,
    says: (words) =>
      new Promise((done, fail) => {
        const look = () => words.test(text) && done(clearTimeout(late))
        const late = setTimeout(() => fail(new Error(`it did not say ${words}: ${text}`)), READY_MS).unref()
        child.stdout.on('data', look)
        look()
        void ended.then((code) => fail(new Error(`it ended with ${code}: ${text}`)), fail)
      }),
  }
}

/** Runs a program to its end. Returns what it wrote to standard output. Throws all that it said when it fails. */
export async function run_child(program: string, args: readonly string[], env = process.env): Promise<string> {
  const child = start_child(program, args, env)
  let output = ''
  child.process.stdout!.on('data', (part) => (output += part))
  const code = await child.ended
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${child.said()}`)
  return output
}
