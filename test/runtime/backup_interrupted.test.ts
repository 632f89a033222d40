// A backup that a person interrupts, in a process of its own.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { empty_database, type TestDatabase } from '#test/database.ts'
import { start_in_foreground, until } from '#test/foreground.ts'

const BIN = join(import.meta.dirname, '../../bin/tablero')

let database: TestDatabase
let folder: string
before(async () => {
  database = await empty_database()
  folder = await mkdtemp(join(tmpdir(), 'interrupted-'))
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const start = (...args: string[]) =>
  start_in_foreground([BIN, ...args], { env: { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') } })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  test(`${signal} during a backup leaves no part of it`, async () => {
    const made = start('org', 'create', `Casa ${signal}`)
    assert.equal(await made.ended, 0, made.output())
    const to = await mkdtemp(join(folder, 'backups-'))
    const holder = await database.owner.connect()
    try {
      await holder.query('begin; lock table api_keys in access exclusive mode')
      const started = start('backup', join(to, 'backup.gz'))
      await until(async () => (await readdir(to)).some((name) => name.endsWith('.part')), started)
      started.child.kill(signal)
      assert.equal(typeof (await started.ended), 'number', started.output())
      assert.notEqual(await started.ended, 0)
      assert.deepEqual(await readdir(to), [])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })
