// The rules of recommendations in shops of which the truth is known. WORLDS=8: as many seeds.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { run_job } from '#engine/queue/run_job.ts'
import { find_recommendations } from '#jobs/find_recommendations.ts'
import { rules } from '#rules/index.ts'
import { type FiguresBench, figures_bench } from '#test/figures.ts'
import { plant, rate } from './world.ts'
import type { Case, Shop } from './world_shop.ts'

const WORLDS = Number(process.env.WORLDS ?? 1)
const PRECISION_MIN = 0.95
const RECALL_MIN = 0.9

interface Found {
  org_id: string
  rule: string
  subject: string
  call: { tool: string; input: Record<string, unknown> } | null
}

let bench: FiguresBench
const found: Found[] = []
const shops: Shop[] = []

before(async () => {
  bench = await figures_bench()
  await rate(bench)
  for (let seed = 1; seed <= WORLDS; seed++) shops.push(...(await plant(bench, seed)))
  await bench.owner.query('analyze')
  for (const { org } of shops) await run(org.org_id)
  const { rows } = await bench.owner.query<Found>(
    "select org_id, rule, subject, call from recommendations where status = 'new' order by rule, subject",
  )
  found.push(...rows)
})

after(() => bench.close())

/** Runs the job with the rights that it has in production. */
const run = (org_id: string) =>
  run_job(
    { ...bench.engine, pool: bench.engine.pool.worker } as never,
    find_recommendations,
    { org_id, payload: {} },
    { log: bench.engine.log, signal: new AbortController().signal },
  )

type Subject = Pick<Case, 'org_id' | 'rule' | 'subject'>

const same = (one: Subject) => (other: Subject) =>
  one.org_id === other.org_id && one.rule === other.rule && one.subject === other.subject

/** Recommendations of a rule: those of planted causes, those that are wrong, and causes without one. */
function judge(rule: string) {
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
  const judged = Object.keys(rules).map((rule) => ({ rule, ...judge(rule) }))
  for (const { rule, causes, right, decoys, missed, wrong } of judged) {
    context.diagnostic(`${rule}: ${right} of ${causes} causes, ${wrong.length} wrong beside ${decoys} decoys`)
    for (const { why, subject } of missed) context.diagnostic(`  missed: ${why} (${subject})`)
    for (const { why, subject } of wrong) context.diagnostic(`  wrong: ${why} (${subject})`)
  }
  const sum = (of: (one: (typeof judged)[number]) => number) => judged.reduce((all, one) => all + of(one), 0)
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
})

test('the call of each recommendation is one that its tool accepts', () => {
  const calls = found.flatMap(({ rule, call }) => (call ? [{ rule, ...call }] : []))
  assert.ok(calls.length > 0)
  for (const { rule, tool, input } of calls) {
    const named = bench.engine.catalog.get(tool)
    assert.ok(named, `${rule}: no tool has the name ${tool}`)
    // The reason of a proposal is what only the caller knows.
    const reason = named.effect === 'propose' && 'reason' in named.input ? { reason: 'Its sales cost too much.' } : {}
    const parsed = named.input_schema.safeParse({ ...reason, ...input })
    assert.ok(parsed.success, `${rule}: ${tool} refuses ${JSON.stringify(input)}: ${String(parsed.error)}`)
  }
})
