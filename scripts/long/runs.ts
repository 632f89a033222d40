// The tests that run small in `npm test` and at full length by `npm run verify -- --long`.
export interface LongRun {
  name: string
  /** Arguments of `npm test`. */
  tests: string[]
  environment: Record<string, string>
}

export const long_runs: readonly LongRun[] = [
  {
    name: 'Figures against the truth of a simulated world',
    tests: ['test/figures_truth/figures_truth.test.ts'],
    environment: { CASES: '2000' },
  },
  {
    name: 'Worlds of shops and ad accounts, read by the real connectors',
    tests: ['test/connectors/worlds/worlds.test.ts'],
    environment: { WORLDS: '2000' },
  },
  {
    name: 'Answers of each request of each stream, spoiled in every way',
    tests: ['test/vendors/spoiled_answers.test.ts'],
    environment: { SPOILED: 'all' },
  },
  {
    name: 'Syncs under disturbances',
    tests: ['test/faults/simulation.test.ts'],
    environment: { SEEDS: '1000', CI: '1' },
  },
  {
    name: 'The package, installed by npm',
    tests: ['test/runtime/package.test.ts'],
    environment: { INSTALL: '1' },
  },
  {
    name: 'Changes at ad platforms, killed at every stored point',
    tests: ['test/actions/ads.test.ts'],
    environment: { ACTION_KILLS: 'all' },
  },
  {
    name: 'Changes at shops and the marketplace, killed at every stored point',
    tests: ['test/actions/shops.test.ts'],
    environment: { ACTION_KILLS: 'all' },
  },
  {
    name: 'Changes at platforms, by processes that are killed',
    tests: ['test/actions/killed.test.ts'],
    environment: { ACTION_KILLS: 'all' },
  },
  {
    name: 'The whole demo, ready within a minute',
    tests: ['test/runtime/whole_demo.test.ts'],
    environment: { DEMO: 'whole' },
  },
  { name: 'The image, step by step', tests: ['test/runtime/image.test.ts'], environment: { IMAGE: 'steps' } },
  {
    name: 'Tabs of one browser, each with an organization of its own',
    tests: ['test/events/tabs.test.ts'],
    environment: { TABS: '50' },
  },
  { name: 'Killed processes', tests: ['test/faults/kill.test.ts'], environment: { KILLS: '50' } },
  { name: 'Killed nodes of a Citus cluster', tests: ['test/citus/kills.test.ts'], environment: { KILLS: '50' } },
  {
    name: 'Killed nodes of a Citus cluster, beside calls',
    tests: ['test/citus/killed_calls.test.ts'],
    environment: { KILLS: '50' },
  },
  {
    name: 'Every platform under faults on a Citus cluster',
    tests: ['test/citus/platforms.test.ts'],
    environment: { PLATFORMS: 'all', HISTORY_DAYS: '12' },
  },
  { name: 'Killed servers', tests: ['test/runtime/server.test.ts'], environment: { TABLERO_TEST_KILLS: '40' } },
  {
    name: 'Rate limits of four processes',
    tests: ['test/engine/rate_limit_processes.test.ts'],
    environment: { RATE_MINUTES: '3' },
  },
  {
    name: 'Renewals of tokens that work once, by killed processes',
    tests: ['test/sync/renewals.test.ts'],
    environment: { RENEWALS: '1000', RENEWING: '16' },
  },
  {
    name: 'An agency with fifty clients connects all of them at the same time',
    tests: ['test/sync/fleet.test.ts'],
    environment: { FLEET: '50' },
  },
  { name: 'Webhooks, 200 a second', tests: ['test/webhooks/load.test.ts'], environment: { WEBHOOK_SECONDS: '60' } },
  {
    name: 'Deliveries of events, by processes that are killed',
    tests: ['test/outbound_webhooks/killed.test.ts'],
    environment: { WEBHOOK_EVENTS: '10000', WEBHOOK_KILLS: '200' },
  },
  {
    name: 'Deliveries of events, 500 a second, and beside webhooks that hang',
    tests: ['test/outbound_webhooks/load.test.ts'],
    environment: { WEBHOOK_SECONDS: '60', WEBHOOK_RATE: '500', WEBHOOK_FAIR_RATE: '200' },
  },
  {
    name: 'Recommendations in worlds with 60 causes and 60 decoys',
    tests: ['test/recommendations/world.test.ts'],
    environment: { WORLDS: '8' },
  },
  {
    name: 'Advice against campaigns of a known ROAS',
    tests: ['test/recommendations/world_roas.test.ts'],
    environment: { CAMPAIGNS: '10000' },
  },
  {
    name: 'Members, invitations and roles, changed at the same moment',
    tests: ['test/people/interleavings.test.ts'],
    environment: { ROUNDS: '1000' },
  },
  {
    name: 'Guessed passwords, from changing addresses',
    tests: ['test/accounts/guesses.test.ts'],
    environment: { GUESSES: '10000' },
  },
  {
    name: 'Answers about addresses with and without an account',
    tests: ['test/accounts/alike.test.ts'],
    environment: { ALIKE: '200' },
  },
  {
    name: 'The detector of alerts, on series with known breaks',
    tests: ['src/domain/detector.test.ts'],
    environment: { SERIES: '200' },
  },
  {
    name: 'Alerts on 90 days of late, restated, partial and missing data',
    tests: ['test/alerts/disturbed.test.ts'],
    environment: { ALERT_SEEDS: '20', ALERT_DAYS: '90' },
  },
  {
    name: 'Approved changes, by processes that are killed, or stopped and woken',
    tests: ['test/approvals/killed.test.ts'],
    environment: { APPROVAL_KILLS: '200' },
  },
  {
    name: 'Impacts of actions, on worlds with known effects',
    tests: ['test/approvals/impact_statistic.test.ts'],
    environment: { WORLDS: '1500' },
  },
  {
    name: 'Every page in every state and look',
    tests: ['test/dashboard/*states.test.ts'],
    environment: { PAGES: 'all' },
  },
  {
    name: 'Limits of a day under a thousand automatic changes',
    tests: ['test/approvals/guardrails.test.ts'],
    environment: { CHANGES: '1000' },
  },
  {
    name: 'Credits under a thousand concurrent calls',
    tests: ['test/engine/spend.test.ts'],
    environment: { SPENDING_CALLS: '1000' },
  },
  {
    name: 'Every unusual value of every parameter of every tool',
    tests: ['test/areas/*.test.ts'],
    environment: { UNUSUAL: 'all' },
  },
  {
    name: 'A backup restored to a cluster of Citus that is empty',
    tests: ['test/citus/operation.test.ts'],
    environment: { RESTORE_INTO: 'empty' },
  },
  {
    name: 'From an alert to a changed budget and back, on a large screen and on a phone alone',
    tests: ['test/dashboard/real/actions_chain.test.ts'],
    environment: { SCREENS: 'all' },
  },
  {
    name: 'The example of every published tool, sent from the page',
    tests: ['test/dashboard/try_a_tool.test.ts'],
    environment: { TRIED_TOOLS: 'all' },
  },
  {
    name: 'Answers of a Citus cluster about the demo and about real orders',
    tests: ['test/citus/real_answers.test.ts'],
    environment: { REAL_ANSWERS: 'all' },
  },
  { name: 'All published tools, with stand-ins', tests: ['--filled', 'test/areas/*.test.ts'], environment: {} },
]
