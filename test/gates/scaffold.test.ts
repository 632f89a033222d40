// The files that `npm run new` writes pass the gates without any change.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { prepare_logins } from '#db/logins.ts'
import { migrate } from '#db/migrate.ts'
import { empty_database, type TestDatabase, test_credentials } from '#test/database.ts'
import { budgets } from '../../scripts/gates/budgets.ts'
import { type Gate, project_files, run_program } from '../../scripts/gates/gate.ts'
import { imports_of } from '../../scripts/gates/imports.ts'
import { migrations } from '../../scripts/gates/migrations.ts'
import { names } from '../../scripts/gates/names.ts'
import { dead_code } from '../../scripts/gates/programs.ts'
import { references } from '../../scripts/gates/references.ts'
import { regexes } from '../../scripts/gates/regexes.ts'
import { type ProjectCopy, project_copy } from '../support/project_copy.ts'

let copy: ProjectCopy
/** The files of scaffolds alone, for gates that look at each file alone. */
let alone: ProjectCopy
/** With the migrations of the copy. */
let database: TestDatabase | undefined
/** Paths of the files that scaffolds wrote or changed. */
const written = new Set<string>()

/** Runs a scaffold without `npm run gen`. A later test runs the generator once for all scaffolds. */
const begin = (...args: string[]) => run_program(copy.root, ['scripts/new.ts', '--no-gen', ...args])
const text_of = (path: string) => readFile(join(copy.root, path), 'utf8')

/** Gates of single files, and gates that need the project. Two more check packages and images, which no scaffold writes. */
const of_files = [names, regexes, budgets]
const of_project = () => {
  const tests = [...written].filter((path) => path.startsWith('test/') && path.endsWith('.ts'))
  return [imports_of(['src', 'sandbox', ...tests]), dead_code, references, migrations]
}
/** Prints the generated files that are not up to date. */
const PRINT_OUTDATED = `
import { generated_files, outdated } from './scripts/gen/files.ts'
console.log((await outdated(await generated_files(process.argv[1]))).join())`
/** The tests of the records, of what clients get, and of the search, but without measured prompts, which are about the tools of the product alone. */
const PATTERN = '--test-name-pattern=one of the|every tool has|a question in|complete annotations'
/** A platform that no key names yet. */
const NEW_PLATFORM = 'email_d'

before(async () => {
  // The generator and the tests that a test starts use the server of this run, because another takes seconds to start.
  process.env.TEST_DATABASE_URL = process.env.TABLERO_TEST_SERVER
  copy = await project_copy()
  alone = await project_copy([])
})

after(async () => {
  await copy?.remove()
  await alone?.remove()
  await database?.drop()
})

test('a scaffold writes its files and puts the unit on its list, sorted', async () => {
  const begun = [
    ['tool', 'query/query_returns'],
    ['tool', 'workshop/create_sketch'],
    ['connector', NEW_PLATFORM],
    ['job', 'send_postcards'],
    ['table', 'postcards'],
    ['record', 'query/gifts'],
    ['record', 'workshop/drawings'],
  ]
  for (const [kind, name] of begun) {
    const { code, output } = await begin(kind!, name!)
    assert.equal(code, 0, output)
    const [, ...rest] = output.split('\n\n')
    assert.ok(rest.length > 0, 'the output names the next steps')
    for (const path of output.split('\n\n')[0]!.split('\n')) {
      assert.ok(existsSync(join(copy.root, path)), path)
      written.add(path)
    }
  }
  assert.match(await text_of('src/tools/query/index.ts'), /query_products,\n\s+query_returns,\n/)
  assert.match(await text_of('src/tools/index.ts'), /summary, workshop \}|summary,\n\s+workshop,/)
  assert.match(await text_of('src/tools/workshop/index.ts'), /tools: \{ \.\.\.drawings\.tools, create_sketch \}/)
  assert.match(await text_of('src/connectors/index.ts'), /\bemail_d,/)
  for (const list of ['src/domain/platforms.ts', 'src/domain/platform_names.ts', 'dashboard/src/lib/platforms.ts'])
    assert.match(await text_of(list), /\n {2}email_d: .+\n\}/, list)
  for (const language of ['en', 'es', 'pt'])
    assert.match(await text_of(`src/messages/${language}.ts`), /\n {2}'platform\.email_d': /)
  assert.match(await text_of('src/jobs/index.ts'), /\bsend_postcards,/)
})

test('a scaffold also writes the generated files that depend on it', async () => {
  const { code, output } = await run_program(copy.root, ['scripts/new.ts', 'tool', 'workshop/list_sketches'])
  assert.equal(code, 0, output)
  assert.match(await text_of('src/db/schema.ts'), /drawings: Drawings/)
  assert.match(await text_of('docs/openapi.json'), /"list_sketches"/)
  assert.match(await text_of('test/mcp/tokens.json'), /"update_drawing"/)
})

test('the files of scaffolds pass the gates of the project', async () => {
  const files = [...written].filter((path) => /\.(?:ts|json)$/.test(path))
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...files]
  const linted = await run_program(copy.root, biome)
  assert.equal(linted.code, 0, linted.output)
  assert.match(linted.output, new RegExp(`Checked ${files.length} files`))
  for (const path of written) {
    await mkdir(dirname(join(alone.root, path)), { recursive: true })
    await cp(join(copy.root, path), join(alone.root, path))
  }
  for (const gate of of_files) assert.deepEqual(await faults_in(alone, gate), [], gate.name)
  for (const gate of of_project()) assert.deepEqual(await faults_in(copy, gate), [], gate.name)
  const prose = await run_program(copy.root, ['scripts/prose.ts', ...written])
  assert.equal(prose.code, 0, prose.output)
  const generated = await run_program(copy.root, ['--input-type=module', '-e', PRINT_OUTDATED, (await migrated()).url])
  assert.deepEqual(generated, { code: 0, output: '' })
  await check_types_of(files.filter((path) => path.endsWith('.ts')))
})

async function migrated(): Promise<TestDatabase> {
  if (database) return database
  database = await empty_database()
  await migrate(database.url, { folder: join(copy.root, 'migrations') })
  await prepare_logins(database.url, test_credentials)
  return database
}

/** gates.test.ts checks the types of all other files. Here they are read, for those of the scaffolds, and not checked. */
async function check_types_of(files: string[]) {
  for (const path of await project_files(copy.root, '.{ts,tsx}')) {
    const text = files.includes(path) ? '' : await text_of(path)
    if (text) await writeFile(join(copy.root, path), `// @ts-nocheck\n${text}`)
  }
  const project = { extends: './tsconfig.json', include: [], files }
  await writeFile(join(copy.root, 'tsconfig.written.json'), JSON.stringify(project))
  const tsc = [
    'node_modules/typescript/bin/tsc',
    '--project',
    'tsconfig.written.json',
    '--singleThreaded',
    '--listFiles',
  ]
  const { code, output } = await run_program(copy.root, tsc)
  assert.equal(code, 0, output)
  for (const path of files) assert.ok(output.includes(path), `the compiler did not read ${path}`)
}

async function run_tests(args: string[]) {
  const template = new URL((await migrated()).url).pathname.slice(1)
  // A nested test run does nothing with the variable of the outer one.
  const env = { TABLERO_TEST_TEMPLATE: template, NODE_TEST_CONTEXT: undefined }
  return run_program(copy.root, ['--test', '--test-force-exit', '--test-reporter=spec', ...args], env)
}

test('search finds a new tool in three languages, clients get it, and a new record passes its own test', async () => {
  for (const area of ['query', 'workshop']) assert.match(await text_of(`test/mcp/prompts/${area}.json`), /"pt": \[/)
  const files = [
    'test/mcp/search.test.ts',
    'test/contract/mcp.test.ts',
    'src/tools/workshop/drawings.test.ts',
    'src/tools/query/gifts.test.ts',
  ]
  const { code, output } = await run_tests([PATTERN, ...files])
  assert.equal(code, 0, output)
  for (const passed of [
    /✔ every tool has/,
    /✔ .*a question in pt/,
    /✔ gets every tool/,
    /✔ one of the drawings/,
    /✔ one of the gifts/,
  ])
    assert.match(output, passed)
})

test('new tools and a new record pass the suite of their area, and a new table has its rights', async () => {
  const files = ['test/areas/workshop.test.ts', 'test/security/roles.test.ts']
  const { code, output } = await run_tests(['--test-update-snapshots', ...files])
  assert.equal(code, 0, output)
  for (const passed of [/✔ workshop/, /✔ update_drawing/, /✔ create_sketch/, /✔ a role has exactly the rights/])
    assert.match(output, passed)
})

test('a scaffold overwrites nothing, and a wrong kind or name gets a helpful sentence', async () => {
  const tool = await text_of('src/tools/query/query_orders.ts')
  const refused: [string[], RegExp][] = [
    [['tool', 'query/query_orders'], /query_orders\.ts exists already\. Choose another name\./],
    [['gadget', 'x'], /'gadget' is not a kind of unit\. Kinds:\n {2}npm run new tool/],
    [['tool', 'query_orders'], /not a valid name for a tool\. Use snake_case, such as billing\//],
    [['connector', 'tnx'], /tnx\/index\.ts exists already\. Name the key of another platform\./],
    [['table', '../escape'], /not a valid name for a table/],
    [[], /Begins a unit:/],
  ]
  for (const [args, sentence] of refused) {
    const { code, output } = await begin(...args)
    assert.equal(code, 1)
    assert.match(output, sentence)
  }
  assert.equal(await text_of('src/tools/query/query_orders.ts'), tool)
})

test('a platform key without its other entries names the scaffold that writes them', async () => {
  const keys = 'src/domain/platforms.ts'
  await writeFile(
    join(copy.root, keys),
    (await text_of(keys)).replace('gx_ads: {', "email_e: { kind: 'email', title: 'e' },\n  gx_ads: {"),
  )
  const names = await run_program(copy.root, ['src/domain/platform_names.ts'])
  assert.match(names.output, /The platform 'email_e' has no name\. npm run new connector email_e writes all entries/)
  const { code, output } = await begin('connector', 'email_e')
  assert.equal(code, 0, output)
  const named = await run_program(copy.root, ['src/domain/platform_names.ts'])
  assert.deepEqual(named, { code: 0, output: '' })
})

/** Faults in files that the scaffolds wrote or changed, and in generated documents. gates.test.ts checks all other files. */
async function faults_in({ root }: ProjectCopy, gate: Gate): Promise<string[]> {
  const { faults } = await gate.run(root)
  const lines = faults.flatMap((fault) => fault.split('\n'))
  return lines.filter((line) => [...written, NEW_PLATFORM].some((text) => line.includes(text)))
}
