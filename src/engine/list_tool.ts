// A tool that reads one list. It declares the list’s rows and how they are read; the length of the list and its forms follow.
import { z } from 'zod'
import type { Fields, Values } from '#engine/fields.ts'
import { type Forms, listed } from '#engine/lists.ts'
import { type Context, type Declared, type Tool, tool } from '#engine/tool.ts'

interface ListTool<Row extends Fields, I extends Fields, Also extends Fields>
  extends Omit<Declared<I, Fields>, 'effect' | 'input' | 'result'>,
    Forms<z.input<z.ZodObject<Row>>> {
  input?: I
  /** The list’s name in the answer. */
  list: string
  row: Row
  /** The narrower call that shows the rest of a truncated list. */
  hint: string
  /** The order of the rows. */
  order?: string
  /** Fields of the result beside the list. */
  also?: Also
  /** Reads the rows. `total` is the number of all rows, when there can be more. */
  read: (
    input: Values<I>,
    context: Context,
  ) => Promise<{ rows: readonly z.input<z.ZodObject<Row>>[]; total?: number | bigint } & z.input<z.ZodObject<Also>>>
}

type Loose = ListTool<Fields, Fields, Fields>

export function list_tool<Row extends Fields, I extends Fields, Also extends Fields>(of: ListTool<Row, I, Also>): Tool {
  // The types of `of` are checked above. Here, any row and any input is as good as another.
  const { list, row, hint, order, short, shorter, also, input = {}, read, ...declared } = of as unknown as Loose
  const rows_of_list = listed(list, z.strictObject(row), hint, order, {
    short,
    shorter,
    has_limit: 'limit' in input,
  })
  return tool({
    ...declared,
    effect: 'read',
    input,
    result: { ...rows_of_list.fields, ...also },
    async run(given, context) {
      const { rows, total = rows.length, ...beside } = await read(given, context)
      return { ...rows_of_list.of(rows, total), ...beside }
    },
  })
}
