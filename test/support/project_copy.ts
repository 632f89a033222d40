// A copy of the project in a temporary folder, for tests that add violations or write files. It uses the project's installed packages.
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const COPIED = [
  ...['src', 'sandbox', 'scripts', 'bench', 'migrations', 'bin', 'docs', 'dashboard'],
  ...['package.json', 'tsconfig.json', 'biome.json', 'knip.jsonc', '.dependency-cruiser.mjs', '.gitignore'],
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'],
]

export interface ProjectCopy {
  root: string
  remove(): Promise<void>
}

/** `parts`: the files and folders that the copy has. The more there are, the longer a gate takes. */
export async function project_copy(parts: readonly string[] = [...COPIED, 'test']): Promise<ProjectCopy> {
  const root = await mkdtemp(join(tmpdir(), 'tablero-copy-'))
  for (const name of parts) await cp(join(ROOT, name), join(root, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction')
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}
