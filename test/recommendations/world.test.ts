// The rules of recommendations in shops of which the truth is known. WORLDS=8: as many seeds.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rules } from '#rules/index.ts'
import type { Rule } from '#rules/rule.ts'
import { type FiguresBench, figures_bench } from '#test/figures.ts'
import { find, plant, rate } from './world.ts'
import type { Case, Shop } from './world_shop.ts'

const WORLDS = Number(process.env.WORLDS ?? 1)
const PRECISION_MIN = 0.95
const RECALL_MIN = 0.9
const CHANGED_SHOPS = 4

interface Found {
  org_id: string
  rule: string
  subject: string
}

let bench: FiguresBench
const found: Found[] = []
const shops: Shop[] = []

before(async () => {
  bench = await figures_bench()
  await rate(bench)
  for (let seed = 1; seed <= WORLDS; seed++) shops.push(...(await plant(bench, seed)))
  await bench.owner.query('analyze')
  for (const { org } of shops) await find(bench, org.org_id)
  const { rows } = await bench.owner.query<Found>(
    "select org_id, rule, subject from recommendations where status = 'new' order by rule, subject",
  )
  found.push(...rows)
})

after(() => bench.close())

type Subject = Pick<Case, 'org_id' | 'rule' | 'subject'>

const same = (one: Subject) => (other: Subject) =>
  one.org_id === other.org_id && one.rule === other.rule && one.subject === other.subject

/** Recommendations of a rule: those of planted causes, those that are wrong, and causes without one. */
function assess(rule: string) {
  const cases = shops.flatMap((shop) => shop.cases).filter((one) => one.rule === rule)
  const also = shops.flatMap(({ org, true_too }) => true_too.map((one) => ({ ...one, org_id: org.org_id })))
  const causes = cases.filter(({ is_cause }) => is_cause)
  const decoys = cases.filter(({ is_cause }) => !is_cause)
  const of_rule = found.filter((one) => one.rule === rule)
  const is_decoy = (one: Found) => decoys.some(same(one))
  const is_true = (one: Found) => causes.some(same(one)) || (also.some(same(one)) && !is_decoy(one))
  return {
    ...{ causes: causes.length, decoys: decoys.length },
    right: causes.filter((one) => of_rule.some(same(one))).length,
    missed: causes.filter((one) => !of_rule.some(same(one))),
    wrong: of_rule
      .filter((one) => !is_true(one))
      .map((one) => ({ ...one, why: decoys.find(same(one))?.why ?? 'nothing was planted' })),
  }
}

test('of recommendations, at least 95 % are right, and of causes, at least 90 % are found', (context) => {
  const assessments = Object.keys(rules).map((rule) => ({ rule, ...assess(rule) }))
  for (const { rule, causes, right, decoys, missed, wrong } of assessments) {
    context.diagnostic(`${rule}: ${right} of ${causes} causes, ${wrong.length} wrong beside ${decoys} decoys`)
    for (const { why, subject } of missed) console.error(`${rule}, missed: ${why} (${subject})`)
    for (const { why, subject } of wrong) console.error(`${rule}, wrong: ${why} (${subject})`)
  }
  const sum = (of: (one: (typeof assessments)[number]) => number) => assessments.reduce((all, one) => all + of(one), 0)
  const right = sum((one) => one.right)
  const precision = right / (right + sum(({ wrong }) => wrong.length))
  const recall = right / sum(({ causes }) => causes)
  context.diagnostic(`precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${WORLDS} worlds`)
  assert.equal(
    sum(({ causes }) => causes),
    60 * WORLDS,
  )
  assert.equal(
    sum(({ decoys }) => decoys),
    60 * WORLDS,
  )
  assert.ok(precision >= PRECISION_MIN && recall >= RECALL_MIN)
  // A rule that finds nothing, or is wrong about most decoys, hardly changes the shares of all rules.
  for (const { rule, causes, right, decoys, wrong } of assessments)
    assert.ok(2 * right > causes && 2 * wrong.length < decoys, rule)
})

interface Next {
  tool: string
  input: Record<string, unknown>
}

/** The calls that the tools of a shop offer, each once. */
async function offered({ org }: Shop): Promise<Next[]> {
  const { recommendations } = await org.ask('list_recommendations', { limit: 200 })
  const { wins } = await org.ask('quick_wins')
  const calls: Next[] = [...recommendations, ...wins].flatMap(({ next }) => next ?? [])
  return [...new Map(calls.map((next) => [JSON.stringify(next), next])).values()]
}

test('the next call of each recommendation and quick win can be made exactly as it is given', async () => {
  const tools = new Set<string>()
  for (const shop of shops)
    for (const { tool, input } of await offered(shop)) {
      tools.add(tool)
      const named = bench.engine.catalog.get(tool)
      assert.ok(named, `no tool has the name ${tool}`)
      assert.ok(!named.internal, `only the pages can call ${tool}`)
      const parsed = named.input_schema.safeParse(input)
      assert.ok(parsed.success, `${tool} refuses ${JSON.stringify(input)}: ${String(parsed.error)}`)
      if (named.effect === 'read') await shop.org.ask(tool, input)
    }
  for (const tool of ['propose_pause_campaign', 'propose_update_budget', 'query_carts', 'list_mpa_questions'])
    assert.ok(tools.has(tool), `no call of ${tool} was offered`)
})

/** Rules of which there are recommendations after a change of the first shops, and no longer those before. */
async function found_after(change: string): Promise<string[]> {
  const org_ids = shops.slice(0, CHANGED_SHOPS).map(({ org }) => org.org_id)
  for (const table of ['recommendations', 'rule_verdicts'])
    await bench.owner.query(`delete from ${table} where org_id = any ($1)`, [org_ids])
  await bench.owner.query(`${change} where org_id = any ($1)`, [org_ids])
  for (const org_id of org_ids) await find(bench, org_id)
  const { rows } = await bench.owner.query<{ rule: string }>(
    'select distinct rule from recommendations where org_id = any ($1) order by rule',
    [org_ids],
  )
  return rows.map(({ rule }) => rule)
}

/** Rules that read sources, of at least a number of days. */
const needing = (days: number) =>
  Object.entries<Rule>(rules).flatMap(([name, { needs }]) => (needs && needs.days >= days ? [name] : []))

test('rules are silent about sources that are half read, and about sick ones', async () => {
  const half_read = await found_after("update sync_cursors set covered_from = date '2026-11-19'")
  assert.deepEqual(
    half_read.filter((rule) => needing(2).includes(rule)),
    [],
  )
  assert.ok(half_read.includes('unanswered_questions'), 'the last day is read')
  const sick = await found_after("update connections set last_sync_at = '2026-11-14', last_error_at = '2026-11-20'")
  assert.deepEqual(
    sick.filter((rule) => needing(1).includes(rule)),
    [],
  )
  assert.ok(sick.includes('sick_connection'))
})
