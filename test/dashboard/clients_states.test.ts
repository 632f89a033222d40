// The pages of an agency, and an organization that was ended, in every state.
import { after, before } from 'node:test'
import { ended, states } from '#test/answers_of/clients.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const opened = () => dashboard
test_states(opened, { paths: [`/o/${ORG}/settings/clients`], states })
test_states(opened, {
  paths: [`/o/${ORG}`],
  states: { 'ended, for an admin': ended(null), 'ended, for an agency': ended('01980000-0000-7000-8000-000000000410') },
})
