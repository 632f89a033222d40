// An internal tool exists for people alone: no key has it, whatever its scopes, no agent, and no list of tools shows it.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { headers_of } from '#test/app.ts'
import { type AreaBench, assert_refused } from './area_bench.ts'

export function only_people(bench: AreaBench) {
  let lists: string
  before(async () => {
    const { app, agent, callers } = bench
    const shown = [{ key: app.keys.acme }, callers.as('acme')].map(async (as) =>
      (await fetch(`${app.url}/api/v1/tools`, { headers: headers_of(as) })).text(),
    )
    lists = [...(await Promise.all(shown)), JSON.stringify(await agent.listTools())].join()
  })

  for (const tool of bench.tools)
    test(`${tool.name} does not exist for keys and agents`, async () => {
      const { app, agent } = bench
      for (const as of [{ key: app.keys.acme }, { key: app.keys.agency, org_id: app.acme.org_id }])
        assert_refused(await bench.rest(tool, {}, as), 404, 'not_found')
      await assert.rejects(agent.callTool({ name: tool.name, arguments: {} }), { code: -32602 })
      assert.ok(!lists.includes(`"${tool.name}"`))
    })
}
