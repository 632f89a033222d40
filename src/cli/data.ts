import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Command } from 'commander'
import type pg from 'pg'
import { back_up } from '#db/backup/backup.ts'
import { restore } from '#db/backup/restore.ts'
import { owner_url_of } from '#db/logins.ts'
import { open_bare_database, open_database } from '#db/open.ts'
import { in_org } from '#db/org.ts'
import { wait_for_database } from '#db/wait_for_database.ts'
import { refuse } from '#engine/outcomes.ts'
import { json_of, print_done, print_rows } from './print.ts'
import { config_of, find_org, in_session } from './session.ts'

const MASTER_KEY_ADVICE =
  'The backup does not contain the master key. Keep MASTER_KEY (or DATA_DIR/master.key) too, in another place.'

export function add_data_commands(program: Command) {
  program
    .command('sql <select>')
    .description("run one statement over an organization's rows, in a read-only transaction under row security")
    .option('--org <org>', 'organization, by id or name')
    .action((text: string, { org }, command: Command) =>
      in_session(command, async ({ pool, json, operate }) => {
        const { org_id } = await find_org(pool, org)
        // The extended protocol accepts one statement only. So the text cannot end this transaction and continue outside it.
        const query: pg.QueryConfig & { queryMode: 'extended' } = { text, queryMode: 'extended' }
        const rows = await in_org(pool, { org_id, read_only: true }, (_db, client) =>
          client.query(query).then(
            (result) => result.rows,
            (error: Error) => refuse(`PostgreSQL: ${error.message}`),
          ),
        )
        // The statement ran in a read-only transaction, which can record nothing.
        await operate({ org_id, input: { text } }, async () => {})
        print_rows(rows, { json, none: 'No rows.' })
      }),
    )

  program
    .command('migrate')
    .description('apply new migrations to the database, as every start does')
    .action(async (_options, command: Command) => {
      let waits = false
      const { applied, close } = await wait_for_database(
        () => open_database(config_of(command)),
        async () => {
          if (!waits) console.error('The database is unreachable; retrying.')
          waits = true
        },
      )
      await close()
      print_done(
        applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database has the newest schema.',
        { applied: applied.length },
        { json: command.optsWithGlobals().json === true },
      )
    })

  program
    .command('backup <file>')
    .description('write all data of one moment to one file, while Tablero runs')
    .action((file: string, _options, command: Command) =>
      in_session(command, async ({ config, database, json }) => {
        const copied = await back_up(owner_url_of(database), resolve(file), config.master_key)
        const bytes = statSync(file).size
        print_done(
          `Wrote ${basename(file)}: ${copied.rows} rows of ${copied.tables} tables, ${bytes} bytes.\n${MASTER_KEY_ADVICE}`,
          { ...copied, file, bytes },
          { json },
        )
      }),
    )

  program
    .command('restore <file>')
    .description('restore a backup into an empty database, completely or not at all')
    .action(async (file: string, _options, command: Command) => {
      const config = config_of(command)
      const database = await open_bare_database(config)
      try {
        const restored = await restore(owner_url_of(database.place), resolve(file), config.master_key)
        if (!restored.same_master_key)
          console.error(
            'The backup has another master key, so secrets of connections cannot be read. Set MASTER_KEY to that key.',
          )
        if (command.optsWithGlobals().json) return console.log(json_of(restored))
        console.log(`Restored ${restored.rows} rows of ${restored.tables} tables, as they were at ${restored.made_at}.`)
      } finally {
        await database.close()
      }
    })
}
