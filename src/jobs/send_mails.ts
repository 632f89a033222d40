import { job, scheduled_job } from '#engine/job.ts'

export const send_mails = job({
  about: 'Sends the emails that a change of an organization caused.',
  attempts_max: 5,
  mostly_waiting: true,
  on_ended: true,
  payload: {},
  async run(_payload, { parts }) {
    await parts.mailing?.send_waiting()
  },
})

export const send_waiting_mails = scheduled_job({
  about: 'Sends emails that could not be sent before.',
  attempts_max: 1,
  mostly_waiting: true,
  cron: '* * * * *',
  async run({ parts }) {
    await parts.mailing?.send_waiting()
  },
})
