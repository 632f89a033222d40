// A transaction of one organization cannot read or change another organization's rows through ids, keys and jobs.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { belongs_to, insert_of, name_org, type TwoOrgs, two_orgs } from './two_orgs.ts'

/** Unique keys across all organizations. Their values are random and not secret, so a conflict reveals nothing. */
const keys_of_all = ['api_keys_prefix_key']

let db: TwoOrgs
before(async () => {
  db = await two_orgs()
})
after(() => db.close())

suite('a call', () => {
  const own = () => db.relations.filter(({ kind }) => kind === 'of organizations')

  test('cannot move its own row to another organization', async () => {
    for (const relation of own()) {
      const { fault } = await db.tried('tablero_work', relation, `update ${relation.name} set org_id = $1`, {
        values: [db.acme.org_id],
      })
      assert.equal(fault?.code, '42501', relation.name)
    }
  })

  test('finds, changes and deletes no row by the id of another organization', async () => {
    for (const relation of own())
      for (const sql of [
        `select from ${relation.name} where org_id = $1`,
        `update ${relation.name} set org_id = org_id where org_id = $1`,
        `delete from ${relation.name} where org_id = $1`,
      ]) {
        const { count, fault } = await db.tried('tablero_work', relation, sql, { values: [db.acme.org_id] })
        assert.ok(count === 0 && (!fault || fault.code === '42501'), `${sql}: ${count} ${fault}`)
      }
  })

  test('sees nothing without an organization and with an empty one, and an unsigned one is an error', async () => {
    for (const { name } of own())
      for (const setting of [`reset app.org`, `set local app.org = ''`, `set local app.org = 'x'`]) {
        await db.owner.query(`begin; set local role tablero_work; ${setting}`)
        const seen = await db.owner.query(`select from ${name}`).then(
          ({ rowCount }) => rowCount,
          ({ code }) => code,
        )
        assert.equal(seen, setting.endsWith(`'x'`) ? '42501' : 0, `${name} after ${setting}`)
        await db.owner.query('rollback')
      }
  })

  test('learns nothing from foreign keys: a parent of another organization looks missing', async () => {
    const probes = await foreign_keys()
    assert.ok(probes.length >= 20, `${probes.length} foreign keys`)
    for (const { name, columns, parent } of probes) {
      const relation = db.relations.find((other) => other.name === name)!
      const of = async (seed: TwoOrgs['acme'], table: string) =>
        (await db.rows_of({ name: table })).find((row) => row.org_id === seed.org_id)!
      const mine = await of(db.globex, name)
      const parents = await db.rows_of({ name: parent })
      const is_mine = (row: Record<string, unknown>) =>
        parents.some(
          (one) => one.org_id === db.globex.org_id && columns.every(({ referenced: c }) => one[c] === row[c]),
        )
      // A person, or a client, of both organizations is no secret of the other one.
      const theirs = parents.find((row) => row.org_id === db.acme.org_id && !is_mine(row))!
      const answers: unknown[] = []
      for (const is_there of [true, false]) {
        const row = { ...mine }
        for (const { column, referenced, type } of columns)
          row[column] = is_there ? theirs[referenced] : type === 'uuid' ? crypto.randomUUID() : 'nothing of the kind'
        const { fault } = await db.tried('tablero_work', relation, insert_of(relation), {
          values: [row],
          emptied: true,
        })
        answers.push([fault?.code, fault?.constraint])
      }
      assert.deepEqual(answers[0], answers[1], `${name} to ${parent}`)
      assert.ok(['23503', '42501'].includes((answers[0] as string[])[0]!), `${name} to ${parent}: ${answers[0]}`)
    }
  })

  test('learns nothing from unique keys: a value of another organization is free', async () => {
    const { rows } = await db.owner.query<{ name: string; index: string; columns: string[] }>(`
      select n.nspname || '.' || c.relname as name, i.relname as index, array(
          select a.attname::text from unnest(x.indkey::int2[]) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k) as columns
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and x.indisunique and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id')`)
    assert.ok(rows.length >= 40, `${rows.length} unique keys`)
    const beginning_elsewhere = rows.filter(({ columns }) => columns[0] !== 'org_id').map(({ index }) => index)
    assert.deepEqual(beginning_elsewhere, keys_of_all)
    for (const { name, index, columns } of rows) {
      const relation = db.relations.find((other) => other.name === name)!
      const [mine, theirs] = [db.globex, db.acme].map((seed) => ({ seed, row: {} as Record<string, unknown> }))
      for (const { seed, row } of [mine!, theirs!])
        Object.assign(row, (await db.rows_of(relation)).find(belongs_to(seed)))
      for (const column of columns) if (column !== 'org_id') mine!.row[column] = theirs!.row[column]
      const { fault } = await db.tried('tablero_work', relation, insert_of(relation), {
        values: [mine!.row],
        emptied: true,
      })
      // A key that does not begin with the organization can be written by no call.
      assert.notEqual(fault?.code, '23505', `${index}: ${fault}`)
      if (keys_of_all.includes(index)) assert.equal(fault?.code, '42501')
    }
  })

  test('adds jobs only for its own organization, with any payload', async () => {
    await db.owner.query(`begin; set local role tablero_work; ${name_org(db.globex.org_id)}`)
    await db.owner.query(`select enqueue_job('probe', '{"org_id": "${db.acme.org_id}"}', 'key', 1)`)
    await db.owner.query('reset role')
    const { rows } = await db.owner.query(`select j.key, p.payload from graphile_worker.jobs j
      join graphile_worker._private_jobs p using (id) where task_identifier = 'probe'`)
    await db.owner.query('rollback')
    assert.deepEqual(rows, [
      {
        key: `${db.globex.org_id}:probe:key`,
        payload: { org_id: db.globex.org_id, payload: { org_id: db.acme.org_id }, traceparent: null },
      },
    ])
  })
})

interface ForeignKey {
  name: string
  parent: string
  columns: { column: string; referenced: string; type: string }[]
}

/** Foreign keys without the column org_id, which row security already protects. */
async function foreign_keys(): Promise<ForeignKey[]> {
  const { rows } = await db.owner.query<ForeignKey>(`
    select 'public.' || f.conrelid::regclass as name, 'public.' || f.confrelid::regclass as parent,
      (select json_agg(json_build_object('column', a.attname, 'referenced', b.attname, 'type', format_type(a.atttypid, null)))
         from unnest(f.conkey, f.confkey) k(child, parent)
         join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.child
         join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.parent
        where a.attname <> 'org_id') as columns
    from pg_constraint f where f.contype = 'f' and exists (
      select from pg_attribute a where a.attrelid = f.conrelid and a.attname = 'org_id') order by 1, 2`)
  return rows.filter(({ columns }) => columns !== null)
}
