// What gates read of the repository's history. A copy of the project has none, and a shallow clone has a part.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const OUTPUT_BYTES_MAX = 16 * 2 ** 20
const GIT_MS = 20_000

export type Git = (...args: string[]) => Promise<string>

/** Runs Git in a folder, and returns what it prints. */
export function git_of(root: string): Git {
  return async (...args) => {
    const { stdout } = await run('git', args, { cwd: root, maxBuffer: OUTPUT_BYTES_MAX, timeout: GIT_MS })
    return stdout.trim()
  }
}

/** Why the history says nothing, for example 'a shallow history'. */
export async function missing_history(git: Git): Promise<string | undefined> {
  const shallow = await git('rev-parse', '--is-shallow-repository').catch(() => undefined)
  if (shallow === undefined) return 'no git history'
  return shallow === 'true' ? 'a shallow history' : undefined
}
