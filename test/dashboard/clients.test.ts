// What an agency does with its clients in the browser, and what a client does with its agencies.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { client_id, client_name, ended, me_of_agency, states } from '#test/answers_of/clients.ts'
import { type Answers, assert_well_made, ok, open_dashboard, refused, type TestDashboard } from '#test/dashboard.ts'
import { channels, me, ORG, states as of_organization, organization } from '#test/dashboard_answers.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const CLIENTS = `/o/${ORG}/settings/clients`

test('an agency with fifty clients finds one by typing, with the keyboard alone', async () => {
  const opened = await dashboard.open(`/o/${ORG}/settings/organization`, {
    answers: { ...states.most, get_me: ok(me_of_agency(50)) },
  })
  const { page, sent } = opened
  await page.getByRole('button', { name: 'Change the organization' }).first().focus()
  await page.keyboard.press('Enter')
  const field = page.getByLabel('Search organizations')
  await field.waitFor()
  assert.equal(await page.getByRole('list', { name: 'Clients' }).getByRole('link').count(), 50)
  await assert_well_made(opened)
  await field.fill(client_name(30))
  assert.deepEqual(await page.getByRole('list', { name: 'Clients' }).getByRole('link').allTextContents(), [
    client_name(30),
  ])
  // A link, so that a click with Ctrl opens the client in a tab of its own.
  const link = page.getByRole('link', { name: client_name(30), exact: true })
  assert.equal(await link.getAttribute('href'), `/o/${client_id(30)}`)
  await page.keyboard.press('ArrowDown')
  assert.ok(await link.evaluate((element) => element.matches(':focus')))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/o/${client_id(30)}*`)
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const asked = sent.filter(({ org }) => org !== undefined).map(({ org }) => org)
  assert.equal(asked.at(-1), client_id(30))
  await opened.close()
})

test('the command palette finds clients', async () => {
  const opened = await dashboard.open(`/o/${ORG}/settings/organization`, {
    answers: { ...states.most, get_me: ok(me_of_agency(50)) },
  })
  const { page } = opened
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search pages, organizations, tools and campaigns').fill(client_name(40))
  await page.getByText(client_name(40), { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/o/${client_id(40)}*`)
  await opened.close()
})

test('a client is created, and its people are invited next', async () => {
  const answers: Answers = { ...states.data, create_client: ok({ org_id: client_id(2) }) }
  const opened = await dashboard.open(CLIENTS, { answers })
  const { page, sent } = opened
  await page.getByRole('button', { name: 'Create a client' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Tienda Nueva')
  await assert_well_made(opened)
  await page.getByRole('button', { name: 'Create the client' }).click()
  await page.getByText('Tienda Nueva is ready').waitFor()
  const created = sent.find(({ name }) => name === 'create_client')!
  assert.deepEqual(created.body, { name: 'Tienda Nueva', currency: 'MXN', time_zone: 'America/Mexico_City' })
  assert.equal(created.org, ORG)
  await page.getByRole('link', { name: 'Invite people of the client' }).click()
  await page.waitForURL(`**/o/${client_id(2)}/settings/members`)
  await opened.close()
})

test('a request says the same for every address, and a wrong one stays in the form', async () => {
  const answers: Answers = {
    ...states.data,
    request_access: ({ body }) =>
      (body as { email: string }).email.endsWith('.com')
        ? ok({
            ...{ request_id: client_id(1), expires_at: '2026-07-12T00:00:00.000Z', mail: 'queued' },
            ...(body as object),
          })
        : refused(400, 'error', 'email must be one email address.'),
  }
  const opened = await dashboard.open(CLIENTS, { answers })
  const { page } = opened
  await page.getByRole('button', { name: 'Ask for access' }).click()
  const field = page.getByLabel('Email of an admin of the client')
  await field.fill('owner@localhost')
  const ask = page.getByRole('dialog').getByRole('button', { name: 'Ask for access' })
  await ask.click()
  await page.getByText('email must be one email address.').waitFor()
  await field.fill('owner@example.com')
  await ask.click()
  await page.getByText('The request is on its way').waitFor()
  await page.getByText(/owner@example.com finds it under Settings, Members/).waitFor()
  await assert_well_made(opened)
  await opened.close()
})

test('a colleague gets a role on a client, and loses it again', async () => {
  const answers: Answers = {
    ...states.data,
    set_client_access: ok({ changed: true }),
    remove_client_access: ok({ removed: true }),
  }
  const opened = await dashboard.open(CLIENTS, { answers })
  const { page, sent } = opened
  await page.getByRole('button', { name: `Actions for ${client_name(2)}` }).click()
  await page.getByRole('menuitem', { name: 'Choose who acts on it' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Luis Medina').waitFor()
  assert.equal(await dialog.getByText('Ana Torres').count(), 0, 'admins act on all clients')
  await assert_well_made(opened)
  const choose = async (name: string, what: string) => {
    await dialog.getByLabel(`What ${name} may do`).first().click()
    await page.getByRole('option', { name: what }).click()
  }
  await choose('Sofía Ramírez', 'Viewer')
  await choose('Luis Medina', 'No access')
  await page.waitForTimeout(100)
  const changes = sent.filter(({ name }) => name.endsWith('_client_access'))
  assert.deepEqual(
    changes.map(({ name, body }) => [name, (body as { role?: string }).role]),
    [
      ['set_client_access', 'viewer'],
      ['remove_client_access', undefined],
    ],
  )
  assert.ok(changes.every(({ body }) => (body as { client_org_id: string }).client_org_id === client_id(2)))
  await opened.close()
})

test('a business has no page of clients, neither in the navigation nor by its address', async () => {
  const opened = await dashboard.open(CLIENTS, { answers: of_organization.data })
  const { page } = opened
  await page.getByText('There is no such page').waitFor()
  await page.goto(`${dashboard.url}/o/${ORG}/settings/organization`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Clients' }).count(), 0)
  await opened.close()
})

test("a client's admin accepts the request of an agency, and ends the access of another", async () => {
  const answers: Answers = {
    ...of_organization.data,
    accept_access_request: ok({ agency_org_id: client_id(1), name: 'Faro Digital' }),
    end_agency_access: ok({ ended: true }),
  }
  const opened = await dashboard.open(`/o/${ORG}/settings/members`, { answers })
  const { page, sent } = opened
  await page.getByRole('button', { name: 'Accept Faro Digital' }).click()
  await page.getByText('Let Faro Digital act on Casa Lumbre?').waitFor()
  await assert_well_made(opened)
  await page.getByRole('button', { name: 'Give access' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'End the access of Estudio Pulso' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the access' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const names = sent.map(({ name }) => name).filter((name) => /accept_|end_agency/.test(name))
  assert.deepEqual(names, ['accept_access_request', 'end_agency_access'])
  await opened.close()
})

test('a button without a place for an error says it at the edge of the page', async () => {
  const refusal = 'The request has ended.'
  const answers = { ...of_organization.data, decline_access_request: refused(400, 'error', refusal) }
  const opened = await dashboard.open(`/o/${ORG}/settings/members`, { answers })
  const { page } = opened
  await page.getByRole('button', { name: 'Decline Faro Digital' }).click()
  await page.getByRole('alert').getByText(refusal).waitFor()
  await assert_well_made(opened)
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  await page.getByText(refusal).waitFor({ state: 'detached' })
  await opened.close()
})

test('who acts for an agency decides nothing about agencies', async () => {
  const organizations = [organization(ORG, 'Casa Lumbre', { agency_org_id: client_id(9) })]
  const { list_access_requests: _, ...rest } = of_organization.data
  const opened = await dashboard.open(`/o/${ORG}/settings/members`, {
    answers: { ...rest, get_me: ok(me({ organizations })) },
  })
  await opened.page.getByText('You act here for an agency.').waitFor()
  assert.equal(await opened.page.getByRole('button', { name: /End the access/ }).count(), 0)
  await assert_well_made(opened)
  await opened.close()
})

test('an organization ends only after its name was typed, and its page offers to take it back', async () => {
  let is_ended = false
  const answers: Answers = {
    ...of_organization.data,
    get_me: (sent) => {
      const answer = is_ended ? ended(null).get_me : of_organization.data.get_me
      return typeof answer === 'function' ? answer(sent) : answer!
    },
    // Without buttons that the head of the page would cover when it is scrolled to its end.
    get_org_channels: ok(channels({ chat: null, messaging: null })),
    end_org: () => {
      is_ended = true
      return ok({ ended_at: '2026-06-28T12:00:00.000Z', deleted_at: '2026-07-28T12:00:00.000Z' })
    },
    restore_org: () => {
      is_ended = false
      return ok({ restored: true })
    },
  }
  const opened = await dashboard.open(`/o/${ORG}/settings/organization`, { answers })
  const { page } = opened
  await page.getByRole('button', { name: 'End the organization' }).click()
  const dialog = page.getByRole('dialog')
  const end = dialog.getByRole('button', { name: 'End the organization' })
  assert.ok(await end.isDisabled())
  await dialog.getByLabel('Type Casa Lumbre to confirm').fill('casa lumbre')
  assert.ok(await end.isDisabled())
  await assert_well_made(opened)
  await dialog.getByLabel('Type Casa Lumbre to confirm').fill('Casa Lumbre')
  await end.click()
  await page.getByText('Casa Lumbre was ended').waitFor()
  await assert_well_made(opened)
  await page.getByRole('button', { name: 'Take it back' }).click()
  await page.getByRole('heading', { name: 'Organization', level: 1 }).waitFor()
  await opened.close()
})

test('an admin of an agency takes an ended client back, and learns why when its own admins have to', async () => {
  const refusal = 'Casa Lumbre has admins of its own. Only they can end it or take it back.'
  let has_own_admins = true
  let is_ended = true
  const answers: Answers = {
    ...of_organization.data,
    get_me: () =>
      is_ended
        ? (ended(client_id(9)).get_me as ReturnType<typeof ok>)
        : ok(me({ organizations: [organization(ORG, 'Casa Lumbre', { agency_org_id: client_id(9) })] })),
    restore_org: () => {
      if (has_own_admins) return refused(400, 'error', refusal)
      is_ended = false
      return ok({ restored: true })
    },
  }
  const opened = await dashboard.open(`/o/${ORG}/settings/organization`, { answers })
  const { page } = opened
  const restore = page.getByRole('button', { name: 'Take it back' })
  await restore.click()
  await page.getByText(refusal).waitFor()
  await assert_well_made(opened)
  has_own_admins = false
  await restore.click()
  await page.getByRole('heading', { name: 'Organization', level: 1 }).waitFor()
  await opened.close()
})

test('a new currency says what it means for earlier figures', async () => {
  const settings = (of_organization.data.get_org_settings as { body: { result: object } }).body.result
  const note = 'Earlier totals are converted again, from MXN to EUR.'
  const answers = { ...of_organization.data, update_org_settings: ok({ ...settings, note }) }
  const opened = await dashboard.open(`/o/${ORG}/settings/organization`, { answers })
  const { page, sent } = opened
  await page.getByRole('button', { name: 'Save' }).nth(1).click()
  await page.getByText(note).waitFor()
  assert.deepEqual(sent.find(({ name }) => name === 'update_org_settings')?.body, {
    currency: 'MXN',
    time_zone: 'America/Mexico_City',
  })
  await opened.close()
})
