// The recommendation to answer questions and the list that it names are about the same questions.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { jobs } from '#jobs/index.ts'
import { figures_bench } from '#test/figures.ts'
import { find } from './world.ts'

const DAY_HOURS = 24
const NOW = Date.parse('2026-11-20T18:00:00Z')

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench({ jobs })
})
after(() => bench.close())

test('questions count for as long as the marketplace takes an answer, also after months', async () => {
  const org = await bench.org()
  const of = { connection_id: await org.connect('mpa'), account_id: '1', platform: 'mpa', listing_id: 'l1' }
  await org.insert(async (db) => {
    const listing = { ...of, title: 'Lamp', status: 'active', currency: 'MXN' }
    await db.insertInto('marketplace_listings').values(listing).execute()
    const questions = [3, 59, 61, 150].map((days) => ({
      ...{ ...of, question_id: `${days}`, question: 'Is it blue?', status: 'unanswered' },
      asked_at: new Date(NOW - days * DAY_HOURS * 3_600_000).toISOString(),
    }))
    await db.insertInto('marketplace_questions').values(questions).execute()
  })
  await find(bench, org.org_id)
  const { recommendations } = await org.ask('list_recommendations')
  const { title, text, next, evidence } = recommendations.find(
    ({ rule }: { rule: string }) => rule === 'unanswered_questions',
  )
  assert.match(title, /^Answer 4 questions /)
  assert.equal(text, 'The oldest has waited for 150 days.')
  const { total, questions } = await org.ask(next.tool, next.input)
  const ages: number[] = questions.map((one: { age_hours: number }) => one.age_hours)
  assert.deepEqual([total, Math.max(...ages)], [evidence.questions, evidence.hours])
})
