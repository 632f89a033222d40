// Clients with admins of their own: only these can end or take back the organization, so an agency gets the reason in place of the button.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { client_id, client_name, states } from '#test/answers_of/clients.ts'
import { type Answers, assert_well_made, ok, open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { me, ORG, states as of_organization, organization } from '#test/dashboard_answers.ts'
import { until } from '#test/until.ts'

const WIDTHS = [390, 1440]
/** As the answers about clients have it. */
const WITH_ADMINS = 4
const WITHOUT_ADMINS = 1
const DELETED_AT = '2026-07-20T10:00:00.000Z'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const answers = (client: number, deleted_at: string | null): Answers => ({
  ...of_organization.data,
  ...states.data,
  get_me: ok(
    me({
      organizations: [
        organization(ORG, 'Estudio Pulso', { kind: 'agency' }),
        organization(client_id(client), client_name(client), { agency_org_id: ORG, deleted_at }),
      ],
    }),
  ),
})
const reason = (client: number) => `${client_name(client)} has admins of its own. Only they can end it or take it back.`
const only_member = { user_id: client_id(0), name: 'Ana', email: 'ana@example.com', role: 'member', is_approver: false }

suite('a client that was ended', () => {
  for (const width of WIDTHS)
    test(`with admins of its own offers an agency no button and says why, at ${width} px`, async () => {
      const opened = await dashboard.open(`/o/${client_id(WITH_ADMINS)}`, {
        answers: answers(WITH_ADMINS, DELETED_AT),
        width,
      })
      await opened.page.getByText(reason(WITH_ADMINS)).waitFor()
      assert.equal(await opened.page.getByRole('button', { name: 'Take it back' }).count(), 0)
      const asked = opened.sent.filter(({ name }) => name === 'list_clients')
      assert.deepEqual([...new Set(asked.map(({ org }) => org))], [ORG])
      await assert_well_made(opened)
      await opened.close()
    })

  test('without admins of its own is taken back by the agency', async () => {
    const opened = await dashboard.open(`/o/${client_id(WITHOUT_ADMINS)}`, {
      answers: { ...answers(WITHOUT_ADMINS, DELETED_AT), restore_org: ok({ restored: true }) },
    })
    await opened.page.getByRole('button', { name: 'Take it back' }).click()
    const restored = () => opened.sent.filter(({ name }) => name === 'restore_org')
    await until(() => restored().length > 0)
    assert.deepEqual(
      restored().map(({ org }) => org),
      [client_id(WITHOUT_ADMINS)],
    )
    await opened.close()
  })
})

suite('the settings of a client', () => {
  const path = (client: number) => `/o/${client_id(client)}/settings/organization`

  for (const width of WIDTHS)
    test(`with admins of its own say why an agency cannot end it, at ${width} px`, async () => {
      const opened = await dashboard.open(path(WITH_ADMINS), { answers: answers(WITH_ADMINS, null), width })
      await opened.page.getByText(reason(WITH_ADMINS)).waitFor()
      assert.ok(await opened.page.getByRole('button', { name: 'End the organization' }).isDisabled())
      await assert_well_made(opened)
      await opened.close()
    })

  test('without admins of its own let an agency end it', async () => {
    const opened = await dashboard.open(path(WITHOUT_ADMINS), {
      answers: {
        ...answers(WITHOUT_ADMINS, null),
        list_members: ok({ count: 1, total: 1, truncated: false, members: [only_member], agencies: [] }),
      },
    })
    await opened.page.getByRole('button', { name: 'End the organization' }).click()
    await opened.page.getByRole('dialog').waitFor()
    await opened.close()
  })
})
