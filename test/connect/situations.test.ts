// Each kind of sign-in in each situation in which it must connect nothing, or ask: the test of it, or why there is none.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sign_ins } from '#connectors/sign_ins.ts'
import { type SignIn, typed_keys } from '#engine/connector/sign_in.ts'

const SITUATIONS = ['forged', 'reused', 'late', 'denied', 'fewer scopes', 'wrong account', 'other browser'] as const
type Situation = (typeof SITUATIONS)[number]
/** A file of this folder and the name of its test. */
type Cell = [file: string, name: string] | { reason: string }

const oauth2_state: Cell = ['oauth2', 'is refused with a forged, missing, duplicated, reused or late state']
const oauth1_state: Cell = ['oauth1', 'counts once, and neither with a forged state nor late']
const posted_nonce: Cell = ['kinds', 'may come after the browser: its page waits']
const page_of_keys: Cell = [
  'kinds',
  'takes keys only in the browser that began, only once, and not at a forged address',
]

const cells: Record<SignIn['kind'], Record<Situation, Cell>> = {
  oauth2: {
    forged: oauth2_state,
    reused: oauth2_state,
    late: oauth2_state,
    denied: ['oauth2', 'that the person refuses connects nothing, and says how to continue'],
    'fewer scopes': ['oauth2', 'that the person did not grant are named with the streams that stay empty'],
    'wrong account': ['every_platform', 'another seller who signs in again for a connection is asked about'],
    'other browser': ['oauth2', 'continues only in the browser that began it'],
  },
  oauth1: {
    forged: oauth1_state,
    reused: oauth1_state,
    late: oauth1_state,
    denied: ['oauth1', 'that the person refuses connects nothing'],
    'fewer scopes': { reason: 'A token of X has no scopes: the person allows the app, or not.' },
    'wrong account': [
      'oauth1',
      'with other accounts than those of the connection is asked about, and changes nothing before',
    ],
    'other browser': ['oauth1', 'continues only in the browser that began it'],
  },
  posted_keys: {
    forged: posted_nonce,
    reused: posted_nonce,
    late: ['kinds', 'do not count late'],
    denied: ['kinds', 'are refused by the administrator: nothing is connected'],
    'fewer scopes': posted_nonce,
    'wrong account': [
      'kinds',
      'of another shop than that of the connection are asked about, and change nothing before',
    ],
    'other browser': ['kinds', 'connect nothing in another browser than the one that began'],
  },
  keys: {
    forged: page_of_keys,
    reused: page_of_keys,
    late: ['kinds', 'takes no keys late'],
    denied: { reason: 'There is no consent to deny: a person who allows nothing types no key.' },
    'fewer scopes': {
      reason: 'No platform says what a typed key may do. A stream that it refuses names the permission.',
    },
    'wrong account': ['accounts', 'with other accounts asks first'],
    'other browser': page_of_keys,
  },
}

test('each kind of sign-in has a test or a reason for each situation, and each named test is there', () => {
  const kinds = new Set([...Object.values(sign_ins), typed_keys].map(({ kind }) => kind))
  assert.deepEqual(Object.keys(cells).toSorted(), [...kinds].toSorted())
  for (const [kind, of_kind] of Object.entries(cells)) {
    assert.deepEqual(Object.keys(of_kind), [...SITUATIONS], kind)
    for (const [situation, cell] of Object.entries(of_kind)) {
      if (!Array.isArray(cell)) continue
      const [file, name] = cell
      const source = readFileSync(join(import.meta.dirname, `${file}.test.ts`), 'utf8')
      assert.ok(source.includes(`it('${name}', async () => {`), `${kind}, ${situation}: ${file} has no test '${name}'`)
    }
  }
})
