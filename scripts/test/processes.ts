// Which test files share a process. Most files take longer to read the product's modules, and to start it, than to run their tests.
// In one process, files run one after the other, each as a suite of its own, and the modules are read once. A suite requires its file, so
// no module that the file imports awaits at its top level.
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../gates/gate.ts'

/** Files of one process. Few, so that the processes of a run end at nearly the same time. */
const TOGETHER_MAX = 12
/** These start programs and read little of the product themselves, or take long and are counted by file, as those of platforms. */
const ALONE = /^test\/(?:bench|connectors|faults|gates|runtime)\//
/** A file that measures or changes its process has one of its own. */
const OF_ITS_PROCESS =
  /\bprocess\.(?:argv|chdir|cpuUsage|env\.\w+ =(?!=)|exit|memoryUsage|on\(|once\()|\bglobalThis\.\w+ =(?!=)|\bmock\.(?:timers|method\((?:Date|console|process))|\bheap/

/** A file that awaits at its top level cannot be required. */
const AWAITS = /^(?:\w.*[ (])?await /m

/** Flags of each process of a run. The order matters: what the second one imports would start the runner before the first. */
export const PROCESS_FLAGS = ['untracked_promises.ts', 'ends.ts'].map(
  (name) => `--import=${pathToFileURL(join(import.meta.dirname, name))}`,
)

/** Returns what the runner gets: files with a process of their own, and files in `folder` that read several. */
export async function in_processes(files: readonly string[], folder: string): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')))
  const is_alone = (at: number) => ALONE.test(files[at]!) || [OF_ITS_PROCESS, AWAITS].some((it) => it.test(texts[at]!))
  const [alone = [], others = []] = [files.filter((_, at) => is_alone(at)), files.filter((_, at) => !is_alone(at))]
  const parts = Object.values(Object.groupBy(others, dirname)).flatMap((of_folder = []) => chunks(of_folder))
  const processes = packed(parts)
  const of_one = processes.filter(({ length }) => length === 1).flat()
  const of_several = processes
    .filter(({ length }) => length > 1)
    .map((read, at) => ({ path: join(folder, `several_${at + 1}.test.mjs`), read }))
  for (const { path, read } of of_several) await writeFile(path, suites_of(read))
  return [...alone, ...of_one, ...of_several.map(({ path }) => path)]
}

/** Parts of about the same size. */
function chunks(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / TOGETHER_MAX)
  return Array.from({ length: count }, (_, at) => files.filter((_, of_file) => of_file % count === at))
}

/** Small parts share a process. Each stays whole, because files of a folder share what they open. */
function packed(parts: readonly string[][]): string[][] {
  const processes: string[][] = []
  for (const part of parts.toSorted((a, b) => b.length - a.length)) {
    const place = processes.find(({ length }) => length + part.length <= TOGETHER_MAX)
    if (place) place.push(...part)
    else processes.push([...part])
  }
  return processes
}

const suites_of = (files: readonly string[]) => `import { createRequire } from 'node:module'
import { suite } from 'node:test'

const require = createRequire(import.meta.url)
const files = ${JSON.stringify(
  files.map((file) => [file, join(ROOT, file)]),
  null,
  2,
)}
for (const [name, path] of files) suite(name, () => void require(path))
`
