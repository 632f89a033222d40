// Which test files share a process. Most files take longer to read the product's modules, and to start it, than to run their tests.
// In one process, files run one after the other, each as a suite of its own, and the modules are read once. A module that they import
// awaits nothing at its top level, because the tests of a file would then join the suite of another one.
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../gates/gate.ts'

/** Files of one process. Few, so that the processes of a run end at nearly the same time. */
const TOGETHER_MAX = 8
/** Stands for all folders that have fewer files than a process takes. */
const SEVERAL = 'several'
/** These start programs and read little of the product themselves, or take long and are counted by file, as those of platforms. */
const ALONE = /^test\/(?:bench|connectors|faults|gates|runtime)\//
/** A file that measures or changes its process has one of its own. */
const OF_ITS_PROCESS =
  /\bprocess\.(?:argv|chdir|cpuUsage|env\.\w+ =(?!=)|exit|memoryUsage|on\(|once\()|\bglobalThis\.\w+ =(?!=)|\bmock\.(?:timers|method\((?:Date|console|process))|\bheap/

/** Returns what the runner gets: files with a process of their own, and files in `folder` that read several. */
export async function in_processes(files: readonly string[], folder: string): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')))
  const is_alone = (at: number) => ALONE.test(files[at]!) || OF_ITS_PROCESS.test(texts[at]!)
  const [alone = [], others = []] = [files.filter((_, at) => is_alone(at)), files.filter((_, at) => !is_alone(at))]
  const of_folder = Object.groupBy(others, dirname)
  const together = Object.entries(
    Object.groupBy(others, (file) => (of_folder[dirname(file)]!.length < TOGETHER_MAX ? SEVERAL : dirname(file))),
  ).flatMap(([of, found = []]) => chunks(of, found))
  const of_one = together.filter(({ files: read }) => read.length === 1).flatMap(({ files: read }) => read)
  const of_several = together.filter(({ files: read }) => read.length > 1)
  for (const { name, files: read } of of_several) await writeFile(join(folder, name), suites_of(read))
  return [...alone, ...of_one, ...of_several.map(({ name }) => join(folder, name))]
}

function chunks(of: string, files: readonly string[]): { name: string; files: string[] }[] {
  const count = Math.ceil(files.length / TOGETHER_MAX)
  return Array.from({ length: count }, (_, at) => ({
    name: `${of.replaceAll('/', '_')}_${at + 1}.test.mjs`,
    files: files.filter((_, of_file) => of_file % count === at),
  }))
}

const suites_of = (files: readonly string[]) => `import { suite } from 'node:test'

const files = ${JSON.stringify(
  files.map((file) => [file, pathToFileURL(join(ROOT, file)).href]),
  null,
  2,
)}
for (const [name, url] of files) suite(name, () => import(url))
`
