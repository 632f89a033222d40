// The page of webhooks in every state.
import { after, before } from 'node:test'
import { WEBHOOKS_PATH, webhook_id, webhook_states } from '#test/answers_of/webhooks.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { test_states } from '#test/dashboard_states.ts'

const SHOWN = ['', `?webhook=${webhook_id(1)}`, `?webhook=${webhook_id(2)}`]

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

test_states(() => dashboard, {
  paths: SHOWN.map((shown) => `${WEBHOOKS_PATH}${shown}`),
  states: webhook_states,
  english: ['There was no answer within 15 seconds.'], // errors of attempts are English
})
