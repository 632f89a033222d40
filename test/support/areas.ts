// The areas of every suite that is generated from the catalog: the areas of the product and the fixtures. FILLED=1 adds a stand-in for
// each published tool that is not built yet, which shows how long the suites will take.
import type { Area } from '#engine/tool.ts'
import { BOARD_TABLES, board_area } from '#test/board_area.ts'
import { fixtures } from '#test/fixture_area.ts'
import { with_stand_ins } from '#test/stand_ins.ts'
import { areas } from '#tools/index.ts'

const built = { ...areas, fixtures, boards: board_area }

const filled = process.env.FILLED ? with_stand_ins(built) : { areas: built, tables: {} }

/** Tables that an area needs in addition to the product's own. */
export const tables_of: Record<string, string> = { boards: BOARD_TABLES, ...filled.tables }

export const tested_areas: Record<string, Area> = filled.areas
