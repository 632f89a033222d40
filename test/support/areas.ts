// The areas that every suite made from the catalog runs over: the product's own and the fixtures. FILLED=1 adds a stand-in for each
// published tool that is not built yet, which shows what the suites will cost.
import type { Area } from '#engine/tool.ts'
import { BOARD_TABLES, board_area } from '#test/board_area.ts'
import { fixtures } from '#test/fixture_area.ts'
import { with_stand_ins } from '#test/stand_ins.ts'
import { areas } from '#tools/index.ts'

const built = { ...areas, fixtures, boards: board_area }

const filled = process.env.FILLED ? with_stand_ins(built) : { areas: built, tables: {} }

/** Tables that an area needs beside the product's own. */
export const tables_of: Record<string, string> = { boards: BOARD_TABLES, ...filled.tables }

export const tested_areas: Record<string, Area> = filled.areas
