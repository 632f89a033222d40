// The two source trees in a comparison: the present working tree, and a commit that is checked out into a temporary folder.
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

export interface Tree {
  root: string
  /** The short hash and the subject of the commit. */
  says: string
}

async function git(args: string[], environment: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run('git', args, { cwd: ROOT, env: { ...process.env, ...environment } })
  return stdout.trim()
}

const title_of = (commit: string) => git(['log', '-1', '--format=%h %s', commit])

export async function present_tree(): Promise<Tree> {
  const is_changed = (await git(['status', '--porcelain'])) !== ''
  return { root: ROOT, says: `${await title_of('HEAD')}${is_changed ? ', with uncommitted changes' : ''}` }
}

/** Checks a commit out into a temporary folder. Git does not record the folder, so a leftover folder does no harm. */
export async function check_out(revision: string): Promise<Tree & { remove(): Promise<void> }> {
  const commit = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]).catch(
    () => {
      throw new Error(`This repository has no commit called ${revision}.`)
    },
  )
  const root = await mkdtemp(join(tmpdir(), 'tablero-against-'))
  const remove = () => rm(root, { recursive: true, force: true })
  try {
    await chmod(root, 0o755) // root's PostgreSQL runs as another user
    const index = { GIT_INDEX_FILE: join(root, '.git-index') }
    await git(['read-tree', commit], index)
    await git(['checkout-index', '--all', `--prefix=${root}/`], index)
    await install_packages(root)
    return { root, says: await title_of(commit), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Installs the packages of the tree's `package-lock.json`, or links the present packages if both files are equal. */
async function install_packages(root: string): Promise<void> {
  const [theirs, ours] = await Promise.all(
    [root, ROOT].map((folder) => readFile(join(folder, 'package-lock.json'), 'utf8')),
  )
  if (theirs === ours) await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'dir')
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root })
}
