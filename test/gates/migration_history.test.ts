// The gate of migrations compares them with the history of the main branch, which nobody changes together with a file and its checksum.
import assert from 'node:assert/strict'
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, suite, test } from 'node:test'
import { CHECKSUMS, checksums_txt, migrations } from '../../scripts/gates/migrations.ts'
import { git } from '../support/git.ts'
import { project_copy } from '../support/project_copy.ts'

const CHANGED = 'migrations/0002_orgs.sql'
const NEW = 'migrations/9999_new.sql'

/** Replaces the line of each changed file in the checksums, as an author could to pass the gate. */
async function write_checksums_again(root: string) {
  await rm(join(root, CHECKSUMS))
  await writeFile(join(root, CHECKSUMS), await checksums_txt(root))
}

const commit = (root: string) => {
  git(root, 'add', '--all')
  git(root, 'commit', '--quiet', '--message', 'A change')
}

let root: string
let remove: () => Promise<void>
beforeEach(async () => {
  ;({ root, remove } = await project_copy(['migrations']))
})
afterEach(() => remove())

const on_main = () => {
  git(root, 'init', '--quiet', '--initial-branch', 'main')
  commit(root)
}

async function findings(of = root) {
  const { faults, looked } = await migrations.run(of)
  return { faults: faults.join('\n'), looked }
}

suite('a migration that the main branch has', () => {
  const places: Record<string, () => void> = {
    'in the folder': () => undefined,
    'in a commit of a branch': () => {
      git(root, 'checkout', '--quiet', '-b', 'topic')
      commit(root)
    },
    'in a commit of the main branch': () => commit(root),
  }
  for (const [where, act] of Object.entries(places))
    test(`fails when it changes together with its checksum ${where}`, async () => {
      on_main()
      await appendFile(join(root, CHANGED), '\n-- Other words.\n')
      await write_checksums_again(root)
      act()
      const { faults, looked } = await findings()
      assert.match(faults, /^migrations\/0002_orgs\.sql was changed, as the history of the main branch shows/)
      assert.equal(faults.split('\n').length, 1)
      assert.match(looked, /^\d+ migrations, \d+ in the history$/)
    })

  test('fails when it is deleted together with its checksum', async () => {
    on_main()
    await rm(join(root, CHANGED))
    await write_checksums_again(root)
    commit(root)
    assert.match((await findings()).faults, /^migrations\/0002_orgs\.sql is gone, as the history/)
  })

  test('fails when it changes once more after a change that is excepted', async () => {
    on_main()
    await appendFile(join(root, 'migrations/0088_accounts_that_nobody_chose.sql'), '\n')
    await write_checksums_again(root)
    assert.match((await findings()).faults, /0088_accounts_that_nobody_chose\.sql was changed, as the history/)
  })
})

test('a new migration of a branch may change until it is merged', async () => {
  on_main()
  git(root, 'checkout', '--quiet', '-b', 'topic')
  for (const text of ['select 1;\n', 'select 2;\n']) {
    await writeFile(join(root, NEW), text)
    await write_checksums_again(root)
    commit(root)
  }
  assert.equal((await findings()).faults, '')
  git(root, 'checkout', '--quiet', 'main')
  git(root, 'merge', '--quiet', '--no-ff', 'topic')
  assert.equal((await findings()).faults, '')
  await writeFile(join(root, NEW), 'select 3;\n')
  await write_checksums_again(root)
  assert.match((await findings()).faults, /9999_new\.sql was changed, as the history/)
})

suite('the gate says that it compared checksums only', () => {
  test('in a shallow clone', async () => {
    on_main()
    await appendFile(join(root, CHANGED), '\n')
    commit(root)
    git(root, 'clone', '--quiet', '--depth', '1', `file://${root}`, 'shallow')
    const { faults, looked } = await findings(join(root, 'shallow'))
    assert.match(faults, /0002_orgs\.sql was changed\. Databases have applied it/)
    assert.match(looked, /^\d+ migrations, a shallow history: checksums only$/)
  })

  test('without Git', async () => {
    const { faults, looked } = await findings()
    assert.equal(faults, '')
    assert.match(looked, /^\d+ migrations, no git history: checksums only$/)
  })

  test('in a repository of another project', async () => {
    git(root, 'init', '--quiet')
    await writeFile(join(root, '.gitignore'), '*\n')
    git(root, 'add', '--force', '.gitignore')
    git(root, 'commit', '--quiet', '--message', 'Another project')
    assert.match((await findings()).looked, /no commit of migrations: checksums only$/)
  })
})

test('the lines of the checksums are those of the files', async () => {
  assert.equal(await checksums_txt(root), await readFile(join(root, CHECKSUMS), 'utf8'))
})
