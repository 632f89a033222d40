// The operator's command line: npx tablero …
import { Command, Option } from 'commander'
import { ConfigFault, log_levels, roles } from '#config'
import { exhaustion_of } from '#db/exhausted.ts'
import { is_unreachable } from '#db/unreachable.ts'
import { Refusal } from '#engine/outcomes.ts'
import { mistake_of } from '#lib/mistakes.ts'
import { VERSION } from '#lib/version.ts'
import { add_audit_commands } from './audit.ts'
import { add_connection_commands } from './connections.ts'
import { add_cost_commands } from './costs.ts'
import { add_data_commands } from './data.ts'
import { add_key_commands } from './keys.ts'
import { add_module_commands, add_org_commands } from './orgs.ts'
import { add_versions_command } from './platforms.ts'
import { print_note } from './print.ts'
import { add_rate_commands } from './rates.ts'
import { add_reconcile_command } from './reconcile.ts'
import { add_secrets_commands } from './secrets.ts'
import { close_on_signals } from './session.ts'
import { add_sync_commands } from './syncs.ts'

const program = new Command('tablero')
  .description('Operate a Tablero: organizations, keys, connections, syncs, data. Works while Tablero runs.')
  .version(VERSION, '-V, --version', 'print the version')
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
  $ npx tablero connection platforms
  $ npx tablero connection add shopify
  $ npx tablero sync now
  $ npx tablero sql "select count(*) from store_orders"
  $ npx tablero backup tablero-backup.gz`,
  )

/** They stop in their own order. */
const long_running = ['demo', 'start']

program
  .command('demo')
  .description('run Tablero with simulated platforms, the same as npm run demo')
  .allowUnknownOption()
  .allowExcessArguments()
  .helpOption(false)
  .action(async () => {
    process.argv.splice(process.argv.indexOf('demo'), 1) // the demo reads the options, also those before the command
    await import('../../scripts/demo.ts')
  })

program
  .command('start')
  .alias('serve')
  .description('run Tablero, the same as npm start')
  .addOption(new Option('--role <role>', 'what this process does').choices(roles))
  .action(async ({ role }, command: Command) => {
    const { dataDir, logLevel } = command.optsWithGlobals()
    const flags = Object.entries({ role, 'data-dir': dataDir, 'log-level': logLevel })
    process.argv.splice(
      2,
      process.argv.length,
      ...flags.flatMap(([name, value]) => (value ? [`--${name}`, value] : [])),
    )
    await import('../main.ts')
  })

add_org_commands(program)
add_module_commands(program)
add_rate_commands(program)
add_cost_commands(program)
add_key_commands(program)
add_connection_commands(program)
add_versions_command(program)
add_sync_commands(program)
add_reconcile_command(program)
add_data_commands(program)
add_audit_commands(program)
add_secrets_commands(program)

program.hook('preAction', (_program, command) => {
  if (!long_running.includes(command.name())) close_on_signals()
})
try {
  await program.parseAsync()
} catch (error) {
  // The stack appears only when --log-level is given.
  print_note(`tablero: ${sentence_of(error) ?? (program.opts().logLevel ? (error as Error).stack : String(error))}`)
  process.exitCode = 1
}

/** The sentence for an error that the operator can fix. */
function sentence_of(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof ConfigFault) return error.message
  const lacking = exhaustion_of(error)
  if (lacking) return lacking
  if (is_unreachable(error)) return `The database cannot be reached: ${(error as Error).message}. Check DATABASE_URL.`
  return mistake_of(error)
}
