import assert from 'node:assert/strict'
import { test } from 'node:test'
import { working_plan } from '#db/citus/plans.ts'

const asked = (tasks: number, more = {}) => ({
  'Node Type': 'Custom Scan',
  'Distributed Query': {
    Job: { 'Task Count': tasks, Tasks: [{ 'Remote Plan': [[{ Plan: { 'Node Type': 'Limit' } }]] }] },
    ...more,
  },
})

test('the plan that works is that of the one worker, or the only one', () => {
  assert.deepEqual(working_plan({ 'Node Type': 'Sort' }), { 'Node Type': 'Sort' })
  assert.deepEqual(working_plan(asked(1)), { 'Node Type': 'Limit' })
})

test('a plan of several shards, or with answers that the coordinator keeps, is refused', () => {
  const several = [
    asked(4),
    asked(0),
    asked(1, { Subplans: [{}] }),
    { 'Node Type': 'Append', Plans: [asked(1), asked(1)] },
  ]
  for (const plan of several) assert.throws(() => working_plan(plan), /not of one shard/)
})
