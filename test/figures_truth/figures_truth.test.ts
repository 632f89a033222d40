// Each figure equals the truth, or is partial or null with a note. A history of an organization has 50 random questions.
// CASES=2000 npm test -- test/figures_truth/figures_truth.test.ts asks this number of questions.
// SEED=7 npm test -- test/figures_truth/figures_truth.test.ts repeats one history and shows its events.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chance } from '../../sandbox/world/random.ts'
import { assess, type Fault, type Verdict } from './assess.ts'
import { type History, open_histories } from './history.ts'
import { ask_something, group_labels } from './questions.ts'

const QUESTIONS = 50
const STEPS = 20
const VERDICTS = ['whole', 'partial', 'null', 'suspect'] as const satisfies Verdict[]
/** Fewer verdicts of a kind than this in a hundred questions, and the test has compared too little. */
const VERDICTS_MIN: Partial<Record<Verdict | 'all', number>> = { whole: 100, partial: 100, null: 250, all: 500 }
/** Faults of a history that are shown. */
const FAULTS_SHOWN_MAX = 40
const { SEED, CASES = '100' } = process.env
const seeds = SEED ? [Number(SEED)] : Array.from({ length: Math.ceil(Number(CASES) / QUESTIONS) }, (_, n) => n + 1)

let histories: Awaited<ReturnType<typeof open_histories>>
before(async () => {
  histories = await open_histories()
})
after(() => histories?.close())

interface Found {
  fault: Fault
  text: string
}

async function run(seed: number, counts: Map<string, number>, asked_groups: Set<string>): Promise<Found[]> {
  const count = (name: Verdict | Fault | 'cases') => counts.set(name, (counts.get(name) ?? 0) + 1)
  const dice = chance(seed, 'questions')
  const history: History = await histories.start(seed)
  const found: Found[] = []
  for (let asked = 0, step = 1; step <= STEPS; step++) {
    await history.step()
    for (; asked < Math.round((step * QUESTIONS) / STEPS); asked++) {
      history.wait(dice.whole(1, dice.yes(0.3) ? 900 : 20) * 60_000)
      const asking = await ask_something(dice, history)
      const { verdicts, faults } = assess(history, asking)
      if (SEED && faults.length > 0) console.error(asking.answer.notes, asking.answer.sources)
      count('cases')
      for (const { over, under } of asking.figures)
        for (const term of [over, under]) if (term) asked_groups.add(term.group.label)
      for (const verdict of verdicts) count(verdict)
      for (const { fault, text } of faults) {
        count(fault)
        found.push({ fault, text })
        if (found.length <= FAULTS_SHOWN_MAX)
          console.error(`seed ${seed}, ${new Date(history.world.now()).toISOString()}: ${fault}: ${text}`)
      }
    }
  }
  if (SEED) console.error(history.log.join('\n'))
  return found
}

test('each figure is the truth, or it is partial or null with a note that names the source', async (context) => {
  const counts = new Map<string, number>()
  const found: Found[] = []
  const asked_groups = new Set<string>()
  for (const seed of seeds) found.push(...(await run(seed, counts, asked_groups)))
  const kinds = new Set([
    'cases',
    'whole',
    'partial',
    'null',
    'suspect',
    'silent difference',
    'needless null',
    ...counts.keys(),
  ])
  context.diagnostic([...kinds].map((kind) => `${kind} ${counts.get(kind) ?? 0}`).join(', '))
  assert.deepEqual(
    new Map([...Map.groupBy(found, ({ fault }) => fault)].map(([fault, all]) => [fault, all.length])),
    new Map(),
  )
  // One history alone may lack a kind of verdict.
  if (SEED) return
  const totals = new Map<string, number>(counts)
  totals.set(
    'all',
    VERDICTS.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0),
  )
  for (const [kind, min] of Object.entries(VERDICTS_MIN)) {
    const found = totals.get(kind) ?? 0
    assert.ok(found >= (min * Number(CASES)) / 100, `${found} verdicts: ${kind}`)
  }
  assert.deepEqual([...asked_groups].sort(), group_labels().sort())
})
