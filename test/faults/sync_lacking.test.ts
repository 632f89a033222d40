// A sync while the database server has no disk space or memory: its error says so, and the next sync stores its rows. On a single server,
// because Citus refuses the triggers that raise these errors.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import pg from 'pg'
import { open_small, type Small } from '../sync/small_platform.ts'

const LATER_MIN = 60

suite('a sync', () => {
  let small: Small
  before(async () => {
    small = await open_small()
    small.answers = { lines: [{ campaign: 'a', date: '2026-11-15', spend: 900, clicks: 30 }], ads: ['a1'] }
    small.at('2026-11-16T10:00:00Z')
  })
  after(() => small?.close())

  for (const [code, sentence] of [
    ['53100', /^The database server has no disk space left, or cannot use its disk\. Tablero continues by itself/],
    ['58030', /^The database server has no disk space left, or cannot use its disk\. Tablero continues by itself/],
    ['53200', /^The database server has no memory left\. Tablero continues by itself/],
  ] as const)
    test(`that gets ${code} from the database says what the server lacks, and the next sync stores its rows`, async () => {
      const connection = await small.connect('plain')
      const error_of_sync = async () => {
        await connection.sync()
        const [row] = await connection.ask<{ last_error: string | null }>(
          'select last_error from connections where org_id = $1',
        )
        return row!.last_error
      }
      const owner = new pg.Client({ connectionString: small.database_url })
      await owner.connect()
      try {
        await owner.query(
          `create function lacking() returns trigger language plpgsql as $$
           begin raise exception 'could not write' using errcode = '${code}'; end $$;
           create trigger lacking before insert or update on campaign_daily for each statement execute function lacking()`,
        )
        assert.match((await error_of_sync()) ?? '', sentence)
      } finally {
        await owner.query('drop function lacking cascade')
        await owner.end()
      }
      small.wait(LATER_MIN)
      assert.equal(await error_of_sync(), null)
    })
})
