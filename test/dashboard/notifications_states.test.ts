// The page of notifications in every state.
import { after, before } from 'node:test'
import { notification_states } from '#test/answers_of/notifications.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

test_states(() => dashboard, {
  paths: ['', '?module=alertas', '?show=unread'].map((filter) => `/o/${ORG}/notifications${filter}`),
  states: notification_states,
})
