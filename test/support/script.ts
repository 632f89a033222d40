// Runs a script of the tests in its own process.
import { spawn } from 'node:child_process'

export interface Ended {
  code: number | null
  output: string
}

export function run_script(file: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((done) => child.once('close', (code) => done({ code, output })))
}
