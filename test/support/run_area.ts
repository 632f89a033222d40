// Tools with work outside the call's transaction, for the tests of runs. The work calls `reach` at every point, so that a test can wait,
// throw or kill the process there.
import { z } from 'zod'
import { refuse } from '#engine/outcomes.ts'
import { sentence } from '#engine/sentence.ts'
import { public_text } from '#engine/texts.ts'
import { area, tool, type WorkContext } from '#engine/tool.ts'
import { message } from '#messages/message.ts'

export const hooks = { reach: async (_point: string, _text: string, _signal?: AbortSignal): Promise<void> => {} }

/** Points of the work, in their order. */
export const points = ['start', 'in one', 'after one', 'in two', 'after two', 'in three', 'end'] as const
/** What the steps cost, of the ten credits that are held. */
export const COSTS = { one: 1, two: 2, three: 3 }
export const HELD = 10
/** What the short work says when it is cancelled. */
export const LEFT = 'Another job continues this work.'

const input = {
  text: z.string().min(1).max(50).describe('Part of the result, and the name of a new contact.'),
  times: z.int().min(1).max(9).default(1).describe('How often the result repeats the text.'),
}

async function work({ text, times }: { text: string; times: number }, context: WorkContext<{ asked_by: string }>) {
  const { step, in_org, progress, begin_result } = context
  await hooks.reach('start', text)
  const one = await step('one', async ({ spend }) => {
    spend(COSTS.one)
    await hooks.reach('in one', text)
    return { said: text.repeat(times) }
  })
  progress(1, 4, 'The first step is done.')
  await hooks.reach('after one', text)
  const two = await in_org('two', async ({ db, spend }) => {
    spend(COSTS.two)
    await db.insertInto('contacts').values({ full_name: text }).execute()
    await hooks.reach('in two', text)
    return { written: 1 }
  })
  progress(2, 4)
  await hooks.reach('after two', text)
  await step('three', async ({ spend, signal }) => {
    spend(COSTS.three)
    await hooks.reach('in three', text, signal)
    signal.throwIfAborted()
  })
  await hooks.reach('end', text)
  const asked_by = message('sentences', { sentences: begin_result.asked_by })
  return { said: one.said, written: two.written, asked_by }
}

const common = {
  scopes: ['crm:write'],
  effect: 'write',
  spends: HELD,
  input,
  result: { said: public_text(), written: z.int(), asked_by: sentence() },
  example: { text: 'hello' },
} as const

const fixture_run = tool({
  ...common,
  about: 'Does its work in three steps outside the transaction of its call.',
  async begin({ text }, { caller }) {
    await hooks.reach('begin', text)
    if (text === 'refuse immediately') refuse('It was asked to refuse immediately.')
    return { asked_by: caller.actor }
  },
  work,
})

const fixture_run_short = tool({
  ...common,
  about: 'Does the same work, for which it has little time.',
  begin: async (_, { caller }) => ({ asked_by: caller.actor }),
  work_max_ms: 500,
  when_cancelled: LEFT,
  work,
})

const fixture_run_looks = tool({
  ...common,
  about: 'Looks at an external service before it starts its work.',
  async look({ text }, { signal }) {
    await hooks.reach('look', text)
    signal.throwIfAborted()
    if (text === 'refuse at the look') refuse('What it looked at refuses.')
    return `seen ${text}`
  },
  begin: async (_, { look_result }) => ({ asked_by: look_result }),
  work,
})

export const run_fixtures = area({
  title: 'Fixtures that run',
  module: 'module_tasks',
  tools: { fixture_run, fixture_run_looks, fixture_run_short },
})
