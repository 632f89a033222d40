// Input schema, example and whole answer of each tool, as files. A change of the contract is therefore visible in a review.
// `npm test -- test/areas/<area>.test.ts --test-update-snapshots` writes them, and test/contract/internal_snapshots.test.ts those of internal
// tools.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { input_json_schema } from '#http/schemas.ts'
import { areas } from '#tools/index.ts'
import { input_for } from '../inputs.ts'
import type { AreaBench } from './area_bench.ts'
import { refused_here } from './internal.ts'

const FOLDER = join(import.meta.dirname, '../../snapshots')
/** Times of creation and change vary, because PostgreSQL's clock is not frozen. Times that follow from the frozen clock never vary. */
const STARTED_MS = Date.now()
const is_of_run = (time: string) => Date.parse(time) >= STARTED_MS && Date.parse(time) <= Date.now()
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
/** The secret part of a link, which is another one in each answer. */
const LINK = /(?<=\blink=|\/invitation#)[\w.-]+/g
const SECRET = /\b(?:whsec|svc)_[\w+/=]+/g
/** Its calls are recorded when there is time, so the order of the newest ones varies. */
const OF_THE_MOMENT = 'list_calls'
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

export function snapshots(bench: AreaBench) {
  const products = new Set(Object.values(areas).flatMap(({ tools }) => Object.keys(tools)))
  // Reads come first, so that their answers do not depend on the number of write tools.
  const tools = bench.tools.filter(({ name }) => products.has(name))
  const in_order = [...tools].sort((a, b) => Number(a.effect !== 'read') - Number(b.effect !== 'read'))
  for (const tool of in_order)
    test(`${tool.name} has the schema, example and answer of its snapshot`, async (context) => {
      const example = await input_for(tool, bench.app, bench.app.acme)
      const { status, body } = await bench.rest(tool, example)
      const answer = tool.name in refused_here ? { refused: body.error } : { answer: body.result }
      assert.equal(status, 'refused' in answer ? 400 : 200, JSON.stringify(body))
      const called = with_stable_ids({ example, ...(tool.name !== OF_THE_MOMENT && answer) }, bench.app.url)
      context.assert.fileSnapshot(
        { input: input_json_schema(tool), ...called },
        join(FOLDER, tool.area, `${tool.name}.json`),
      )
    })
}

/** Replaces ids, which vary, by the number of their first position. Replaces the port and the times of this run too. */
function with_stable_ids(value: object, url: string): object {
  const ids = new Map<string, string>()
  const text = JSON.stringify(value)
    .replaceAll(url, 'http://tablero.test')
    .replaceAll(LINK, '<link>')
    .replaceAll(SECRET, '<secret>')
    .replaceAll(TIME, (time) => (is_of_run(time) ? '<time of the call>' : time))
    .replaceAll(UUID, (id) => {
      if (!ids.has(id)) ids.set(id, `<id ${ids.size + 1}>`)
      return ids.get(id)!
    })
  return JSON.parse(text)
}
