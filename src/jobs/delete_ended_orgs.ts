import { scheduled_job } from '#engine/job.ts'
import { orgs_to_delete } from '#engine/people/ending.ts'
import { delete_org } from '#jobs/delete_org.ts'

export const delete_ended_orgs = scheduled_job({
  about: 'Delete organizations that were ended and that nobody took back.',
  attempts_max: 1,
  cron: '23 * * * *',
  async run({ in_system, in_org, now }) {
    for (const org_id of await in_system((db) => orgs_to_delete(db, now())))
      await in_org(org_id, (_, enqueue) => enqueue(delete_org, {}))
  },
})
