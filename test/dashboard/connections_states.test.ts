// The page of connections and the first steps, in every state.
import { after, before } from 'node:test'
import { states, store } from '#test/answers_of/connections.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const opened = () => dashboard
test_states(opened, { paths: [`/o/${ORG}/connections`], states })
test_states(opened, {
  paths: [`/o/${ORG}/connections?connection=${store.connection_id}`],
  states: { data: states.data },
})
