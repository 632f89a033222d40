// A database server without disk space or memory: callers learn it in a sentence, and what waits is done when there is space again.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { exhaustion_of } from '#db/exhausted.ts'
import { wait_for_database } from '#db/wait_for_database.ts'
import { check_readiness } from '#engine/queue/readiness.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { fixtures } from '#test/fixture_area.ts'
import { unlimited } from '#test/unlimited.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false, areas: unlimited({ fixtures }) })
})
after(() => app.close())
beforeEach(() => app.refill())

const read = () => app.rest('fixture_read', {}, { key: app.keys.acme })
const readiness = async () => {
  const answer = await check_readiness(app.engine)
  return answer.ready ? 'ready' : answer.reason
}

/** Every write of the table fails with this SQLSTATE. */
async function lacking(table: string, code: string, work: () => Promise<void>): Promise<void> {
  await app.db.query(
    `create function no_space() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file' using errcode = '${code}'; end $$;
     create trigger no_space before insert or update on ${table} for each statement execute function no_space()`,
  )
  try {
    await work()
  } finally {
    await app.db.query(`drop function no_space cascade`)
  }
}

for (const [code, sentence] of [
  ['53100', /no disk space left/],
  ['53200', /no memory left/],
] as const) {
  test(`a call under ${code} is refused with a sentence, and the next one is answered when there is space`, async () => {
    await lacking('rate_windows', code, async () => {
      const { status, headers, body } = await read()
      assert.equal(status, 503)
      assert.match(body.error, sentence)
      assert.ok(Number(headers['retry-after']) > 0)
    })
    assert.equal((await read()).status, 200)
  })
}

test('a process that cannot record calls is not ready, and records them when there is space', async () => {
  await app.engine.recorder.flush()
  const recorded = async () => Number((await app.db.query('select count(*) from audit_log')).rows[0].count)
  const before_it = await recorded()
  await lacking('audit_log', '53100', async () => {
    assert.equal((await read()).status, 200)
    await app.engine.recorder.flush()
    assert.match(await readiness(), /no disk space left/)
  })
  await app.engine.recorder.flush()
  assert.equal(await recorded(), before_it + 1)
  assert.equal(await readiness(), 'ready')
})

test('a process whose own question fails for lack of space says so', async () => {
  const error = Object.assign(new Error('could not write'), { code: '53100' })
  const pool = { ...app.engine.pool, system: { query: () => Promise.reject(error) } } as never
  const answer = await check_readiness({ ...app.engine, pool })
  assert.match(answer.ready ? '' : answer.reason, /no disk space left/)
})

test('a start does not wait for space', async () => {
  const error = Object.assign(new Error('could not extend file'), { code: '58030' })
  assert.match(exhaustion_of(new Error('outer', { cause: error })) ?? '', /no disk space left/)
  const start = () =>
    wait_for_database(
      () => Promise.reject(error),
      async () => {},
    )
  await assert.rejects(start, /no disk space left/)
})
