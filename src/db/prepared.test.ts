import assert from 'node:assert/strict'
import { test } from 'node:test'
import { names_its_columns, PLANNED_EACH_TIME, statement_name } from '#db/prepared.ts'

const names_of = (text: string) => Array.from({ length: 5 }, () => statement_name(text))

test('a repeated statement gets a name, and keeps it', () => {
  const names = names_of('select $1::int as prepared')
  assert.deepEqual(names.slice(0, 2), [undefined, undefined])
  assert.match(names[2]!, /^s\d+$/)
  assert.deepEqual(names.slice(3), [names[2], names[2]])
})

test('a statement that is planned each time gets no name', () => {
  assert.deepEqual(new Set(names_of(`${PLANNED_EACH_TIME} select $1::int as planned`)), new Set([undefined]))
})

test('a statement gets no name when it returns all columns of a table', () => {
  for (const text of [
    'select * from "runs" where "run_id" = $1',
    'select * from (select * from "runs" where "org_id" = $2) as "runs" where "run_id" = $1',
    'update "runs" set "state" = $1 where "run_id" = $2 returning *',
    'select "r".* from "runs" as "r" where "r"."run_id" = $1',
    'select r.*, count(*) over () as total from (select * from runs where org_id = $1) as r limit $2',
    'with s as (select * from runs where org_id = $1) select s.*, $2::int as more from s',
    `select ')', * from runs where run_id = $1 /* ( */`,
  ])
    assert.deepEqual([text, ...new Set(names_of(text))], [text, undefined])
})

test('a star may stand for columns that the statement names, and for a multiplication', () => {
  for (const text of [
    'select count(*) from (select * from runs where org_id = $1) as runs',
    'with s as (select r.state, count(*) from (select * from runs where org_id = $1) as r group by 1) select s.*, 1 as more from s',
    'select "o".*, $1::int as more from (select "o"."state" from (select * from "runs") as "o") as "o"',
    'select cost * 2 as twice, $1::int from (select * from runs) as runs where cost * 2 > 3',
    `select '*', state from runs where run_id = $1`,
  ])
    assert.ok(names_its_columns(text), text)
})
