import { scheduled_job } from '#engine/job.ts'

export const end_abandoned_runs = scheduled_job({
  about: 'End runs whose job the queue gave up, so that they hold no credits.',
  attempts_max: 1,
  cron: '* * * * *',
  async run({ parts }) {
    await parts.end_abandoned_runs()
  },
})
