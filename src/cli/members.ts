import { type Command, Option } from 'commander'
import { in_org } from '#db/org.ts'
import { type Role, roles } from '#domain/roles.ts'
import { OPERATOR } from '#engine/calls/operate.ts'
import { invite } from '#engine/people/invitations.ts'
import { list_members } from '#engine/people/members.ts'
import { system_clock } from '#lib/clock.ts'
import { print_done, print_note, print_rows } from './print.ts'
import { find_org, in_session } from './session.ts'

export function add_member_commands(program: Command) {
  const member = program.command('member').description('people of an organization')

  member
    .command('invite <org> <email>')
    .description('invite a person; prints the link, which works for a week and only for the owner of the address')
    .addOption(new Option('--role <role>', 'what the person may do').choices(roles).default('member'))
    .action((wanted: string, email: string, { role }: { role: Role }, command: Command) =>
      in_session(command, async ({ pool, config, json, operate }) => {
        const { org_id, name } = await find_org(pool, wanted)
        const input = { email, role }
        const invited = await operate({ org_id, input }, (db) =>
          invite(
            { db, caller: OPERATOR, now: system_clock.now(), request_id: null },
            { ...input, base_url: config.base_url },
          ),
        )
        if (!json) print_note(`Invited ${invited.email} to ${name} as ${role}. The link is shown only now:`)
        print_done(invited.accept_url, { org_id, ...invited }, { json })
      }),
    )

  member
    .command('list')
    .description('members with their roles')
    .option('--org <org>', 'organization, by id or name')
    .action(({ org }, command: Command) =>
      in_session(command, async ({ pool, json }) => {
        const { org_id } = await find_org(pool, org)
        const members = await in_org(pool, { org_id, read_only: true }, list_members)
        print_rows(members, { json, none: 'No members yet: tablero member invite --help' })
      }),
    )
}
