import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process whose stop takes 30 s. */
const PROGRAM = `
  import { create_log } from '${new URL('log.ts', import.meta.url)}'
  import { stop_on_signals } from '${new URL('stop_on_signals.ts', import.meta.url)}'
  stop_on_signals(() => new Promise((done) => setTimeout(done, 30_000)), 60, create_log({ level: 'info' }))
  setInterval(() => {}, 1_000)
  console.log('ready')`
const IMPATIENT_MS = 1_500

async function begun() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM])
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  await once(child.stdout, 'data')
  return { child, ended }
}

test('the signal that npm forwards, and a closed terminal, do not interrupt the stop', async () => {
  const { child, ended } = await begun()
  child.kill('SIGINT')
  await sleep(IMPATIENT_MS)
  child.kill('SIGHUP')
  assert.equal(await Promise.race([ended, sleep(IMPATIENT_MS)]), undefined, 'it has ended')
  child.kill('SIGKILL')
  await ended
})

test('a second Ctrl-C of an impatient person ends the process', async () => {
  const { child, ended } = await begun()
  await sleep(IMPATIENT_MS)
  child.kill('SIGINT')
  assert.deepEqual(await ended, [1, null])
})
