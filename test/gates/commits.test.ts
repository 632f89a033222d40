// The gate over subjects of commits: those of the project pass, and each planted fault is found.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, suite, test } from 'node:test'
import { commits, commits_since } from '../../scripts/gates/commits.ts'
import { ROOT } from '../../scripts/gates/gate.ts'
import { git } from '../support/git.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tablero-commits-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const commit = (subject: string, folder = root) =>
  git(
    folder,
    'commit',
    '--quiet',
    '--allow-empty',
    '--message',
    subject,
    '--message',
    'fixed: a body says what it likes.',
  )

/** A repository with a commit before the rule. Returns its id. */
function repository(): string {
  git(root, 'init', '--quiet', '--initial-branch', 'main')
  commit('fix: added before the rule.')
  return git(root, 'rev-parse', 'HEAD')
}

test('the subjects of the project pass', async () => {
  const { faults, looked } = await commits.run(ROOT)
  assert.deepEqual(faults, [])
  assert.match(looked, /^(?:\d+ subjects|(?:no git|a shallow) history: no subject|a history without .*: no subject)$/)
})

suite('a subject is refused', () => {
  const planted: Record<string, RegExp> = {
    'Added a gate': /"Added a gate" begins with "Added", which is no imperative/,
    'Adds a gate': /begins with "Adds"/,
    'Stopping a gate': /begins with "Stopping"/,
    'Used a gate': /begins with "Used"/,
    'Tries a gate': /begins with "Tries"/,
    'Wrote a gate': /begins with "Wrote"/,
    'The gate of commits': /begins with "The"/,
    'add a gate': /does not start with a capital/,
    'fix: Add a gate': /does not start with a capital[\s\S]*has a prefix/,
    'Gates: add one': /has a prefix/,
    'Feat(gates)!: add one': /has a prefix/,
    'Add a gate.': /ends with a period/,
    [`Add ${'a'.repeat(117)}`]: /has 121 characters; the maximum is 120/,
  }
  for (const [subject, found] of Object.entries(planted))
    test(subject.slice(0, 40), async () => {
      const since = repository()
      commit(subject)
      assert.match((await commits_since(since).run(root)).faults.join('\n'), found)
    })

  test('on a branch that was merged', async () => {
    const since = repository()
    git(root, 'checkout', '--quiet', '-b', 'topic')
    commit('Fixes a gate')
    git(root, 'checkout', '--quiet', 'main')
    git(root, 'merge', '--quiet', '--no-ff', 'topic')
    const { faults, looked } = await commits_since(since).run(root)
    assert.match(faults.join('\n'), /^\w+ "Fixes a gate" begins with "Fixes"[^\n]*$/)
    assert.equal(looked, '2 subjects')
  })
})

test('imperatives pass, also with a colon, a name in code, a merge or a revert', async () => {
  const since = repository()
  const subjects = [
    ...['Add a gate', 'Address the queue', 'Settle it: the last attempt wins', 'Name `query_data` in the page'],
    ...["Merge branch 'gates'", 'Revert "Added a gate."', `Add ${'a'.repeat(116)}`],
  ]
  for (const subject of subjects) commit(subject)
  assert.deepEqual(await commits_since(since).run(root), { faults: [], looked: `${subjects.length} subjects` })
})

suite('the gate says that it looked at no subject', () => {
  test('in a shallow clone', async () => {
    const since = repository()
    commit('Fixed a gate')
    git(root, 'clone', '--quiet', '--depth', '1', `file://${root}`, 'shallow')
    const found = await commits_since(since).run(join(root, 'shallow'))
    assert.deepEqual(found, { faults: [], looked: 'a shallow history: no subject' })
  })

  test('without Git', async () => {
    assert.deepEqual(await commits.run(root), { faults: [], looked: 'no git history: no subject' })
  })

  test('in a repository without the commit before the rule', async () => {
    repository()
    const { faults, looked } = await commits.run(root)
    assert.deepEqual(faults, [])
    assert.equal(looked, 'a history without the commit before the rule: no subject')
  })
})
