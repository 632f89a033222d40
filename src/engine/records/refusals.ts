// Database errors of a record that cannot be stored, as sentences that tell the caller how to fix the values.
import { Refusal } from '#engine/outcomes.ts'
import type { Spec } from './declaration.ts'

const UNIQUE = '23505'
/** A row of another table points to this row, or this row points to a missing row. */
const FOREIGN = ['23503', '23001']
/** SQLSTATE class for values that a column cannot store. */
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
