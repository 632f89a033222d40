// Repositories that tests make.
import { execFileSync } from 'node:child_process'

/** Runs Git without the settings of this machine or of a hook that runs the tests. */
export function git(cwd: string, ...args: string[]): string {
  const names = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  const env = { ...own, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', [...names, ...args], { cwd, env, stdio: 'pipe', encoding: 'utf8' }).trim()
}
