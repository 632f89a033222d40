// What commands print cannot control the operator's terminal.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { command_line } from '#test/command_line.ts'
import { type TestDatabase, test_database } from '#test/database.ts'

/** Clears the screen, sets the title, begins a sequence with one C1 character, forges a row, and reverses text. */
const PLANTED = 'Shop\u001b[2J\u001b]0;owned\u0007\u009b31m\r\nfake-row\tyes\u202e\u007f'
/** Line ends and tabs only move text. */
const CONTROLS = /(?!\r?\n|\t)[\p{Cc}\p{Cf}]/u

let database: TestDatabase
let folder: string
let org_id: string
const { tablero, answer } = command_line(() => ({ url: database.url, folder }))

before(async () => {
  database = await test_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-cli-output-'))
  org_id = (await answer('org', 'create', 'Casa Lumbre')).org_id
  await answer('key', 'create', '--name', 'agent', '--scopes', 'read', '--org', org_id)
  const db = new pg.Client({ connectionString: database.url })
  await db.connect()
  await db.query('update orgs set name = $1 where org_id = $2', [PLANTED, org_id])
  await db.query('update api_keys set name = $1 where org_id = $2', [PLANTED, org_id])
  await db.end()
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const printing: [string, string[]][] = [
  ['a table of organizations', ['org', 'list']],
  ['a table of keys', ['key', 'list', '--org', '{org}']],
  ['a table of chains', ['audit', 'verify', '{org}']],
  ['rows of a statement', ['sql', 'select name from orgs', '--org', '{org}']],
  ['a column named by a statement', ['sql', `select 1 as "${PLANTED}"`, '--org', '{org}']],
  ["a database's error", ['sql', 'select name::int from orgs', '--org', '{org}']],
  ['an error that quotes an argument', ['key', 'list', '--org', PLANTED]],
]

for (const [what, args] of printing)
  test(`${what} has no control characters of others`, async () => {
    const { out, err } = await tablero(args.map((argument) => argument.replace('{org}', org_id)))
    assert.match(out + err, /Shop\uFFFD.*fake-row/is)
    assert.doesNotMatch(out + err, CONTROLS)
    assert.doesNotMatch(out, /^fake-row/im, 'no name is a row of its own')
  })

test('JSON escapes control characters, and programs read the exact name', async () => {
  const { out } = await tablero(['--json', 'org', 'list'])
  assert.doesNotMatch(out, CONTROLS)
  assert.ok(JSON.parse(out).some(({ name }: { name: string }) => name === PLANTED))
})

/** A program of Debian's that runs a command in a terminal. */
const SCRIPT = '/usr/bin/script'
const skip = !existsSync(SCRIPT) && `${SCRIPT} is not installed`

/** Runs the command in a terminal, where `answer` gets what was shown since the last answer. Returns all that was shown. */
function at_terminal(args: string[], answer: (shown: string) => string | undefined): Promise<string> {
  const command = [process.execPath, join(import.meta.dirname, '../../bin/tablero'), ...args]
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: '' }
  return new Promise((done) => {
    const text = command.map((word) => `'${word}'`).join(' ')
    const child = execFile(SCRIPT, ['-qec', text, '/dev/null'], { env }, (_error, out) => done(out))
    let unanswered = ''
    child.stdout!.on('data', (shown) => {
      unanswered += shown
      const given = answer(unanswered)
      if (given === undefined) return
      unanswered = ''
      child.stdin!.write(`${given}\r`)
    })
  })
}

test('a question at a terminal has no control characters of others', { skip }, async () => {
  const shown = await at_terminal(['org', 'delete', org_id], (text) =>
    text.includes('to do it') ? 'another name' : undefined,
  )
  assert.match(shown, /This ends the access of Shop\uFFFD.* deletes Shop\uFFFD.*The name differs/s)
  for (const planted of ['\u001b]0;owned', '\u001b[2J', '\u009b', '\u202e']) assert.ok(!shown.includes(planted))
})

test('connection add asks at a terminal, and never shows a typed secret', { skip }, async () => {
  const typed: Record<string, string> = {
    ...{ shop: 'typed-shop.myshopify.com', imported_channels: '' },
    ...{ client_id: 'typed-id', client_secret: 'typed-secret', access_token: '' },
  }
  const asked: string[] = []
  const shown = await at_terminal(['connection', 'add', 'sx'], (text) => {
    const [, field = ''] = /^ {2}(\w+)(?: \(may be empty\))?: [^\n]*$/m.exec(text) ?? []
    if (field in typed) asked.push(field)
    return typed[field]
  })
  assert.deepEqual(asked, Object.keys(typed))
  assert.match(shown, /typed-shop\.myshopify\.com.*Connected sx: /s)
  assert.doesNotMatch(shown, /typed-(?:id|secret)/)
  const [made] = await answer('connection', 'list')
  assert.deepEqual([made.platform, made.status], ['sx', 'active'])
})
