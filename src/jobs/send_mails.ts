import { job, scheduled_job } from '#engine/job.ts'
import { own_jobs } from '#engine/own_jobs.ts'

export const send_mails = job({
  about: 'Sends the emails that a change of an organization caused.',
  ...own_jobs.send_mails,
  group: 'waiting',
  on_ended: true,
  payload: {},
  async run(_payload, { parts }) {
    await parts.mailing?.send_waiting()
  },
})

export const send_waiting_mails = scheduled_job({
  about: 'Sends emails that could not be sent before.',
  attempts_max: 1,
  group: 'waiting',
  cron: '* * * * *',
  async run({ parts }) {
    await parts.mailing?.send_waiting()
  },
})
