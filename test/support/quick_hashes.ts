// Passwords of tests are hashed by the product's own algorithm with the least work. A real hash is slow on purpose, and the tests make
// hundreds of them. A process hashes in one way from its start, because a hash of the other way is a wrong password.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto
/** The least that the algorithm allows. */
const WORK = 2

const quick = ((password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: WORK }, done)) as typeof scrypt

function hash_by(one: typeof scrypt): void {
  crypto.scrypt = one
  syncBuiltinESMExports()
}

/** For tests that measure how long an answer takes. Returns how to hash quickly again. */
export function hash_slowly(): () => void {
  hash_by(scrypt)
  return () => hash_by(quick)
}

hash_by(quick)
