// A person counts once over all connections, in the list and in the metric catalog.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { campaign_day, figures_bench } from '#test/figures.ts'

describe('people', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench()
  })
  after(() => bench.close())

  it('counts a person once over connections, none of disconnected ones, and names the sources', async () => {
    const initech = await bench.org({ name: 'Initech' })
    const old = await initech.connect('email_a', { name: 'Old', status: 'revoked' })
    const [first, second] = [await initech.connect('email_a', { name: 'First' }), await initech.connect('email_b')]
    const again = await initech.connect('email_a', { name: 'Again' })
    const person = (connection_id: string, external_id: string, created_at: string, values: object = {}) => ({
      connection_id,
      platform: connection_id === second ? 'email_b' : 'email_a',
      external_id,
      created_at: `${created_at}T12:00:00Z`,
      ...values,
    })
    const ana = { full_name: 'Ana', email: 'Ana@Example.com' }
    await initech.insert((db) =>
      db
        .insertInto('contacts')
        .values([
          person(old, '1', '2026-11-01', ana),
          person(old, '7', '2026-11-01', { full_name: 'Left', email: 'left@example.com' }),
          person(first, '1', '2026-11-05', ana),
          person(again, '1', '2026-11-05', ana),
          person(second, '9', '2026-11-08', { full_name: 'Ana R', email: ' ana@example.COM' }),
          person(first, '2', '2026-11-06', { full_name: 'Berta', phone: '+52 55 1234' }),
          person(second, '8', '2026-11-07', { full_name: 'Berta', phone: '+52551234' }),
          // The same id on two platforms is two people. On two connections of one platform it is one person.
          person(first, '3', '2026-11-06', { full_name: 'Unknown A' }),
          person(again, '3', '2026-11-06', { full_name: 'Unknown A' }),
          person(second, '3', '2026-11-06', { full_name: 'Unknown B' }),
        ])
        .execute(),
    )
    const found = await initech.ask('query_contacts', {})
    const names = found.contacts.map(({ full_name }: { full_name: string }) => full_name).sort()
    assert.deepEqual(names, ['Ana', 'Berta', 'Unknown A', 'Unknown B'])
    assert.equal(found.sources.length, 3)
    assert.ok(Array.isArray(found.notes))
    const metric = { metric: 'crm.new_contacts', dimensions: ['date'] }
    const counted = await initech.ask('query_data', metric)
    assert.deepEqual(counted.rows, [
      { date: '2026-11-05', value: 1 },
      { date: '2026-11-06', value: 3 },
    ])
    assert.equal(counted.total_value, 4)
    assert.equal(counted.sources.length, 3)
  })

  it('finds a person by any of their active contacts, and shows the oldest one once', async () => {
    const org = await bench.org()
    const [klaviyo, mailchimp] = [await org.connect('email_a'), await org.connect('email_b')]
    const left = await org.connect('email_c', { status: 'revoked' })
    const contact = (connection_id: string, on: string, values: { full_name?: string; email: string }) => ({
      connection_id,
      platform: { [klaviyo]: 'email_a', [mailchimp]: 'email_b' }[connection_id] ?? 'email_c',
      external_id: `${on} ${values.email}`,
      created_at: `${on}T12:00:00Z`,
      ...values,
    })
    await org.insert((db) =>
      db
        .insertInto('contacts')
        .values([
          contact(klaviyo, '2024-03-01', { email: 'ana@x.com' }),
          contact(mailchimp, '2025-03-01', { email: 'Ana@X.com', full_name: 'Ana Pérez' }),
          contact(mailchimp, '2025-03-02', { email: 'ANA@x.com', full_name: 'Ana Pérez' }),
          contact(left, '2023-03-01', { email: 'ana@x.com', full_name: 'Ana before' }),
          contact(klaviyo, '2024-06-01', { email: 'luis@x.com', full_name: 'Luis Pérez' }),
          contact(mailchimp, '2023-06-01', { email: 'eva@x.com', full_name: 'Eva' }),
        ])
        .execute(),
    )
    const found = async (search: string, limit?: number) => {
      const { contacts, total } = await org.ask('query_contacts', { search, limit })
      return [
        contacts.map(({ email, created_at }: { email: string; created_at: string }) => [
          email,
          created_at.slice(0, 10),
        ]),
        total,
      ]
    }
    const [ana, luis] = [
      ['ana@x.com', '2024-03-01'],
      ['luis@x.com', '2024-06-01'],
    ]
    assert.deepEqual(await found('Ana Pérez'), [[ana], 1])
    assert.deepEqual(await found('pérez'), [[luis, ana], 2])
    assert.deepEqual(await found('pérez', 1), [[luis], 2])
    assert.deepEqual(await found('ana@x'), [[ana], 1])
    assert.deepEqual(await found('Ana before'), [[], 0], 'a contact of a disconnected platform is no contact')
  })

  it('the people that ads reached on a day are added up in no figure and in no view', async () => {
    const org = await bench.org()
    const connection_id = await org.connect('net_c_ads')
    await org.insert((db) =>
      db
        .insertInto('campaign_daily')
        .values(
          ['2026-11-10', '2026-11-11'].map((date) => ({
            ...campaign_day(connection_id, { date, spend: 1_000_000n }),
            platform: 'net_c_ads',
            reach: 700n,
          })),
        )
        .execute(),
    )
    const sql = (text: string) => org.refused('run_readonly_sql', { sql: text })
    assert.match(await sql('select sum(reach) from campaign_daily'), /reach/)
    assert.match(await org.refused('query_data', { metric: 'network_ads.reach' }), /reach/)
    const whole = await org.ask('get_kpi_summary', { date_from: '2026-11-10', date_to: '2026-11-11' })
    const days = await org.ask('query_data', {
      metric: 'network_ads.spend',
      date_from: '2026-11-10',
      date_to: '2026-11-11',
    })
    assert.equal(days.total_value, 2)
    assert.ok(!/1,?400/.test(JSON.stringify([whole, days])))
  })
})
