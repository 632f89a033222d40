// Live events on the page of connections, and the first steps of an organization.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { connection, live, new_org, states, store, stream_of } from '#test/answers_of/connections.ts'
import { overview_states } from '#test/answers_of/overview.ts'
import { type Answers, type OpenedPage, ok, open_dashboard, refused, type TestDashboard } from '#test/dashboard.ts'
import { me, me_as, ORG } from '#test/dashboard_answers.ts'
import { until } from '#test/until.ts'

/** Several countdowns of two seconds. */
const BUSY_MS = 8_000
/** An answer is drawn by then. */
const DRAWN_MS = 300

const PATH = `/o/${ORG}/connections`

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

/** Opens the page for the work, and closes it afterwards. */
async function on_page(answers: Answers, work: (opened: OpenedPage) => Promise<void>, path = PATH): Promise<void> {
  const opened = await dashboard.open(path, { answers })
  try {
    await work(opened)
    assert.deepEqual(opened.faults, [])
  } finally {
    await opened.close()
  }
}

const text_of = async (of: Locator) => (await of.allInnerTexts()).join('\n')
const calls = ({ sent }: OpenedPage, name: string) => sent.filter((one) => one.name === name).map(({ body }) => body)

async function assert_called(opened: OpenedPage, name: string, body: object): Promise<void> {
  await until(() => calls(opened, name).length > 0)
  assert.deepEqual(calls(opened, name), [body])
}

suite('live events', () => {
  test('show the progress of a sync as it comes, and its end brings the new figures of the list', async () => {
    const idle = connection(1, 'sx', 'Casa Lumbre', 'never_synced')
    const steps: [string, object][] = [
      ['connection', live(idle, { sync_state: 'queued' })],
      ['connection', live(idle, { sync_state: 'running', progress: 0.05, stream: 'products', rows: 40 })],
      [
        'connection',
        live(idle, { sync_state: 'running', progress: 0.41, stream: 'orders', rows: 5_120, stored_from: '2026-03-04' }),
      ],
      ['connection', live(idle, { health: 'ok', version: '2' })],
    ]
    let step = 0
    let is_read = false
    const answers: Answers = {
      ...states.data,
      list_connections: () => {
        const now = is_read ? connection(1, 'sx', 'Casa Lumbre') : idle
        return ok({ count: 1, total: 1, truncated: false, by_health: {}, connections: [now] })
      },
      // The stream of a mocked API ends immediately. The browser opens it again, and gets the next step.
      events: () => stream_of([['snapshot', { org_id: ORG, connections: [live(idle)] }], ...steps.slice(0, step)], 50),
    }
    await on_page(answers, async (opened) => {
      const card = opened.page.getByRole('article', { name: 'Casa Lumbre' })
      await card.getByText('Not read yet').waitFor()
      step = 1
      await card.getByText('Waiting for a free worker').waitFor()
      step = 2
      await card.getByText('products · 5 %').waitFor()
      step = 3
      await card.getByText('orders, back to March 2026 · 41 %').waitFor()
      await card.getByText('5,120 rows').waitFor()
      assert.equal(await card.getByRole('progressbar', { name: 'Sync of Casa Lumbre' }).getAttribute('value'), '41')
      is_read = true
      step = 4
      await card.getByText('Healthy').waitFor()
      await card.getByText('Read 1 hour ago').waitFor()
    })
  })

  test('of another organization change nothing here', async () => {
    const other = live(store, { org_id: '01980000-0000-7000-8000-000000000002', sync_state: 'running', progress: 0.9 })
    await on_page({ ...states.data, events: stream_of([['connection', other]]) }, async ({ page }) => {
      await page.getByRole('article', { name: 'Casa Lumbre', exact: true }).getByText('Read 1 hour ago').waitFor()
    })
  })

  test('that do not come leave the page to ask by itself while a sync runs', async () => {
    let asked = 0
    const list = states.data.list_connections
    const answers: Answers = {
      ...states.data,
      events: refused(503, 'overloaded', 'Too many pages receive events from this process.', { 'retry-after': '10' }),
      list_connections: () => {
        asked += 1
        return list
      },
    }
    await on_page(answers, async ({ page }) => {
      await page.getByRole('article').first().waitFor()
      await page.waitForTimeout(5_600)
      assert.ok(asked >= 2, `asked ${asked} times`)
    })
  })
})

test('a page with data that a busy server refuses tries once for each countdown, and keeps its data', async () => {
  let asked = 0
  const busy = refused(503, 'overloaded', 'Tablero is busy. Try again.', { 'retry-after': '2' })
  const answers: Answers = {
    ...states.data,
    events: refused(503, 'overloaded', 'Too many pages receive events from this process.', { 'retry-after': '60' }),
    list_connections: () => (asked++ === 0 ? states.data.list_connections : busy),
  }
  await on_page(answers, async ({ page }) => {
    const again = page.getByRole('button', { name: /^Try again \(\d+ s\)/ })
    await again.first().waitFor()
    const before = asked
    await page.waitForTimeout(BUSY_MS)
    assert.ok(asked - before >= 2, `asked ${asked - before} times`)
    assert.ok(asked - before <= 10, `asked ${asked - before} times`)
    await page.getByRole('article', { name: 'Casa Lumbre', exact: true }).waitFor()
  })
})

test('a page that a busy server refuses without a time waits longer after each refusal', async () => {
  let asked = 0
  const answers: Answers = {
    ...states.data,
    list_connections: () => {
      asked += 1
      return refused(503, 'overloaded', 'Tablero is busy. Try again.')
    },
  }
  await on_page(answers, async ({ page }) => {
    const again = page.getByRole('button', { name: /^Try again \(\d+ s\)/ }).first()
    for (const [times, shortest, longest] of [
      [1, 1, 2],
      [2, 1, 4],
      [3, 5, 8],
    ] as const) {
      await until(() => asked === times)
      await page.waitForTimeout(DRAWN_MS)
      const left = Number((await again.textContent())?.match(/\d+/)?.[0])
      assert.ok(left >= shortest && left <= longest, `${left} s after refusal ${times}`)
    }
  })
})

suite('the first steps', () => {
  const START = `/o/${ORG}`
  const fresh: Answers = {
    ...overview_states.none,
    ...states.none,
    get_me: new_org(),
    list_members: ok({ count: 1, total: 1, truncated: false, members: [], agencies: [] }),
    list_invitations: ok({ count: 0, total: 0, truncated: false, invitations: [] }),
    list_api_keys: ok({ count: 0, total: 0, truncated: false, keys: [] }),
  }
  const steps_of = async ({ page }: OpenedPage) => {
    const box = page.getByRole('region', { name: /First steps|Everything is set up/ })
    await box.locator('[aria-current=step]').or(box.getByText('Everything is set up')).first().waitFor()
    return box.getByRole('listitem').evaluateAll((all) => all.map((one) => one.getAttribute('data-done')))
  }

  test('of a new organization show what is done, and lead to what is not', () =>
    on_page(
      fresh,
      async (opened) => {
        assert.deepEqual(await steps_of(opened), ['false', 'false', 'true', 'false', 'false'])
        const next = opened.page.locator('[aria-current=step]')
        assert.match(await text_of(next), /Connect a platform/)
        await next.getByRole('link', { name: 'Connect' }).click()
        await opened.page.waitForURL(`**${PATH}`)
      },
      START,
    ))

  test('show the progress of the first sync, and the first figures', () => {
    const first = connection(1, 'sx', 'Casa Lumbre', 'never_synced')
    const running = live(first, { sync_state: 'running', progress: 0.41, stream: 'orders', stored_from: '2026-03-04' })
    const connections = ok({ count: 1, total: 1, truncated: false, by_health: {}, connections: [first] })
    return on_page(
      {
        ...overview_states.data,
        ...fresh,
        get_kpi_summary: overview_states.data.get_kpi_summary!,
        list_connections: connections,
        events: stream_of([['snapshot', { org_id: ORG, connections: [running] }]]),
      },
      async ({ page }) => {
        const step = page.locator('[aria-current=step]')
        await step.getByText('orders, back to March 2026 · 41 %').waitFor()
        const figures = await text_of(step.getByLabel('Last 7 days'))
        assert.match(figures, /Store revenue\s+\$[\d.]+[KM][\s\S]*Orders\s+\d+[\s\S]*Ad spend\s+\$[\d.]+[KM]/)
      },
      START,
    )
  })

  test('can be dismissed, which the organization keeps', () => {
    let is_new = true
    const answers: Answers = {
      ...fresh,
      get_me: () => (is_new ? new_org() : ok(me())),
      update_org_settings: () => {
        is_new = false
        return ok({})
      },
    }
    return on_page(
      answers,
      async (opened) => {
        const { page } = opened
        await page.getByRole('button', { name: 'Hide the first steps' }).click()
        await page.getByRole('region', { name: 'First steps' }).waitFor({ state: 'detached' })
        assert.deepEqual(calls(opened, 'update_org_settings'), [{ shows_first_steps: false }])
      },
      START,
    )
  })

  test('that are all done are stored as done, once', () =>
    on_page(
      {
        ...overview_states.data,
        ...states.data,
        get_me: new_org(),
        update_org_settings: ok({}),
      },
      async (opened) => {
        assert.deepEqual(await steps_of(opened), ['true', 'true', 'true', 'true', 'true'])
        await assert_called(opened, 'update_org_settings', { shows_first_steps: false })
      },
      START,
    ))

  test('are not shown to people who cannot do them', () =>
    on_page(
      { ...fresh, get_me: ok({ ...me_as('viewer') }) },
      async ({ page }) => {
        await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
        assert.equal(await page.getByText('First steps').count(), 0)
      },
      START,
    ))
})
