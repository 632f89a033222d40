// Each package whose code runs in the product is named in a decision, which says why it was taken. The pages contain the code of packages
// that npm counts as development packages.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { floor, type Gate } from './gate.ts'

const DECISIONS = 'docs/adr/*.md'
/** The table of packages, whose lines begin with the names. */
const LIBRARIES = 'docs/adr/0012_libraries.md'
const CHECKED_MIN = 50

type Versions = Record<string, string>
interface Package {
  dependencies?: Versions
  devDependencies?: Versions
  peerDependencies?: Versions
}

async function texts_of(root: string, patterns: string | string[]): Promise<string[]> {
  const paths = await Array.fromAsync(glob(patterns, { cwd: root }))
  return Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')))
}

/** The development packages that files of the pages import. */
async function in_pages(root: string, { devDependencies = {} }: Package): Promise<string[]> {
  const texts = await texts_of(root, 'dashboard/src/**/*.{ts,tsx,css}')
  const imported = texts.flatMap((text) => [
    ...text.matchAll(/(?:from |import |import\(|url\()['"]([^'".#][^'"]*)['"]/g),
  ])
  const names = imported.map(([, path]) => path!.split('/', path!.startsWith('@') ? 2 : 1).join('/'))
  return names.filter((name) => name in devDependencies)
}

/** Names in code quotes. */
const quoted = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!)

export const dependencies: Gate = {
  name: 'dependencies',
  async run(root) {
    const all: Package = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const of_npm = [all.dependencies, all.peerDependencies].flatMap((versions = {}) => Object.keys(versions))
    const running = [...new Set([...of_npm, ...(await in_pages(root, all))])].sort()
    const named = new Set((await texts_of(root, DECISIONS)).flatMap(quoted))
    const lines = (await readFile(join(root, LIBRARIES), 'utf8')).matchAll(/^\| (`.*?) \|/gm)
    const taken = [...lines].flatMap(([, names]) => quoted(names!))
    const known = new Set([...running, ...Object.keys(all.devDependencies ?? {})])
    const faults = [
      ...running
        .filter((name) => !named.has(name))
        .map(
          (name) =>
            `${name} is named in no decision. Say in ${LIBRARIES} why it was taken, or in a decision of its own`,
        ),
      ...taken
        .filter((name) => !known.has(name))
        .map((name) => `${LIBRARIES} has a line for ${name}, which package.json does not name`),
    ]
    return {
      faults: [...floor(running.length, CHECKED_MIN, 'packages'), ...faults],
      looked: `${running.length} packages`,
    }
  },
}
