// A gate: a condition that must hold before a change is merged. A gate reports its findings and the amount it checked, because a
// check of nothing would always pass.
import { spawn } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'

export interface Found {
  /** One sentence for each fault. Empty when the gate passes. */
  faults: string[]
  /** What the gate checked, such as '317 modules'. */
  looked: string
}

export interface Gate {
  name: string
  run(root: string): Promise<Found>
}

export const ROOT = join(import.meta.dirname, '../..')

const FOLDERS = ['src', 'sandbox', 'dashboard', 'test', 'scripts', 'bench', 'migrations', 'bin']

/** Files in the project's folders, as sorted paths from the root with forward slashes. */
export async function project_files(root: string, ending: string): Promise<string[]> {
  const files: string[] = []
  for await (const file of glob(`{${FOLDERS.join(',')}}/**/*${ending}`, { cwd: root }))
    files.push(file.replaceAll('\\', '/'))
  return files.sort()
}

/** A file, or a file below a folder. */
export const is_below = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`)

/** Runs a JavaScript or TypeScript program with this Node, on any platform. A variable of `env` that is undefined is left out. */
export function run_program(
  root: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
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

/** Fails when the gate checked fewer items than this, because then the gate itself is broken. */
export function floor(looked: number, least: number, what: string): string[] {
  return looked >= least ? [] : [`the gate checked only ${looked} of ${least} ${what}, so the gate is broken`]
}
