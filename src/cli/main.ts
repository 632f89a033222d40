// The operator's command line: npx tablero …
import { Command, Option } from 'commander'
import { ConfigFault, log_levels, roles } from '#config'
import { Refusal } from '#engine/outcomes.ts'
import { add_audit_commands } from './audit.ts'
import { add_connection_commands, add_sync_commands } from './connections.ts'
import { add_cost_commands } from './costs.ts'
import { add_data_commands } from './data.ts'
import { add_key_commands } from './keys.ts'
import { add_module_commands, add_org_commands } from './orgs.ts'
import { add_rate_commands } from './rates.ts'
import { add_reconcile_command } from './reconcile.ts'
import { add_secrets_commands } from './secrets.ts'
import { close_on_signals } from './session.ts'

const program = new Command('tablero')
  .description('Operate a Tablero: organizations, keys, connections, syncs, data. Works while Tablero runs.')
  .option('--data-dir <path>', 'data folder of the Tablero to operate (default: DATA_DIR, else ./data)')
  .addOption(new Option('--log-level <level>', 'what to log to standard error').choices(log_levels))
  .option('--json', 'print JSON, for programs')
  .configureHelp({ sortSubcommands: false, showGlobalOptions: true })
  .helpCommand('help [command]', 'explain a command')
  .showHelpAfterError('(add --help for usage)')
  .addHelpText(
    'after',
    `
Examples:
  $ npx tablero org create "Casa Lumbre" --currency MXN --time-zone America/Mexico_City
  $ npx tablero key create --name "my agent" --scopes read
  $ npx tablero connection add sx --settings '{"shop":"casa.myshopify.com"}' --secrets @secrets.json
  $ npx tablero sync now
  $ npx tablero sql "select count(*) from store_orders"
  $ npx tablero backup tablero-backup.gz`,
  )

program
  .command('serve')
  .description('run Tablero, the same as npm start')
  .addOption(new Option('--role <role>', 'what this process does').choices(roles))
  .action(async ({ role }) => {
    process.argv = [process.argv[0]!, 'main.ts', ...(role ? ['--role', role] : [])]
    await import('../main.ts')
  })

add_org_commands(program)
add_module_commands(program)
add_rate_commands(program)
add_cost_commands(program)
add_key_commands(program)
add_connection_commands(program)
add_sync_commands(program)
add_reconcile_command(program)
add_data_commands(program)
add_audit_commands(program)
add_secrets_commands(program)

if (!process.argv.includes('serve')) close_on_signals()
try {
  await program.parseAsync()
} catch (error) {
  // Prints a sentence for errors that the operator can fix. The stack appears only when --log-level is given.
  const { message, stack } = error as Error
  const plain = error instanceof Refusal || error instanceof ConfigFault || !program.opts().logLevel
  console.error(`tablero: ${plain ? message : stack}`)
  process.exitCode = 1
}
