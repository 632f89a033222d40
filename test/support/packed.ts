// The npm package, made from the files that the container's builder gets.
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { built_dashboard } from '../../scripts/dashboard/build.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Files and folders of the build context. */
export async function build_context(): Promise<string[]> {
  const lines = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n')
  return lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
}

/** Packs in `folder`. Returns the tarball and the folder of its files. */
export async function make_package(folder: string): Promise<{ tarball: string; files: string }> {
  const context = join(folder, 'context')
  for (const name of await build_context()) {
    await mkdir(dirname(join(context, name)), { recursive: true })
    await cp(join(ROOT, name), join(context, name), { recursive: true, filter: (file) => !file.endsWith('.test.ts') })
  }
  // The same sources, so they need not be built again.
  const pages = await built_dashboard()
  await cp(pages, pages.replace(ROOT, context), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(context, 'node_modules'), 'junction')
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: context })
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  const tarball = join(folder, filename)
  await run('tar', ['--extract', '--gzip', '--file', tarball, '--directory', folder])
  return { tarball, files: join(folder, 'package') }
}
