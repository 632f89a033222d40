// The plans of a statement that may run at a worker of Citus. The coordinator's plan only says which question it sends.

interface Job {
  'Task Count': number
  Tasks: { 'Remote Plan': { Plan: unknown }[][] }[]
}
interface Distributed {
  Job: Job
  Subplans?: unknown[]
}

/**
 * The plan that does the work of an explained statement: PostgreSQL's own, or that of the one worker that Citus asks. Throws when Citus
 * would ask several questions, because it shows no bound for what it keeps of their answers.
 */
export function working_plan<Plan extends object>(plan: Plan): Plan {
  const asked = distributed_in(plan)
  if (asked.length === 0) return plan
  const { Job, Subplans } = asked[0]!
  if (asked.length > 1 || Subplans || Job['Task Count'] !== 1) throw new Error('the statement is not of one shard')
  return Job.Tasks[0]!['Remote Plan'][0]![0]!.Plan as Plan
}

function distributed_in(plan: object): Distributed[] {
  const { 'Distributed Query': own, Plans = [] } = plan as { 'Distributed Query'?: Distributed; Plans?: object[] }
  return [...(own ? [own] : []), ...Plans.flatMap(distributed_in)]
}
