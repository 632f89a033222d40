import { type Command, InvalidArgumentError } from 'commander'
import { in_org } from '#db/org.ts'
import type { Engine } from '#engine/engine.ts'
import { refuse } from '#engine/outcomes.ts'
import type { RefusedPlace } from '#engine/sync/places.ts'
import { type Reconciled, reconcile } from '#engine/sync/reconcile.ts'
import { shown } from '#engine/sync/suspect.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { must_connect_again } from './connections.ts'
import { print_note, print_rows } from './print.ts'
import { find_org, in_app } from './session.ts'

export function add_reconcile_command(program: Command) {
  program
    .command('reconcile')
    .description("compare stored figures with the platforms' own totals, day by day; exit code 1 when they drift")
    .option('--connection <id>', 'only this connection (default: all)')
    .option('--from <date>', 'first day, YYYY-MM-DD (default: 30 days up to the last one)', day)
    .option('--to <date>', 'last day (default: yesterday)', day)
    .option('--org <org>', 'organization, by id or name')
    .action(({ org, ...wanted }: Wanted & { org?: string }, command: Command) =>
      in_app(command, async ({ app: { engine }, pool, json, operate }) => {
        const { org_id } = await find_org(pool, org)
        await operate({ org_id, input: wanted }, async () => {})
        if (await reconcile_and_print(engine, org_id, wanted, json)) process.exitCode = 1
      }),
    )
}

interface Wanted {
  connection?: string
  from?: string
  to?: string
}

/** Returns whether any figure drifts, or could not be compared. */
export async function reconcile_and_print(
  engine: Engine,
  org_id: string,
  { connection, from, to }: Wanted,
  json: boolean,
): Promise<boolean> {
  const connections = await in_org(engine.pool, { org_id, read_only: true }, (db) =>
    db
      .selectFrom('connections')
      .select(['connection_id', 'name'])
      .where('status', '=', 'active')
      .orderBy('connection_id')
      .execute(),
  )
  const chosen = connections.filter(({ connection_id }) => !connection || connection_id === connection)
  if (chosen.length === 0)
    refuse('There is no active connection, or none with this id (tablero connection list shows them).')
  const found: Reconciled[] = []
  const { signal } = new AbortController()
  let is_incomplete = false
  const leave_out = (what: string, reason: string) => {
    print_note(`${what} could not be compared: ${reason}`)
    is_incomplete = true
  }
  for (const { connection_id, name } of chosen) {
    const on_refused = ({ stream, account, reason }: RefusedPlace) =>
      leave_out(`${name}: ${stream} of ${account}`, reason)
    const options = { org_id, connection_id, signal, from, to, on_refused }
    const compared = await reconcile(engine, options).catch((error: unknown) => {
      if (!(error instanceof VendorRefusal)) throw error
      leave_out(name, error.message)
      return []
    })
    if (compared === 'busy') refuse(`A sync of ${name} is running. Reconcile after its end.`)
    if (compared === 'unreadable') leave_out(name, must_connect_again(connection_id))
    else found.push(...compared)
  }
  print_rows(json ? found.map((one) => ({ ...one })) : found.map(table_row), {
    json,
    none: is_incomplete
      ? 'Nothing was compared.'
      : 'Nothing was compared: no platform of these connections gave its own totals of these days.',
  })
  return is_incomplete || found.some(({ verdict }) => verdict === 'drift')
}

function table_row(compared: Reconciled) {
  const { platform, account, stream, date, measure, currency, platform_total, stored_sum, difference, verdict } =
    compared
  const figure = (value: string) => shown(measure, value, currency)
  return {
    platform,
    account,
    stream,
    day: date,
    measure: measure.replace(/_micros$/, ''),
    "platform's total": figure(platform_total),
    stored: figure(stored_sum),
    difference: figure(difference),
    verdict,
  }
}

function day(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text
  throw new InvalidArgumentError('Write a day as YYYY-MM-DD.')
}
