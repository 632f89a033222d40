// The overview in every state.
import { after, before } from 'node:test'
import { overview_states } from '#test/answers_of/overview.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const PERIODS = ['', '?period=month&compare=year', '?period=365d&compare=none&why=roas', '?period=nonsense']

test_states(() => dashboard, {
  paths: PERIODS.map((address) => `/o/${ORG}/${address}`),
  states: overview_states,
})
