import { type Command, Option } from 'commander'
import { in_org, in_system } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { modules } from '#engine/access/modules.ts'
import {
  create_org,
  DELETE_ORG_MS_MAX,
  delete_org,
  list_orgs,
  set_client,
  set_module,
  set_org,
} from '#engine/access/orgs.ts'
import { INSTALLATION } from '#engine/audit/chain.ts'
import { enqueue_on } from '#engine/job.ts'
import { refuse } from '#engine/outcomes.ts'
import { disconnect_all } from '#engine/vendors/connections.ts'
import { follow_figures, of_figures } from '#jobs/of_figures.ts'
import { system_clock } from '#lib/clock.ts'
import { type Language, languages } from '#messages/message.ts'
import { confirm } from './ask.ts'
import { end_access } from './end_access.ts'
import { print_done, print_rows } from './print.ts'
import { find_org, in_app, in_session } from './session.ts'

/** The defaults of a new organization do not apply to a change. */
const currency = (default_text = '') => new Option('--currency <code>', `reporting currency, ISO 4217${default_text}`)
const time_zone = (default_text = '') =>
  new Option('--time-zone <name>', `IANA time zone of its calendar days${default_text}`)
const industry = () => new Option('--industry <text>', 'industry of the organization')
const kind = () =>
  new Option('--kind <kind>', 'an agency may act on client organizations').choices(['business', 'agency'])
const language = (default_text = '') =>
  new Option('--language <code>', `language of the sentences in answers${default_text}`).choices(languages)

const same_name = () => new Option('--same-name', 'allow the name of another organization')

/** Commands find an organization by its name, so a second one of the same name is made on request only. */
async function refuse_same_name(pool: Pool, wanted: string, own_id?: string): Promise<void> {
  const word = (name: string) => name.trim().toLowerCase()
  const other = (await list_orgs(pool)).find(({ org_id, name }) => org_id !== own_id && word(name) === word(wanted))
  if (other) refuse(`${other.name} (${other.org_id}) has this name. Choose another one, or add --same-name.`)
}

interface Given {
  name?: string
  currency?: string
  timeZone?: string
  industry?: string
  kind?: 'business' | 'agency'
  language?: Language
}

function values_of({ name, currency, timeZone, industry, kind, language }: Given) {
  const values = { name, currency, time_zone: timeZone, industry, kind, language }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as typeof values
}

export function add_org_commands(program: Command) {
  const org = program.command('org').description('organizations, to which all other data belong')

  org
    .command('create <name>')
    .description('create an organization; prints its id')
    .addOption(currency(' (default: USD)'))
    .addOption(time_zone(' (default: UTC)'))
    .addOption(industry())
    .addOption(kind())
    .addOption(language(' (default: en)'))
    .addOption(same_name())
    .action((name: string, { sameName, ...options }, command: Command) =>
      in_session(command, async ({ pool, json, operate }) => {
        if (!sameName) await refuse_same_name(pool, name)
        const input = { ...values_of(options), name }
        const org_id = await operate({ as: 'system', input, org_id: (made: string) => made }, (db) =>
          create_org(db, input),
        )
        print_done(`Made organization ${name}: ${org_id}`, { org_id }, { json })
      }),
    )

  org
    .command('list')
    .description('all organizations')
    .action((_options, command: Command) =>
      in_session(command, async ({ pool, json }) =>
        print_rows(await list_orgs(pool), { json, none: 'There is no organization yet: tablero org create --help' }),
      ),
    )

  org
    .command('set <org>')
    .description('change an organization, given by id or name')
    .option('--name <text>', 'name of the organization')
    .addOption(currency())
    .addOption(time_zone())
    .addOption(industry())
    .addOption(kind())
    .addOption(language())
    .addOption(same_name())
    .action((wanted: string, { sameName, ...options }, command: Command) =>
      in_session(command, async ({ pool, json, operate }) => {
        const values = values_of(options)
        if (Object.keys(values).length === 0) refuse('Name what to change, for example --currency EUR.')
        const { org_id, name } = await find_org(pool, wanted)
        if (values.name && !sameName) await refuse_same_name(pool, values.name, org_id)
        await operate({ as: 'system', input: values, org_id: (concerned: string[]) => concerned }, (db) =>
          set_org(db, org_id, values),
        )
        if (values.currency) await in_org(pool, { org_id }, (db) => follow_figures(enqueue_on(db, of_figures)))
        print_done(`Changed ${values.name ?? name}.`, { org_id, ...values }, { json })
      }),
    )
  add_org_delete(org)
  add_org_client(org)
}

function add_org_delete(org: Command) {
  org
    .command('delete <org>')
    .description(
      'end the access at all platforms, and delete an organization with all of its data and keys; the record of its calls stays',
    )
    .option('--yes', 'do not ask')
    .action((wanted: string, { yes }, command: Command) =>
      in_app(command, async ({ app: { engine }, pool, json, operate }) => {
        const { org_id, name } = await find_org(pool, wanted)
        const what = `This ends the access of ${name} at its platforms, and deletes ${name} with its data and keys. Only a backup has them then.`
        await confirm(name, what, { yes })
        // First all, because connections of one grant keep it while one of them is active.
        const connections = await in_org(pool, { org_id }, (db) => disconnect_all(db, system_clock.now()))
        const not_ended: string[] = []
        for (const one of connections)
          if (!(await end_access(engine, { org_id, ...one }))) not_ended.push(one.connection_id)
        // In the installation's chain too, because the organization may never have had a call.
        const at = { org_id: () => [org_id, INSTALLATION], statement_timeout_ms: DELETE_ORG_MS_MAX }
        await operate({ as: 'system', ...at }, (db) => delete_org(db, org_id))
        print_done(`Deleted ${name}.`, { org_id, deleted: true, not_ended }, { json })
      }),
    )
}

function add_org_client(org: Command) {
  org
    .command('client <agency> <client>')
    .description('let an agency act on a client organization with the header X-Svc-Org')
    .option('--remove', 'revoke this permission')
    .action((agency_name: string, client_name: string, { remove = false }, command: Command) =>
      in_session(command, async ({ pool, json, operate }) => {
        const agency = await find_org(pool, agency_name)
        if (agency.kind !== 'agency')
          refuse(`${agency.name} is no agency: tablero org set ${agency.org_id} --kind agency`)
        const client = await find_org(pool, client_name)
        const input = { client_org_id: client.org_id, allowed: !remove }
        await operate({ as: 'system', input, org_id: (concerned: string[]) => concerned }, (db) =>
          set_client(db, agency.org_id, client.org_id, !remove),
        )
        const sentence = `${agency.name} may ${remove ? 'no longer ' : ''}act on ${client.name}.`
        print_done(sentence, { agency: agency.org_id, client: client.org_id, allowed: !remove }, { json })
      }),
    )
}

export function add_module_commands(program: Command) {
  const module = program.command('module').description('modules of an organization, each a switch for a group of tools')

  module
    .command('list')
    .description('every module and its state')
    .option('--org <org>', 'organization, by id or name')
    .action(({ org }, command: Command) =>
      in_session(command, async ({ pool, json }) => {
        const { org_id } = await find_org(pool, org)
        const set = await in_system(pool, (db) =>
          db.selectFrom('org_modules').select(['module', 'enabled']).where('org_id', '=', org_id).execute(),
        )
        const off = new Set(set.filter(({ enabled }) => !enabled).map(({ module }) => module))
        print_rows(
          modules.map((module) => ({ module, state: off.has(module) ? 'off' : 'on' })),
          { json, none: '' },
        )
      }),
    )

  for (const state of ['on', 'off'] as const)
    module
      .command(`${state} <module>`)
      .description(state === 'on' ? 'switch a module on' : 'switch a module off: its tools answer 404')
      .option('--org <org>', 'organization, by id or name')
      .action((name: string, { org }, command: Command) =>
        in_session(command, async ({ pool, json, operate }) => {
          const found = await find_org(pool, org)
          const input = { module: name, state }
          await operate({ as: 'system', input, org_id: found.org_id }, (db) =>
            set_module(db, found.org_id, name, state === 'on'),
          )
          print_done(`${name} is ${state} for ${found.name}.`, { org_id: found.org_id, module: name, state }, { json })
        }),
      )
}
