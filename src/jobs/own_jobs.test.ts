import assert from 'node:assert/strict'
import { test } from 'node:test'
import { own_jobs } from '#engine/own_jobs.ts'
import { jobs } from './index.ts'

test('a job that the engine starts has the settings with which the engine starts it', () => {
  for (const [name, { attempts_max, once }] of Object.entries(own_jobs)) {
    const declared = jobs[name]
    assert.ok(declared?.payload, name)
    assert.equal(declared.attempts_max, attempts_max, name)
    assert.equal(declared.once?.({}), once?.(), name)
    assert.deepEqual(Object.keys(declared.payload), [], `${name} is started without values`)
  }
})
