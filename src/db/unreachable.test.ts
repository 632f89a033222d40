import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { is_part_unreachable, is_unreachable } from './unreachable.ts'

const answered = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })

/** Errors as PostgreSQL, the driver and a coordinator of Citus gave them to killed calls. */
const ERRORS: [string, Error, { database: boolean; part: boolean }][] = [
  ['a stopped server', answered('57P01', 'terminating connection'), { database: true, part: false }],
  ['a starting server', answered('57P03', 'the database system is starting up'), { database: true, part: false }],
  ['a lost connection', new Error('Connection terminated unexpectedly'), { database: true, part: false }],
  ['a worker that refuses', answered('08006', 'connection to the remote node failed'), { database: true, part: true }],
  [
    'a worker that is lost in the middle of a commit',
    answered('XX000', 'could not commit transaction for shard 102260 on at least one active node'),
    { database: true, part: true },
  ],
  ['a wrong password', answered('28P01', 'password authentication failed'), { database: false, part: false }],
  ['another internal error', answered('XX000', 'cache lookup failed'), { database: false, part: false }],
]

for (const [what, error, { database, part }] of ERRORS)
  test(`${what} ${database ? 'can work later' : 'fails'}${part ? ', for organizations of one worker' : ''}`, () => {
    assert.equal(is_unreachable(error), database)
    assert.equal(is_unreachable(new Error('a step failed', { cause: error })), database)
    assert.equal(is_part_unreachable(error), part)
  })
