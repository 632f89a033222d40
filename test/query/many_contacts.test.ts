// A search of contacts reads the oldest contact of each person in one way for few people, and in another one for many.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { batches } from '#connectors/records.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'

/** More than those whose oldest contacts are looked for one by one. */
const PEOPLE = 10_050
/** Rows of one statement, whose parameters are limited. */
const INSERTED_MAX = 2_000

let bench: Awaited<ReturnType<typeof figures_bench>>
let acme: FiguresOrg
before(async () => {
  bench = await figures_bench()
  acme = await bench.org()
  // The first ten people also have an older contact under another name.
  const contact = (name: string, day: string) => (n: number) => ({
    org_id: acme.org_id,
    full_name: `${name} ${n}`,
    email: `p${n}@mail.test`,
    created_at: new Date(Date.parse(day) - n * 60_000).toISOString(),
  })
  const people = Array.from({ length: PEOPLE }, (_, n) => n + 1)
  const all = [...people.map(contact('Ana', '2026-11-01')), ...people.slice(0, 10).map(contact('Old', '2020-11-01'))]
  for (const some of batches(all, INSERTED_MAX))
    await acme.insert((db) => db.insertInto('contacts').values(some).execute())
})
after(() => bench.close())

const found = async (search: string) => {
  const { contacts, total } = await acme.ask('query_contacts', { search, limit: 2 })
  return { names: contacts.map((row: { full_name: string }) => row.full_name), total }
}

test('a search shows each person of whom some contact matches by the oldest contact, newest first', async () => {
  assert.deepEqual(await found('ana'), { names: ['Ana 11', 'Ana 12'], total: PEOPLE })
  assert.deepEqual(await found('mail.test'), { names: ['Ana 11', 'Ana 12'], total: PEOPLE })
  assert.deepEqual(await found('ana 1'), { names: ['Ana 11', 'Ana 12'], total: 1_162 })
  assert.deepEqual(await found('old'), { names: ['Old 1', 'Old 2'], total: 10 })
})

test('a search finds the newest people where the newest contacts that match belong to people with much older ones', async () => {
  // More than the spare contacts of an answer: people 11 to 210 get a newer contact that matches alone.
  const again = Array.from({ length: 200 }, (_, n) => ({
    ...{ org_id: acme.org_id, full_name: `Ana B ${n + 11}`, email: `p${n + 11}@mail.test` },
    created_at: new Date(Date.parse('2026-11-05') - n * 60_000).toISOString(),
  }))
  await acme.insert((db) => db.insertInto('contacts').values(again).execute())
  assert.deepEqual(await found('ana'), { names: ['Ana 11', 'Ana 12'], total: PEOPLE })
  // Here the newest contacts that match are those of people whose oldest contacts are the oldest of all.
  const old = again.map(({ email, ...row }) => ({ ...row, email, created_at: '2020-01-01T00:00:00Z' }))
  await acme.insert((db) => db.insertInto('contacts').values(old).execute())
  assert.deepEqual(await found('ana'), { names: ['Ana 211', 'Ana 212'], total: PEOPLE })
})
