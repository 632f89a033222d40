// The fixture tools of the suite's scenarios for the tasks extension: work with a given duration.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { own_text } from '#engine/texts.ts'
import { type Follow, tool } from '#engine/tool.ts'

interface Work {
  ends_at: number
  stopped: boolean
}
const works = new Map<string, Work>()

function begin(seconds: number): string {
  const id = randomUUID()
  works.set(id, { ends_at: Date.now() + seconds * 1000, stopped: false })
  return id
}

const follow = (is_error: boolean): Follow => ({
  async look(answer) {
    const { ends_at, stopped } = works.get(String(answer.id))!
    const is_over = Date.now() >= ends_at
    const state = stopped ? 'cancelled' : is_over ? 'ended' : 'working'
    return { state, done: is_over ? 1 : 0, message: state, answer, is_error }
  },
  async stop(answer) {
    const work = works.get(String(answer.id))!
    if (Date.now() < work.ends_at) work.stopped = true
  },
})

export const task_fixtures = {
  slow_compute: tool({
    about: 'Runs for the given number of seconds.',
    scopes: [],
    effect: 'write',
    input: { seconds: z.number(), label: z.string().optional() },
    result: { id: own_text() },
    follow: follow(false),
    run: async ({ seconds }) => ({ id: begin(seconds) }),
  }),
  failing_job: tool({
    about: 'Fails after a second.',
    scopes: [],
    effect: 'write',
    input: {},
    result: { id: own_text() },
    follow: follow(true),
    run: async () => ({ id: begin(1) }),
  }),
}
