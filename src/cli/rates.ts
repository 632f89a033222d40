import type { Command } from 'commander'
import { in_org } from '#db/org.ts'
import { list_rates, remove_rate, set_rate } from '#engine/access/rates.ts'
import { OPERATOR } from '#engine/calls/operate.ts'
import { print_done, print_rows } from './print.ts'
import { find_org, in_session } from './session.ts'

const org_option = ['--org <org>', 'organization, by id or name'] as const

export function add_rate_commands(program: Command) {
  const rate = program
    .command('rate')
    .description("an organization's own exchange rates, which take precedence over public rates")

  rate
    .command('set <currency> <from> <units>')
    .description('set a rate from a day on: units of the currency for one unit of another')
    .option('--per <currency>', 'the other currency (default: the reporting currency)')
    .option('--until <date>', 'last day of the rate (default: until the next own rate)')
    .option('--kind <text>', 'name of the rate in answers, such as parallel market', 'contract')
    .option(...org_option)
    .action((currency: string, from: string, units: string, { per, until, kind, org }, command: Command) =>
      in_session(command, async ({ pool, json, operate }) => {
        const { org_id, currency: reporting } = await find_org(pool, org)
        const wanted = {
          currency: currency.toUpperCase(),
          valid_from: from,
          valid_until: until ?? null,
          units,
          per_currency: (per ?? reporting).toUpperCase(),
          kind,
        }
        await operate({ org_id, input: wanted }, (db) => set_rate(db, OPERATOR.actor, wanted))
        const sentence = `From ${from} on, ${units} ${wanted.currency} are 1 ${wanted.per_currency} (${kind}).`
        print_done(sentence, { org_id, ...wanted }, { json })
      }),
    )

  rate
    .command('list')
    .description('own rates of an organization')
    .option(...org_option)
    .action(({ org }, command: Command) =>
      in_session(command, async ({ pool, json }) => {
        const { org_id } = await find_org(pool, org)
        const rows = await in_org(pool, { org_id, read_only: true }, list_rates)
        print_rows(rows, { json, none: 'No own rates, so public rates apply: tablero rate set --help' })
      }),
    )

  rate
    .command('remove <currency> <from>')
    .description('remove the rate that begins on a day')
    .option(...org_option)
    .action((currency: string, valid_from: string, { org }, command: Command) =>
      in_session(command, async ({ pool, json, operate }) => {
        const { org_id } = await find_org(pool, org)
        const wanted = { currency: currency.toUpperCase(), valid_from }
        const removed = await operate({ org_id, input: wanted }, (db) => remove_rate(db, wanted))
        const sentence = removed
          ? `Removed the rate of ${wanted.currency} from ${valid_from}.`
          : `There is no rate of ${wanted.currency} that begins on ${valid_from} (tablero rate list shows all).`
        print_done(sentence, { ...wanted, removed }, { json })
      }),
    )
}
