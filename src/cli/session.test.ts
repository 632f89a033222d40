import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Command } from 'commander'
import { type TestDatabase, test_database } from '#test/database.ts'
import { in_session } from './session.ts'

let database: TestDatabase
let folder: string
before(async () => {
  database = await test_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-session-'))
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const command = () => new Command('test').option('--data-dir <path>', '', folder)
const open = async () => ({
  place: database.place,
  close: async () => {
    throw new Error('closing failed')
  },
})
const fail = async () => {
  throw new Error('the work failed')
}

test('the error of a command is that of its work, also when closing fails', async () => {
  await assert.rejects(in_session(command(), fail, open), /the work failed/)
})

test('the error of closing is that of a command whose work did not fail', async () => {
  await assert.rejects(
    in_session(command(), async () => 'done', open),
    /closing failed/,
  )
})
