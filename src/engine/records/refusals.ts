// What the database says when a record cannot be written as it was given, as a sentence by which the caller can fix it.
import { Refusal } from '#engine/outcomes.ts'
import type { Spec } from './declaration.ts'

const UNIQUE = '23505'
/** A row of another table points to this one, or the row it would point to is not there. */
const FOREIGN = ['23503', '23001']
/** Class of SQLSTATE for values that a column cannot hold. */
const DATA_EXCEPTION = '22'

export async function refused_write<T>(spec: Spec, doing: 'write' | 'delete', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw sentence(spec, doing, String((error as { code?: unknown }).code ?? '')) ?? error
  }
}

function sentence({ one, unique = [], parents = {} }: Spec, doing: 'write' | 'delete', code: string) {
  if (code === UNIQUE && unique.length > 0)
    return new Refusal('error', `Another ${one} has this ${unique.join(' and ')} already. Give a different one.`)
  if (FOREIGN.includes(code) && doing === 'delete')
    return new Refusal('error', `Other records still belong to this ${one}. Delete those first.`)
  if (FOREIGN.includes(code) && Object.keys(parents).length > 0)
    return new Refusal('error', `What ${Object.keys(parents).join(' or ')} names is not there any more.`)
  if (code.startsWith(DATA_EXCEPTION))
    return new Refusal('error', `A value of this ${one} cannot be stored: a number or date is out of range.`)
  return undefined
}
