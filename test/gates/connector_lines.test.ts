// The part of a connector that reads is every line of code of its files, without imports, tests and the files of NOT_READING. It stays small,
// because what connectors share is in the engine and in the common files. ADR 16 has the goal, and this test keeps the medians from growing.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { connectors } from '#connectors/index.ts'

/** Lines of the median connector, of all and of ad platforms. */
const LINES_MAX = { all: 250, ads: 270 }

/** The files that do not read: the declaration, sign-in, errors, versions and limits of the vendor, changes and webhooks. */
const NOT_READING =
  /^(index|sign_in|errors|version|limits|action_documents|actions|create(_\w+)?|writes|budgets|wordpress|webhooks|uninstall)\.ts$/

const root = join(import.meta.dirname, '../../src/connectors')

/** Lines of a text with code. Each line of a comment begins with // or *. */
function code_lines(text: string): number {
  return text.split('\n').filter((line) => !/^\s*(\/\/.*|\/?\*.*)?$/.test(line)).length
}
const without_imports = (text: string): string => text.replace(/^import\b[^;]*? from '[^']+'$/gm, '')

const files_of = (platform: string) =>
  globSync('*.ts', { cwd: join(root, platform) }).filter((name) => !name.endsWith('.test.ts'))
const reading_files = (platform: string) => files_of(platform).filter((name) => !NOT_READING.test(name))
const text_of = (platform: string, name: string) => readFileSync(join(root, platform, name), 'utf8')
const reading_lines = (platform: string) =>
  reading_files(platform).reduce((sum, name) => sum + code_lines(without_imports(text_of(platform, name))), 0)

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return (sorted.at((sorted.length - 1) / 2)! + sorted.at(sorted.length / 2)!) / 2
}

const platforms = Object.keys(connectors)
const kinds = { all: platforms, ads: platforms.filter((platform) => connectors[platform]!.kind === 'ads') }

for (const [kind, of] of Object.entries(kinds) as [keyof typeof kinds, string[]][])
  test(`the median ${kind === 'all' ? 'connector' : 'connector of an ad platform'} reads in at most ${LINES_MAX[kind]} lines`, (context) => {
    const lines = of.map((platform) => [platform, reading_lines(platform)] as const).sort((a, b) => a[1] - b[1])
    const middle = median(lines.map(([, count]) => count))
    context.diagnostic(`median ${middle} lines: ${lines.map((line) => line.join(' ')).join(', ')}`)
    assert.ok(of.length >= 6)
    for (const [platform, count] of lines) assert.ok(count > 0, platform)
    assert.ok(middle <= LINES_MAX[kind], `${middle} lines`)
  })

test('every file of a connector reads, or is of a kind that does not', () => {
  for (const platform of platforms) {
    const read = reading_files(platform)
    const others = files_of(platform).filter((name) => !read.includes(name))
    assert.ok(others.includes('index.ts'), platform)
    // A stream has its reader in a file that is counted.
    for (const name of others.filter((one) => one !== 'index.ts'))
      assert.doesNotMatch(
        text_of(platform, name),
        /\b(window|change|snapshot)_stream[(<]|\bad_(list|days)\(/,
        `${platform}/${basename(name)}`,
      )
  }
})

test('empty lines, comments and imports are no lines, and code with a comment at its end is one', () => {
  assert.equal(code_lines('// one\n\n/** two */\n/*\n * three\n */\nconst four = 4 // five\n  six()\n'), 2)
  const imports = "import { one } from './one.ts'\nimport {\n  two,\n  type Three,\n} from '#two.ts'\n"
  assert.equal(code_lines(without_imports(`${imports}const four = two(one)\n`)), 1)
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([1, 2, 4, 3]), 2.5)
})
