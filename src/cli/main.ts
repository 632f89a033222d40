// The operator's command line: npx tablero …
import { Command, Option } from 'commander'
import { log_levels, roles } from '#config'
import { VERSION } from '#lib/version.ts'
import { print_note } from './print.ts'
import { sentence_of } from './sentences.ts'
import { close_on_signals } from './session.ts'

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

/** The commands of each file, in the order of the help. A command loads only its own file, because some files take half a second. */
const files: [commands: string[], add: () => Promise<unknown>][] = [
  [['org'], async () => (await import('./orgs.ts')).add_org_commands(program)],
  [['module'], async () => (await import('./orgs.ts')).add_module_commands(program)],
  [['rate'], async () => (await import('./rates.ts')).add_rate_commands(program)],
  [['cost'], async () => (await import('./costs.ts')).add_cost_commands(program)],
  [['key'], async () => (await import('./keys.ts')).add_key_commands(program)],
  [['member'], async () => (await import('./members.ts')).add_member_commands(program)],
  [['connection'], async () => (await import('./connections.ts')).add_connection_commands(program)],
  [['platforms'], async () => (await import('./platforms.ts')).add_versions_command(program)],
  [['sync'], async () => (await import('./syncs.ts')).add_sync_commands(program)],
  [['reconcile'], async () => (await import('./reconcile.ts')).add_reconcile_command(program)],
  [
    ['sql', 'migrate', 'backup', 'backup-key', 'restore'],
    async () => (await import('./data.ts')).add_data_commands(program),
  ],
  [['audit'], async () => (await import('./audit.ts')).add_audit_commands(program)],
  [['secrets'], async () => (await import('./secrets.ts')).add_secrets_commands(program)],
]
const wanted = command_of(process.argv.slice(2))
const own = files.filter(([commands]) => commands.includes(wanted ?? ''))
// The help lists all commands, also after a word that is none.
for (const [, add] of own.length > 0 || long_running.includes(wanted ?? '') ? own : files) await add()

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

/** The first word that is neither an option nor the value of one. */
function command_of(words: readonly string[]): string | undefined {
  const with_value = program.options.filter(({ required }) => required).map(({ long }) => long)
  return words.find((word, n) => !word.startsWith('-') && word !== 'help' && !with_value.includes(words[n - 1]))
}
