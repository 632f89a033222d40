// The pages of stores in every state.
import { after, before } from 'node:test'
import { store_states } from '#test/answers_of/store.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'

const STORE = ['', '?period=month', '?tab=orders', '?tab=products&find=nothing', '?tab=carts']

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

test_states(() => dashboard, {
  paths: STORE.map((tab) => `/o/${ORG}/store${tab}`),
  states: store_states,
})
