// Statements that need not name the organization, each with the reason. An exception that no statement needs fails a whole run.
import type { Statement } from './rules.ts'

export interface Exception extends Partial<Omit<Statement, 'text'>> {
  text?: RegExp
  /** The tables that the statement need not restrict to one organization. All when absent. A whole run needs each of them. */
  tables?: readonly string[]
  /** The faults that the exception permits. All when absent. */
  fault?: RegExp
  why: string
  /** Only a cluster needs it, which a whole run does not start. */
  on_cluster?: true
}

const of_system = (tables: readonly string[], text: RegExp, why: string): Exception => ({
  role: 'tablero_system',
  tables,
  text,
  why,
})

export const exceptions: readonly Exception[] = [
  { sender: 'src/cli/data.ts', role: 'tablero_work', why: "an operator's own SQL, sent without change" },

  of_system(
    ['api_keys', 'members', 'agency_clients', 'agency_access'],
    /^select .* from "api_keys" as "k" .* where "k"."prefix" = /s,
    'directory: the key identifies the organization',
  ),
  of_system(
    ['api_keys', 'members'],
    /^\s*update (api_keys k|members m) set last_(used|seen)_at = /,
    'last uses: one batch names the organization of each row',
  ),
  of_system(
    ['members'],
    /^\s*select .* from auth\.oauth_access_tokens t\s.* where t\.token = \$\d+$/s,
    'directory: the token identifies the organization',
  ),
  of_system(
    ['members', 'agency_clients', 'agency_access', 'orgs'],
    /^\s*select .* from auth\.sessions s join auth\.users u .* where s\.token = \$\d+$/s,
    'directory: the organizations of a person, without the clients of an ended agency',
  ),
  of_system(
    ['invitations', 'orgs'],
    /^select "i"."org_id" from "invitations" as "i" inner join "orgs" .* where "i"."token_hash" = /s,
    'invitations: the link identifies the organization',
  ),
  of_system(
    ['members', 'invitations', 'orgs'],
    /^select .* from "(members|invitations)" as "[mi]" inner join "orgs" .* where ("m"."user_id"|"i"."email") = /s,
    'personal tools: what a person takes along, of all organizations',
  ),
  of_system(
    ['agency_access', 'api_keys'],
    /^select .* from "(agency_access|api_keys)" where "user_id" = /s,
    'personal tools: what a person takes along, of all organizations',
  ),
  of_system(
    ['orgs'],
    /^select "org_id" from "orgs" where "org_id" = any/,
    'refused access: which of the named organizations exist',
  ),
  of_system(
    ['orgs'],
    /^select "org_id" from "orgs" where "ended_at" <= /,
    'ended organizations: those whose days are over',
  ),
  {
    role: 'tablero_app',
    tables: ['members'],
    text: /^select count\(\*\) as "count" from "members"$/,
    why: 'personal tools: the memberships of a person, by policy',
  },
  of_system(
    ['connections', 'sync_runs', 'sync_cursors', 'connection_accounts'],
    /^\s*select c\.org_id, .* where c\.org_id = any\(/s,
    'events: one read of all organizations that pages show',
  ),
  of_system(
    ['orgs', 'connection_accounts'],
    /^\s*with used as materialized \(\s*select time_zone from orgs /,
    'start: the time zones in use, which are compared with those of the database',
  ),
  of_system(['orgs'], /^insert into "orgs" /, 'operators: a new organization has no id yet'),
  of_system(['orgs'], /^select .* from "orgs" order by /s, 'operators: the list of all organizations'),
  of_system(
    ['connections', 'orgs'],
    /^select "org_id", "connection_id" from "connections" where "status" = .* "next_sync_at" /s,
    'schedule: connections that are due',
  ),
  of_system(
    ['connections', 'connection_accounts'],
    /^select "c"."connection_id" from "connections" as "c" left join "connection_accounts" as "a" .* "c"."platform" in /s,
    'disconnecting: whether any connection of the installation needs the access at the vendor',
  ),
  of_system(
    ['connections'],
    /^select "org_id", "connection_id" from "connections" where "platform" = \$\d+ and "status" = \$\d+$/,
    'disconnecting: the connections of the installation that can have the same token',
  ),
  of_system(
    ['actions', 'connections'],
    /^select distinct "a"\."org_id" from "actions" as "a" inner join "connections" as "c" /,
    'schedule: organizations with proposals whose time or connection is over',
  ),
  of_system(
    ['action_executions', 'action_steps', 'connections'],
    /^select distinct "e"\."org_id" from "action_executions" as "e" inner join "connections" as "c" /,
    'schedule: organizations with unsent changes whose connection is over',
  ),
  of_system(
    ['sign_ins'],
    /^select "sign_in_id" from "sign_ins" where "platform" in /,
    'disconnecting: whether anybody in the installation signs in at the vendor',
  ),
  of_system(
    ['connections', 'webhook_states', 'orgs'],
    /^select .* from "connections" as "c" left join "webhook_states" as "s" .* "s"."checked_at" </s,
    'schedule: webhooks whose registration is to be checked',
  ),
  of_system(
    ['connections'],
    /^select "org_id", "connection_id" from "connections" where "status" = \$\d+ and "secrets" is not null /,
    'schedule: disconnected connections whose access has not ended at the platform',
  ),
  of_system(
    ['webhook_inbox', 'orgs'],
    /^select distinct .* from "webhook_inbox" where "done_at" is null /s,
    'schedule: announcements that were left, of all organizations',
  ),
  of_system(
    ['connections', 'connection_accounts'],
    /^select "c"."org_id", "c"."connection_id", .* as "owner" from "connections" as "c" .*where "c"."platform" = /s,
    'webhooks: the connections of a platform by account, which it names at the address of the app',
  ),
  of_system(
    ['alert_rules', 'orgs'],
    /^select distinct "o"."org_id", "o"."time_zone" from "alert_rules" as "r" inner join "orgs" .* where "r"."enabled" = /s,
    'schedule: organizations whose alert rules are evaluated in the morning',
  ),
  of_system(
    ['connections', 'orgs'],
    /^select distinct "o"."org_id", "o"."time_zone" from "connections" as "c" inner join "orgs" .* where "c"."status" = /s,
    'schedule: organizations whose rules of recommendations run in the morning',
  ),
  of_system(
    ['action_executions', 'orgs'],
    /^select "org_id", "execution_id" from "action_executions" where "ended_at" is null /s,
    'schedule: changes at platforms that wait',
  ),
  of_system(
    ['messages', 'orgs'],
    /^select "org_id" from "messages" where "due_at" <= /,
    'schedule: organizations with messages that are due',
  ),
  {
    ...of_system(['orgs'], /^select "org_id" from "orgs"$/, 'schedule: organizations of the workers that answer'),
    on_cluster: true,
  },
  of_system(
    ['connections'],
    /^select .* from "connections" where .* "access_ends_at" > /s,
    'schedule: consents that end soon',
  ),
  of_system(
    ['org_channels'],
    /^select "org_id" from "org_channels" where .* "shown" = /s,
    'hooks: the phone number identifies the organizations',
  ),
  of_system(
    ['messages'],
    /^select "org_id" from "messages" where "vendor_id" = /s,
    'hooks: the id of the message identifies the organization',
  ),
  of_system(
    ['sync_runs'],
    /^select "org_id", "run_id" from "sync_runs" where "state" in /,
    'schedule: syncs that never ended',
  ),
  of_system(
    ['sync_runs'],
    /^update "sync_runs" set "state" = .* where "run_id" in /s,
    'schedule: syncs that never ended',
  ),
  {
    role: 'tablero_system',
    sender: 'src/engine/queue/retention.ts',
    text: /^\s*(delete from "\w+" (where "\w+" < |as row using )|update "connections" set "secrets" = null where "\w+" < )/,
    why: 'retention: what expired, of all organizations',
  },
  {
    role: 'tablero_system',
    sender: 'src/engine/outbound_webhooks/claim.ts',
    tables: ['webhooks', 'orgs', 'webhook_health', 'webhook_deliveries'],
    fault: / is read by /,
    why: 'dispatcher: one statement takes due deliveries of all organizations',
  },
  {
    role: 'tablero_system',
    sender: 'src/engine/outbound_webhooks/record.ts',
    tables: ['webhook_deliveries', 'webhook_attempts', 'webhook_health'],
    why: 'dispatcher: one batch names the organization of each attempt',
  },
  of_system(
    ['runs'],
    /^select .* from "runs" where "state" in .* "created_at" < /s,
    'schedule: runs whose job the queue gave up',
  ),
  of_system(
    ['runs'],
    /^select .* from "runs" where "org_id" = any/s,
    'runs: one poll for every caller of the process that waits, whose organizations it names',
  ),
  of_system(
    ['audit_heads'],
    /^select .* from "audit_heads" where "seq" > /s,
    'anchors: the chains that grew, of all organizations',
  ),
  of_system(
    ['audit_heads'],
    /^select "org_id" from "audit_heads" order by /,
    'operators: the chains of all organizations',
  ),
  of_system(
    ['api_keys', 'members'],
    /^select 'key:' \|\| key_id as actor, name from api_keys /,
    'records of calls: names of keys and people of agencies',
  ),
  of_system(
    ['orgs'],
    /^\s*select org_id, name from orgs where org_id = any /,
    'records of calls: names of other organizations',
  ),
  of_system(
    ['runs'],
    /^select "org_id" from "runs" where "run_id" = /,
    'refused access: the organization of a run that another one asked for',
  ),

  {
    text: /^rollback; reset all; select pg_advisory_unlock_all\(\)$/,
    why: 'simulated sessions: cleaned before another sync of a test gets them',
  },
  {
    text: /^((create temporary table if not exists (absent_rows \([^)]*\)|pg_temp\."stage_\w+" as select [^;()]* from public\."\w+" with no data)|(delete from|truncate) pg_temp\."stage_\w+")(;|$))+$/,
    why: 'staging: copies the columns of a table, but no rows',
  },
  {
    fault: /^\w+ is used together with the temporary table (stage_\w+|absent_rows)$/,
    why: 'merges compare staged rows with stored ones',
  },
]
