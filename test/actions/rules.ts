// Runs the changes of a connector against its simulated platform, without a database: what is refused, what is sent, and what is read.
import assert from 'node:assert/strict'
import type { ActionPlan, ActionRefused, Found } from '#engine/action.ts'
import { type Action, steps_of } from '#engine/action.ts'
import { differences_of, settle } from '#engine/actions/compare.ts'
import type { Connector } from '#engine/connector.ts'
import type { Written } from '#engine/vendors/write.ts'
import { text_of } from '#messages/render.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { wire } from '../vendors/wire.ts'

type Input = Record<string, unknown>
type Plan = ActionPlan<Record<string, unknown>>

export async function open_shop(
  connector: Connector,
  platform: string,
  more: { secrets?: Record<string, string> } = {},
) {
  const { settings, secrets } = sandbox_connections.find((one) => one.platform === platform)!
  const wired = await wire({ connector, platform, settings, secrets: more.secrets ?? secrets })
  const [account] = await wired.accounts()
  const source = (input: Input) => ({ api: wired.api, account: account!, settings, input, mark: 'tb-0123456789' })
  const named = (name: string) => connector.actions![name] as unknown as Action<Input, Record<string, unknown>>

  async function preflight(name: string, input: Input): Promise<Plan | ActionRefused> {
    return named(name).preflight(source(named(name).input.strict().parse(input) as Input))
  }
  /** The plan. Fails when the change is refused. */
  async function plan(name: string, input: Input): Promise<Plan> {
    const found = await preflight(name, input)
    assert.ok('target' in found, JSON.stringify(found))
    return found
  }

  return {
    ...wired,
    account: account!,
    plan,

    async refused(name: string, input: Input): Promise<string> {
      const found = await preflight(name, input)
      assert.ok('refused' in found, `${name} was not refused`)
      return found.refused
    },

    /** Sends every step once, and reads it again. */
    async change(name: string, input: Input, { looks = true } = {}) {
      const { differences, seen } = await plan(name, input)
      const steps = steps_of(named(name), seen, input)
      const made: Record<string, string> = {}
      const written: Written[] = []
      const found: (Found | undefined)[] = []
      const settled: string[] = []
      for (const step of steps) {
        const of_step = { ...source(input), seen, made }
        const answer = await wired.write(step.request(of_step), async () => {})
        written.push(answer)
        if (answer.is === 'accepted') Object.assign(made, step.accepted?.(answer.body, of_step).made)
        if (!looks) continue
        const looked = await step.look(of_step)
        found.push(looked)
        settled.push(settle(differences_of(differences, step.name, steps[0]!.name), looked))
      }
      const inverse = named(name).inverse?.({ input, seen })
      return { written, found, settled, inverse, made }
    },

    warnings: ({ warnings = [] }: Plan) => warnings.map((one) => text_of(one, { language: 'en', currency: 'USD' })),
    /** Requests that could change something. */
    writes: () =>
      wired.sandbox.log.list(platform).filter(({ method, url, body }) =>
        platform === 'sx'
          ? String((body as { query?: string } | null)?.query)
              .trimStart()
              .startsWith('mutation')
          : method !== 'GET' && !url.includes('/oauth/'),
      ),
  }
}

/** The sentence of a write that the platform refused. */
export const reason_of = (written: Written | undefined) =>
  written && 'reason' in written ? written.reason : written?.is
