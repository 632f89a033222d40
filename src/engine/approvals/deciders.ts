// Who may say yes or no. A scope alone is not enough: a program that an agent uses could propose and approve.
import { type Caller, person_of } from '#engine/access/caller.ts'
import { Refusal } from '#engine/outcomes.ts'

/** The person who decides, or for whom a program does. Refuses agents with 403. */
export function decider_of(caller: Caller): string {
  if (caller.via === 'agent') throw no('An AI agent never decides about changes. A person does in the dashboard.')
  const user_id = person_of(caller)
  if (user_id === undefined)
    throw no(
      'This key acts for an agent, and agents never decide about changes. A person decides in the dashboard, or makes a key that acts for a person.',
    )
  return user_id
}

/** The person who proposed, or for whom a program did. */
export const person_behind = (caller: Caller): string | undefined => ('user_id' in caller ? caller.user_id : undefined)

const no = (sentence: string) => new Refusal('denied_scope', sentence)
