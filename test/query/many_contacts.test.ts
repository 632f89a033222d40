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
