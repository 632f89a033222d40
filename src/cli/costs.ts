import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { parse } from 'csv-parse/sync'
import { in_org } from '#db/org.ts'
import { list_costs, type OwnCost, remove_cost, set_costs } from '#engine/access/costs.ts'
import { OPERATOR } from '#engine/calls/operate.ts'
import { refuse } from '#engine/outcomes.ts'
import { print_done, print_rows } from './print.ts'
import { find_org, in_session } from './session.ts'

const org_option = ['--org <org>', 'organization, by id or name'] as const
const currency_option = ['--currency <currency>', 'currency of the cost (default: the reporting currency)'] as const
const COLUMNS = ['sku', 'valid_from', 'cost'] as const

export function add_cost_commands(program: Command) {
  const cost = program
    .command('cost')
    .description("an organization's own unit costs by SKU, which take precedence over the costs of its stores")

  cost
    .command('set <sku> <from> <cost>')
    .description('set what a unit costs in orders from a day on, until the next cost of the SKU')
    .option(...currency_option)
    .option(...org_option)
    .action((sku: string, valid_from: string, amount: string, { currency, org }, command: Command) =>
      in_session(command, async ({ pool, json, operate }) => {
        const { org_id, currency: reporting } = await find_org(pool, org)
        const wanted = { sku, valid_from, cost: amount, currency: (currency ?? reporting).toUpperCase() }
        await operate({ org_id, input: wanted }, (db) => set_costs(db, OPERATOR.actor, [wanted]))
        const sentence = `From ${valid_from} on, a unit of ${sku} costs ${amount} ${wanted.currency}.`
        print_done(sentence, { org_id, ...wanted }, { json })
      }),
    )

  cost
    .command('import <file>')
    .description(`set costs from a CSV file with the columns ${COLUMNS.join(', ')}, and currency if they differ`)
    .option(...currency_option)
    .option(...org_option)
    .action((file: string, { currency, org }, command: Command) =>
      in_session(command, async ({ pool, json, operate }) => {
        const { org_id, currency: reporting } = await find_org(pool, org)
        const costs = read_costs(file, (currency ?? reporting).toUpperCase())
        await operate({ org_id, input: costs }, (db) => set_costs(db, OPERATOR.actor, costs))
        print_done(`Set ${costs.length} costs.`, { org_id, costs: costs.length }, { json })
      }),
    )

  cost
    .command('list')
    .description('own costs of an organization')
    .option(...org_option)
    .action(({ org }, command: Command) =>
      in_session(command, async ({ pool, json }) => {
        const { org_id } = await find_org(pool, org)
        const rows = await in_org(pool, { org_id, read_only: true }, list_costs)
        print_rows(rows, { json, none: 'No own costs, so the costs of the stores apply: tablero cost set --help' })
      }),
    )

  cost
    .command('remove <sku> <from>')
    .description('remove the cost that begins on a day')
    .option(...org_option)
    .action((sku: string, valid_from: string, { org }, command: Command) =>
      in_session(command, async ({ pool, json, operate }) => {
        const { org_id } = await find_org(pool, org)
        const wanted = { sku, valid_from }
        const removed = await operate({ org_id, input: wanted }, (db) => remove_cost(db, wanted))
        const sentence = removed
          ? `Removed the cost of ${sku} from ${valid_from}.`
          : `There is no cost of ${sku} that begins on ${valid_from} (tablero cost list shows all).`
        print_done(sentence, { ...wanted, removed }, { json })
      }),
    )
}

function read_costs(file: string, reporting: string): OwnCost[] {
  const rows = read_rows(file)
  const missing = COLUMNS.filter((name) => rows.some((row) => row[name] === undefined))
  if (rows.length === 0 || missing.length > 0)
    refuse(`${file} needs rows below a line with the names of the columns: ${COLUMNS.join(', ')}.`)
  return rows.map(({ sku = '', valid_from = '', cost = '', currency }) => ({
    sku,
    valid_from,
    cost,
    currency: currency?.toUpperCase() || reporting,
  }))
}

function read_rows(file: string): Record<string, string>[] {
  try {
    return parse(readFileSync(file), { columns: true, bom: true, trim: true, skip_empty_lines: true })
  } catch (error) {
    return refuse(`${file} cannot be read as CSV: ${(error as Error).message}`)
  }
}
