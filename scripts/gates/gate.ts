// A gate: something that has to hold before a change goes in. It says what it found and what it looked at, because a check that
// saw nothing passes too.
import { spawn } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'

export interface Found {
  /** One entry for each fault, as a person wants to read it. Empty: the gate is passed. */
  faults: string[]
  /** How much was looked at: '317 modules'. */
  looked: string
}

export interface Gate {
  name: string
  run(root: string): Promise<Found>
}

export const ROOT = join(import.meta.dirname, '../..')

const FOLDERS = ['src', 'sandbox', 'test', 'scripts', 'bench', 'migrations', 'bin']

/** Files of the project below its folders, as paths from the root with forward slashes, sorted. */
export async function project_files(root: string, ending: string): Promise<string[]> {
  const files: string[] = []
  for await (const file of glob(`{${FOLDERS.join(',')}}/**/*${ending}`, { cwd: root }))
    files.push(file.replaceAll('\\', '/'))
  return files.sort()
}

/** Runs a JavaScript or TypeScript program, with this Node, whatever the platform. */
export function run_program(root: string, args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code) => done({ code: code ?? 1, output: output.trim() }))
  })
}

/** At least this much must have been looked at, or the gate itself is broken. */
export function floor(looked: number, least: number, what: string): string[] {
  return looked >= least ? [] : [`only ${looked} ${what} were looked at, where there are ${least}: the gate is broken`]
}
