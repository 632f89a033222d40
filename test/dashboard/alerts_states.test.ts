// The page of alerts in every state.
import { after, before } from 'node:test'
import { alert_states, rule_id } from '#test/answers_of/alerts.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'

const SHOWN = ['', `?rule=${rule_id(2)}`, `?rule=${rule_id(3)}`]

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

test_states(() => dashboard, {
  paths: SHOWN.map((shown) => `/o/${ORG}/alerts${shown}`),
  states: alert_states,
})
