// An input that works for each tool: its own example, except where it must name a record that exists.
import type { NamedTool } from '#engine/tool.ts'
import type { TestApp } from '#test/app.ts'
import type { Seed } from '#test/fixtures.ts'

type Input = Record<string, unknown>
type Make = (app: TestApp, seed: Seed) => Input | Promise<Input>

async function connection_of(app: TestApp, { org_id }: Seed, platform: string): Promise<string> {
  const { rows } = await app.db.query(
    'select connection_id from connections where org_id = $1 and platform = $2 order by connection_id limit 1',
    [org_id, platform],
  )
  return rows[0].connection_id
}

const named: Record<string, Make> = {
  disconnect_platform: async (app, seed) => ({ connection_id: await connection_of(app, seed, 'mpa') }),
  trigger_sync: () => ({ platform: 'sx' }),
}

/** An input of `tool` with the records of `seed`'s organization. */
export async function input_for(tool: NamedTool, app: TestApp, seed: Seed): Promise<Input> {
  return (await named[tool.name]?.(app, seed)) ?? tool.example ?? {}
}

const candidates = [{ not: 'expected' }, ['not expected', {}], 'not expected', -1.5, true, null]

/** Values that a parameter must refuse, found by asking its own declaration. */
export function wrong_values(tool: NamedTool, parameter: string): unknown[] {
  const field = tool.input[parameter] as { safeParse(value: unknown): { success: boolean } }
  return candidates.filter((value) => !field.safeParse(value).success)
}
