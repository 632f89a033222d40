// A Tablero with the area of boards, and short functions for its tests.
import assert from 'node:assert/strict'
import { in_org } from '#db/org.ts'
import { changes_of } from '#engine/record.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { BOARD_TABLES, board_area } from '#test/board_area.ts'

type Who = 'acme' | 'globex'
// biome-ignore lint/suspicious/noExplicitAny: a test reads any field of the answer
export type Found = any

export interface BoardApp {
  app: TestApp
  /** The result of a call that must succeed. */
  ask(tool: string, input: unknown, who?: Who): Promise<Found>
  /** Asserts that a tool refuses the input, with this sentence. */
  refused(tool: string, input: unknown, sentence: string | RegExp, who?: Who): Promise<void>
  make_board(more?: object, who?: Who): Promise<Found>
  /** A card on a new board. */
  make_card(more?: object): Promise<Found>
  /** The history of a record, oldest first. */
  history(table: string, record_id: string, who?: Who): Promise<Found[]>
  changes_in_all(): Promise<number>
  /** Empties the tables of the area. */
  clear(): Promise<void>
}

export async function board_app(): Promise<BoardApp> {
  const app = await test_app({ areas: { boards: board_area }, tables: BOARD_TABLES, seeded: false })
  const as = (who: Who = 'acme') => ({ key: app.keys[who] })

  const ask: BoardApp['ask'] = async (tool, input, who) => {
    const { status, body } = await app.rest(tool, input, as(who))
    assert.equal(status, 200, `${tool}: ${JSON.stringify(body)}`)
    return body.result
  }
  const make_board: BoardApp['make_board'] = (more, who) => ask('create_board', { name: 'Launch', ...more }, who)

  return {
    app,
    ask,
    make_board,
    make_card: async (more) => ask('create_card', { board_id: (await make_board()).board_id, title: 'Write', ...more }),
    async refused(tool, input, sentence, who) {
      const { status, body } = await app.rest(tool, input, as(who))
      assert.deepEqual([status, body.outcome], [400, 'error'], `${tool}: ${JSON.stringify(body)}`)
      if (typeof sentence === 'string') assert.equal(body.error, sentence)
      else assert.match(body.error, sentence)
    },
    async history(table, record_id, who = 'acme') {
      const { org_id } = app[who]
      const found = await in_org(app.engine.pool.worker, { org_id }, (db) => changes_of(db, table, record_id))
      return found.reverse().map(({ before, after, actor }) => ({ before, after, actor }))
    },
    async changes_in_all() {
      const { rows } = await app.db.query<{ n: number }>('select count(*)::int as n from record_changes')
      return rows[0]!.n
    },
    async clear() {
      await app.refill()
      await app.db.query('truncate record_changes, test_boards, test_cards, test_pages, test_steps')
    },
  }
}
