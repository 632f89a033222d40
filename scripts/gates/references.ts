// Checks that references in documents exist: links and headings, files and folders, npm scripts, operator commands.
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { basename, dirname, join, normalize } from 'node:path'
import { plan_of } from '../new/plan.ts'
import { floor, type Gate, project_files, run_program } from './gate.ts'

const DOCUMENTS = ['*.md', 'docs/**/*.md']
/**
 * Decisions and `CHANGELOG.md` are not rewritten when a file moves. Only their links must work, and the tests that hold a decision must
 * exist: their paragraph begins with "Held by".
 */
const HELD_BY = /^Held by .+(?:\n.+)*/gm
const FROZEN = /^(docs\/adr\/\d|CHANGELOG)/
const PATH = /^(?:src|sandbox|test|scripts|bench|migrations|bin|docs|\.ci)\/[\w./<>*-]*$/
const FILE_NAME = /^[\w.<>-]+\.(?:ts|mjs|grit|sql|md|jsonc)$/

interface Project {
  root: string
  npm_scripts: Record<string, string>
  names: Set<string>
  command_line: CommandLine
}

export const references: Gate = {
  name: 'document references',
  async run(root) {
    const documents: string[] = []
    for await (const file of glob(DOCUMENTS, { cwd: root })) documents.push(file.replaceAll('\\', '/'))
    const project = await look_at(root)
    let cited = 0
    const faults: string[] = []
    for (const document of documents.sort()) {
      const text = await readFile(join(root, document), 'utf8')
      for (const [what, is_there] of citations(document, text, project)) {
        cited += 1
        if (!(await is_there())) faults.push(`${document}: ${what} does not exist`)
      }
    }
    return { faults: [...floor(documents.length, 1, 'documents'), ...faults], looked: `${cited} references` }
  },
}

async function look_at(root: string): Promise<Project> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const files = [...(await project_files(root, '.*')), ...(await Array.fromAsync(glob(DOCUMENTS, { cwd: root })))]
  const names = new Set([...files.map((file) => basename(file)), 'knip.jsonc'])
  return { root, npm_scripts: scripts, names, command_line: command_line(root) }
}

type Citation = [what: string, is_there: () => Promise<boolean> | boolean]

function* citations(document: string, text: string, project: Project): Generator<Citation> {
  yield* links(document, text, project)
  const code = [...text.matchAll(/^```.*\n([\s\S]*?)^```/gm)].map(([, block]) => block!)
  const spans = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!)
  yield* commands([...code, ...spans], project)
  if (FROZEN.test(document)) {
    for (const [held] of text.matchAll(HELD_BY)) yield* citations_of_tests(held.replaceAll('\n', ' '), project)
    return
  }
  const to_come = new Set(
    [...text.matchAll(/npm run new (\w+) ([\w/]+)/g)].flatMap(([, kind, name]) => made_by_scaffold(kind!, name!)),
  )
  for (const word of [...code, ...spans].flatMap((part) => part.split(/[\s,;:()'"=]+/))) {
    const path = word.replace(/\.$/, '')
    if (PATH.test(path)) yield [path, () => to_come.has(path.replace(/\/$/, '')) || exists(path, project.root)]
  }
  yield* test_names(text, project)
  for (const span of spans)
    if (FILE_NAME.test(span)) yield [span, () => project.names.has(span) || exists(`{.,**}/${span}`, project.root)]
}

function* citations_of_tests(held: string, project: Project): Generator<Citation> {
  for (const [, path] of held.matchAll(/`((?:test|src|sandbox)\/[^`\s]+)`/g))
    yield [path!, () => exists(path!, project.root)]
  yield* test_names(held, project)
}

/**
 * Names of tests or suites in quotes after the path of a test. "…" stands for any words. A folder of tests shares lists of cases, so the
 * name can be a text of any of its files.
 */
function* test_names(text: string, { root }: Project): Generator<Citation> {
  for (const [, path, quoted] of text.matchAll(/`((?:test|src)\/[\w./]+\.ts)`,? \(?((?:"[^"\n]+"(?:, | and )?)+)/g))
    for (const [, name] of quoted!.matchAll(/"([^"]+)"/g))
      yield [`${path}, "${name}"`, () => has_test(join(root, dirname(path!)), name!)]
}

async function has_test(folder: string, name: string): Promise<boolean> {
  const text = text_like(name)
  if (!text) return false
  for await (const file of glob('**/*.ts', { cwd: folder }))
    if (text.test(without_comments(await readFile(join(folder, file), 'utf8')))) return true
  return false
}

/** A whole text of one line with these words in their order. Undefined without words. */
function text_like(name: string): RegExp | undefined {
  const parts = name.split('…').map((part) => part.trim().replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  if (parts.every((part) => part === '')) return undefined
  return new RegExp(`(['"\`])${parts.join('(?:(?!\\1)[^\\n])*')}\\1`)
}

const without_comments = (source: string) => source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')

function* links(document: string, text: string, { root }: Project): Generator<Citation> {
  for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(https?|mailto):/.test(target!)) continue
    const [path, heading] = target!.split('#') as [string, string?]
    const file = path === '' ? document : normalize(join(dirname(document), path))
    yield [target!, () => existsSync(join(root, file))]
    if (heading && file.endsWith('.md')) yield [target!, async () => (await headings(join(root, file))).has(heading)]
  }
}

async function headings(file: string): Promise<Set<string>> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const slug = (title: string) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
  return new Set([...text.matchAll(/^#+\s+(.*)$/gm)].map(([, title]) => slug(title!)))
}

function* commands(parts: string[], { npm_scripts, command_line }: Project): Generator<Citation> {
  for (const part of parts) {
    for (const [command, name] of part.matchAll(/npm run (?:--[\w-]+ )*([a-z][\w-]*)/g))
      yield [command, () => name! in npm_scripts]
    // The machine's own Node may be too old for TypeScript.
    for (const [, npx, command] of part.matchAll(/(npx )?\b(node [\w./-]+\.ts)\b/g))
      yield [`npx before ${command}`, () => npx !== undefined]
    for (const [command, name] of part.matchAll(/npm (test|start)\b/g)) yield [command, () => name! in npm_scripts]
    for (const [command, first, second] of part.matchAll(/npx tablero ([a-z]+(?:-[a-z]+)*)(?: ([a-z]+)\b(?![_.-]))?/g))
      yield [command, () => command_line.has(first!, second)]
    for (const [, first, second, given] of part.matchAll(/npx tablero ([a-z-]+)(?: ([a-z]+)\b)?([^\n|&;]*)/g))
      for (const [flag] of given!.matchAll(/(?<!\S)--[a-z][\w-]*/g))
        yield [`${flag} of npx tablero ${first} ${second ?? ''}`.trim(), () => command_line.takes(first!, second, flag)]
  }
}

/** Prints the names of all commands with those below them, and their flags, in place of running one. */
const LIST_COMMANDS = `
import { Command } from 'commander'
const names_of = (command) => [command.name(), ...command.aliases()]
const flags_of = (command) => command.options.map(({ long }) => long)
Command.prototype.parseAsync = async function () {
  const named = this.commands.flatMap((command) => names_of(command).map((name) => [name, command]))
  const names = named.map(([name, command]) => [name, command.commands.flatMap(names_of)])
  const below = named.flatMap(([first, { commands }]) => commands.flatMap((one) => names_of(one).map((name) => [first + ' ' + name, one])))
  const flags = [...named, ...below].map(([path, command]) => [path, [...flags_of(command), ...flags_of(this), '--help']])
  console.log(JSON.stringify({ names: [...names, ['help', []]], flags }))
}
await import('./src/cli/main.ts')`

interface Listed {
  names: [string, string[]][]
  flags: [string, string[]][]
}

async function list_commands(root: string): Promise<Listed> {
  const { code, output } = await run_program(root, ['--input-type=module', '--eval', LIST_COMMANDS])
  if (code !== 0) throw new Error(`the command line cannot list its commands: ${output}`)
  return JSON.parse(output)
}

/** The operator's commands, each with those below it. */
export const operator_commands = async (root: string): Promise<Map<string, string[]>> =>
  new Map((await list_commands(root)).names)

interface CommandLine {
  /** Whether there is `first`, and `second` below it when `first` has subcommands. */
  has(first: string, second: string | undefined): Promise<boolean>
  takes(first: string, second: string | undefined, flag: string): Promise<boolean>
}

function command_line(root: string): CommandLine {
  let asked: Promise<Listed> | undefined
  const listed = () => (asked ??= list_commands(root))
  return {
    async has(first, second) {
      const below = new Map((await listed()).names).get(first)
      return below !== undefined && (second === undefined || below.length === 0 || below.includes(second))
    },
    async takes(first, second, flag) {
      const flags = new Map((await listed()).flags)
      return (flags.get(`${first} ${second}`) ?? flags.get(first))?.includes(flag) ?? false
    },
  }
}

function made_by_scaffold(kind: string, name: string): string[] {
  const files = Object.keys(plan_of(kind, name).files)
  return files.flatMap((file) => [file, dirname(file)])
}

/** `<platform>` means any name. */
async function exists(path: string, root: string): Promise<boolean> {
  const pattern = path.replaceAll(/<\w+>/g, '*').replace(/\/$/, '')
  for await (const _ of glob(pattern, { cwd: root, exclude: ['node_modules/**', '.git/**'] })) return true
  return false
}
