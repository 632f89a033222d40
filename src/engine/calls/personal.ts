// A call of a personal tool: the steps of a call that need no organization.
import { in_org, in_person, in_system } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import type { Person } from '#engine/access/people.ts'
import { actor_of } from '#engine/calls/admission.ts'
import { parse_input } from '#engine/calls/input.ts'
import { check_rate_limit, count_call, type RateLimitState } from '#engine/calls/rate_limit.ts'
import type { RunParts } from '#engine/calls/runs/parts.ts'
import type { Refusal } from '#engine/outcomes.ts'
import type { NamedPersonalTool, PersonalContext } from '#engine/personal.ts'

interface PersonalCall {
  input: unknown
  input_fault?: Refusal
  request_id: string
}

interface Steps {
  tool: NamedPersonalTool
  person: Person
  /** Receives the state of the rate limit before the call can be refused for it. */
  counted: (state: RateLimitState) => void
  /** Records the call in the chain of an organization that it changes, in the transaction of the change. */
  record: (db: Database, org_id: string) => Promise<void>
}

export async function call_personal(
  parts: Pick<RunParts, 'pool' | 'directory' | 'clock'>,
  request: PersonalCall,
  { tool, person, counted, record }: Steps,
): Promise<Record<string, unknown>> {
  const { pool, directory, clock } = parts
  const rate_limit = await count_call(parts, tool, person.user_id)
  counted(rate_limit)
  check_rate_limit(tool, rate_limit)
  const input = parse_input(tool, request)
  const context: PersonalContext = {
    person,
    caller: { actor: actor_of(person) },
    now: clock.now(),
    request_id: request.request_id,
    org: (org_id) => directory.org(org_id),
    in_person: (work) => in_person(pool, person.user_id, work),
    in_system: (work) => in_system(pool, work),
    in_org: (org_id, work) =>
      in_org(pool, { org_id }, async (db) => {
        const result = await work(db)
        await record(db, org_id)
        return result
      }),
    record,
  }
  return tool.result_schema.parse(await tool.run(input, context))
}
