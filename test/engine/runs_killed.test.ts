// Kills real processes at every point of a run: while it looks, before its commit and after it, in each step, between steps, while a step is stored, while
// the run ends. The work continues without help, and a caller that waits in another process gets its result.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { headers_of, type TestApp, test_app } from '#test/app.ts'
import { node_environment } from '#test/processes.ts'
import { COSTS, HELD, points, run_fixtures } from '#test/run_area.ts'
import { unlimited } from '#test/unlimited.ts'

const COST = COSTS.one + COSTS.two + COSTS.three
const BALANCE = 1_000
const REACHED_WITHIN_MS = 60_000

let app: TestApp
const processes: ChildProcess[] = []
before(async () => {
  app = await test_app({ areas: unlimited({ run_fixtures }), seeded: false })
  await app.db.query(block_run)
  await app.db.query(`update credit_balances set balance = ${BALANCE}`)
})
afterEach(() => {
  for (const child of processes.splice(0)) child.kill('SIGKILL')
})
after(() => app?.close())

/** Statements of the runs whose text is in the table take a minute. */
const block_run = `
  create table blocked_runs (text text primary key);
  create function block_run() returns trigger language plpgsql security definer set search_path = public as $$
  begin
    if exists (select from blocked_runs s join runs r on r.input ->> 'text' = s.text
               where r.org_id = new.org_id and r.run_id = new.run_id and s.text = tg_argv[0]) then
      perform pg_sleep(60);
    end if;
    return new;
  end $$;
  create trigger block_run after insert on runs for each row
    execute function block_run('before the commit');
  create trigger block_run_at_the_end after update on runs for each row
    when (new.state = 'succeeded') execute function block_run('while ending');
  create trigger block_run before insert on run_steps for each row
    when (new.name = 'one') execute function block_run('while a step is stored')`

const block_run_at = async (texts: string[]) => {
  for (const text of texts) await app.db.query('insert into blocked_runs values ($1)', [text])
}
const asleep = async () =>
  (await app.db.query(`select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`))
    .rows.length
/** Ends the statements of the killed process, as PostgreSQL does when it notices the closed connection. */
const wake_up = async () => {
  await app.db.query('delete from blocked_runs')
  await app.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
  )
}

async function until(is_so: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + REACHED_WITHIN_MS
  while (!(await is_so())) {
    assert.ok(performance.now() < deadline, what)
    await wait(50)
  }
}

/** A process that reports the points it reaches, and blocks at some. */
async function start(role: 'api' | 'worker', blocks_at: readonly string[] = []) {
  const { master_key } = app.engine
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'run_process.ts'), app.database.url, role, ...blocks_at],
    {
      env: { ...node_environment, MASTER_KEY: master_key.toString('base64') },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  processes.push(child)
  let said = ''
  child.stdout!.on('data', (chunk) => {
    said += chunk
  })
  await until(() => said.includes('http://'), 'the process starts')
  const ended = new Promise((done) => child.once('close', done))
  return {
    url: /http:\S+/.exec(said)![0],
    times: (line: string) => said.split('\n').filter((other) => other === line).length,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

type Started = Awaited<ReturnType<typeof start>>

const ask = (text: string, tool = 'fixture_run') => app.rest(tool, { text }, { key: app.keys.acme })
const ask_at = (url: string, text: string, tool = 'fixture_run') =>
  fetch(`${url}/api/v1/${tool}`, {
    method: 'POST',
    headers: { ...headers_of({ key: app.keys.acme }), 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  }).catch(() => undefined)
const balance = async () =>
  Number(
    (await app.db.query('select balance from credit_balances where org_id = $1', [app.acme.org_id])).rows[0].balance,
  )
const queued = async () =>
  (await app.db.query(`select 1 from graphile_worker.jobs where task_identifier = 'work_run'`)).rows
/** Ends of runs in the record of calls. */
const ends = async () => (await app.db.query(`select from audit_log where tool = 'fixture_run ended'`)).rows.length
const run_of = async (text: string) =>
  (await app.db.query(`select * from runs where input ->> 'text' = $1`, [text])).rows

/** How often the steps one, two and three of a run start that is killed at a point: once when the step before it was stored. */
const STARTS: Record<string, [one: number, two: number, three: number]> = {
  start: [1, 1, 1],
  'in one': [2, 1, 1],
  'while a step is stored': [2, 1, 1],
  'after one': [1, 1, 1],
  'in two': [1, 2, 1],
  'after two': [1, 1, 1],
  'in three': [1, 1, 2],
  end: [1, 1, 1],
  'while ending': [1, 1, 1],
}

/** Each run is killed at the point of its name, with the worker that has them all. Another worker carries them to their ends. */
async function is_replaced(texts: readonly string[], are_reached: (mortal: Started) => Promise<void>) {
  const [before, ended] = [await balance(), await ends()]
  const mortal = await start('worker', points)
  const answers = texts.map((text) => ask(text))
  await are_reached(mortal)
  await mortal.kill()
  await wake_up()
  const heir = await start('worker')
  for (const [at, answer] of (await Promise.all(answers)).entries()) {
    const text = texts[at]!
    assert.equal(answer.status, 200, `${text}: ${JSON.stringify(answer.body)}`)
    const { run_id, asked_by, ...result } = answer.body.result
    assert.deepEqual(result, { state: 'succeeded', said: text, written: 1 })
    const [run] = await run_of(text)
    assert.deepEqual([run.starts, run.faults, Number(run.credits_spent)], [2, 0, COST], text)
    const starts = ['in one', 'in two', 'in three'].map((point) => `${point}: ${text}`)
    assert.deepEqual(
      starts.map((line) => mortal.times(line) + heir.times(line)),
      STARTS[text],
      text,
    )
    const { rows: written } = await app.db.query('select from contacts where full_name = $1', [text])
    assert.equal(written.length, 1, text)
  }
  assert.equal(await balance(), before - texts.length * COST)
  assert.equal(await ends(), ended + texts.length)
}

test('a worker killed anywhere in a run is replaced: finished steps are not repeated, and the cost is settled once', () =>
  is_replaced(points, (mortal) =>
    until(() => points.every((point) => mortal.times(`${point}: ${point}`) === 1), 'every run is at its point'),
  ))

for (const point of ['while a step is stored', 'while ending'])
  test(`a worker killed ${point} is replaced`, async () => {
    await block_run_at([point])
    await is_replaced([point], () => until(async () => (await asleep()) === 1, 'the run is in the statement'))
  })

test('a process killed while a call looks at a service leaves nothing of the call, and the same call works', async () => {
  const before = await balance()
  const mortal = await start('api', ['look'])
  const lost = ask_at(mortal.url, 'look', 'fixture_run_looks')
  await until(() => mortal.times('look: look') === 1, 'the call looks')
  await mortal.kill()
  assert.equal(await lost, undefined)
  assert.deepEqual(await run_of('look'), [])
  assert.equal(await balance(), before)
  assert.deepEqual(await queued(), [])
  const answered = ask('look', 'fixture_run_looks')
  await start('worker')
  const { status, body } = await answered
  assert.deepEqual([status, body.result?.said], [200, 'look'], JSON.stringify(body))
  assert.equal((await run_of('look')).length, 1)
  assert.equal(await balance(), before - COST)
})

test('a process killed before the commit of a call leaves nothing of the call', async () => {
  await block_run_at(['before the commit'])
  const before = await balance()
  const mortal = await start('api')
  const lost = ask_at(mortal.url, 'before the commit')
  await until(async () => (await asleep()) === 1, 'the call is in its transaction')
  await mortal.kill()
  await wake_up()
  await lost
  await until(async () => (await asleep()) === 0, 'the statement has ended')
  assert.deepEqual(await run_of('before the commit'), [])
  assert.equal(await balance(), before)
  assert.deepEqual(await queued(), [])
})

test('a process killed after the commit leaves a run, which the same call joins in another process', async () => {
  const before = await balance()
  const mortal = await start('api')
  const lost = ask_at(mortal.url, 'after the commit')
  await until(async () => (await run_of('after the commit')).length === 1, 'the run is committed')
  assert.equal(await balance(), before - HELD)
  await mortal.kill()
  await lost
  const answered = ask('after the commit')
  await start('worker')
  const { body } = await answered
  const runs = await run_of('after the commit')
  assert.deepEqual([body.result.run_id, body.result.said], [runs[0].run_id, 'after the commit'])
  assert.equal(runs.length, 1)
  assert.equal(await balance(), before - COST)
})
