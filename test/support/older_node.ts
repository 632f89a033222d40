// `bin/tablero` as a Node runs it that is too old for Tablero: it starts the Node of the package "node".
import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const NEEDED = /^const OLDEST_NODE = (\d+)$/m
const run = promisify(execFile)

/** Makes a project in `folder` whose `bin/tablero` finds every Node of today too old. `nodes`: its installed packages. */
export async function project_for_newer_node(folder: string, { nodes = join(ROOT, 'node_modules') } = {}) {
  const text = await readFile(join(ROOT, 'bin/tablero'), 'utf8')
  if (!NEEDED.test(text)) throw new Error('bin/tablero names no oldest Node')
  await mkdir(join(folder, 'bin'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  await writeFile(join(folder, 'bin/tablero'), text.replace(NEEDED, 'const OLDEST_NODE = 999'))
  await symlink(join(ROOT, 'src'), join(folder, 'src'), 'junction')
  await symlink(nodes, join(folder, 'node_modules'), 'junction')
  return join(folder, 'bin/tablero')
}

/** A Node of this machine that is too old for Tablero and new enough for `bin/tablero`. */
export async function older_node(): Promise<string | undefined> {
  const [, needed] = NEEDED.exec(await readFile(join(ROOT, 'bin/tablero'), 'utf8'))!
  const { engines } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const oldest = Number(/^>=(\d+)$/.exec(engines.node)![1])
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, 'node')
    // The options that a test run gives to Node are those of a newer one.
    const found = await run(file, ['-p', 'parseInt(process.versions.node)'], { env: {} }).catch(() => undefined)
    if (found && Number(found.stdout) >= oldest && Number(found.stdout) < Number(needed)) return file
  }
  return undefined
}
