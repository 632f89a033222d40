// What each database role may do: with the rows of each relation, with each function, and with single columns.
import { type Kind, type Role, roles } from './two_orgs.ts'

/** One character for each operation: `o` own organization's rows, `a` rows of all, `-` none. The default of a role is `-----`. */
type Rights = Partial<Record<Role, string>>
export const rules: Record<Kind, Rights> = {
  'of organizations': { tablero_app: 'o----', tablero_work: 'oooo-' },
  'view of organizations': { tablero_app: 'o----', tablero_work: 'o----' },
  shared: { tablero_app: 'a----', tablero_work: 'a----' },
  published: { tablero_sql: 'o----', tablero_views: 'o----' },
  queue: {},
  accounts: { tablero_auth: 'aaaa-' },
}
const across = { tablero_system: 'aaaa-' }
const behind_views = { ...rules['of organizations'], tablero_views: 'o----' }
const for_system = { ...rules['of organizations'], ...across }
const for_system_and_calls = { ...for_system, tablero_app: 'oooo-' }
const written_by_calls = (rights: string) => ({ ...for_system, tablero_app: rights })
/** Only the system changes it, for operators. */
const of_operators = { tablero_app: 'o----', tablero_work: 'o----', ...across }
const each = (names: string, rights: Rights) =>
  Object.fromEntries(names.split(' ').map((name) => [`public.${name}`, rights]))
export const exceptions: Record<string, Rights> = {
  ...each('orgs credit_balances', { ...of_operators, tablero_app: 'oo---' }),
  'public.org_modules': of_operators,
  'public.agency_clients': { ...of_operators, tablero_app: 'o--o-' },
  'public.api_keys': { ...of_operators, tablero_app: '-----' },
  'public.org_data_keys': { ...for_system, tablero_app: '-----' },
  'public.org_seals': {},
  'public.audit_heads': { tablero_app: 'oo---', tablero_work: 'ooo--', tablero_system: 'aaa--' },
  'public.audit_log': { tablero_app: 'oo---', tablero_work: 'oo---', tablero_system: '-a---' },
  'public.record_changes': { tablero_app: 'oo---', tablero_work: 'oo---' },
  ...each('sync_runs runs rate_windows', written_by_calls('ooo--')),
  ...each('action_executions action_steps events notification_reads', written_by_calls('oo---')),
  ...each('webhook_deliveries notifications messages public_text_reads', written_by_calls('ooo--')),
  ...each('webhooks webhook_health org_channels alert_rules', for_system_and_calls),
  'public.action_expiries': { tablero_app: 'oooo-', tablero_work: 'oooo-' },
  'public.webhook_attempts': for_system,
  'public.actions': { tablero_app: 'ooo--', tablero_work: 'ooo--', tablero_system: 'aaa--' },
  'public.action_changes': { tablero_app: 'oo---', tablero_work: 'oo---', tablero_system: 'aa---' },
  'public.action_impacts': { tablero_app: 'o----', tablero_work: 'oo---' },
  'public.recommendations': { tablero_app: 'o-o--', tablero_work: 'oooo-' },
  'public.alert_evaluations': { tablero_app: 'oo-o-', tablero_work: 'oooo-' },
  ...each('alert_incidents guardrails guardrail_days', { tablero_app: 'ooo--', tablero_work: 'oooo-' }),
  ...each('idempotency_keys members invitations agency_access access_requests', for_system_and_calls),
  'public.connections': written_by_calls('o-o--'),
  ...each(
    'sync_cursors run_steps connection_accounts missing_rows spent_links sign_ins vendor_reports webhook_inbox webhook_states privacy_requests',
    for_system,
  ),
  ...each(
    'ad_accounts ad_campaigns ad_daily ad_group_daily campaign_daily email_campaign_daily meta_ad_creatives seo_daily seo_page_daily seo_query_daily social_daily',
    behind_views,
  ),
  ...each(
    'seo_place_daily web_country_daily web_device_daily web_event_daily campaign_country_daily campaign_device_daily campaign_share_daily search_term_daily',
    behind_views,
  ),
  ...each(
    'marketplace_charges store_connections store_order_lines store_orders store_refunds web_daily web_source_daily',
    behind_views,
  ),
  ...each(
    'behavior_daily behavior_page_daily feed_daily feed_issue_daily feed_offer_daily feed_product_issues feed_product_statuses',
    behind_views,
  ),
  ...each('ads ad_groups feed_products feed_status_daily', behind_views),
  ...each('social_accounts social_follower_daily social_posts social_stories', behind_views),
  ...each('org_product_costs store_products store_variant_costs store_variants', behind_views),
  'public.org_fx_rates': { ...behind_views, tablero_system: 'a----' },
  ...each('ledger metric_restatements', { ...behind_views, ...across }),
  'public.fx_rates': { tablero_app: 'a----', tablero_work: 'a----', tablero_views: 'a----', ...across },
  'public.schema_migrations': {},
  'public.vendor_budgets': across,
  'auth.oauth_grants': { ...rules.accounts, tablero_system: 'a--a-' },
  'auth.outbox': { ...rules.accounts, tablero_system: '-a---' },
  'public.page_scans': { ...rules['of organizations'], tablero_system: 'a--a-' },
}

/** The roles that may call each of the product's functions. PostgreSQL's own functions have PUBLIC's rights. */
export const functions: Record<string, readonly Role[]> = {
  'current_org()': roles.filter((role) => role !== 'tablero_auth'),
  'uuid_v7()': ['tablero_app', 'tablero_auth', 'tablero_system', 'tablero_work'],
  'count_call(text,integer,integer)': ['tablero_app', 'tablero_work'],
  'enqueue_job(text,jsonb,text,integer,text)': ['tablero_app', 'tablero_work'],
  'metrics.org_time_zone()': ['tablero_app', 'tablero_work'],
  'person_of(text,text,text,text,uuid)': ['tablero_app', 'tablero_sql', 'tablero_views', 'tablero_work'],
  'folded(text)': ['tablero_app', 'tablero_work'],
  'take_credits(bigint)': ['tablero_app', 'tablero_system', 'tablero_work'],
  'hold_credits(bigint)': ['tablero_app', 'tablero_system', 'tablero_work'],
  'settle_credits(bigint,bigint)': ['tablero_app', 'tablero_system', 'tablero_work'],
  'credits_now()': ['tablero_app', 'tablero_system', 'tablero_work'],
  'renew_credits()': ['tablero_system'],
  'take_vendor_budget(bigint,jsonb)': ['tablero_system', 'tablero_work'],
  'vendor_budget_wait(bigint,jsonb)': ['tablero_app', 'tablero_system', 'tablero_work'],
  'pause_vendor_budgets(bigint,bigint,text[])': ['tablero_system', 'tablero_work'],
  'refresh_statistics(text)': ['tablero_work'],
  'clocks_differ_ms()': ['tablero_system'],
  'current_person()': ['tablero_app'],
  'agencies_with_access()': ['tablero_app', 'tablero_system'],
  'revoke_keys_of(uuid,timestamp with time zone)': ['tablero_app', 'tablero_system'],
  'make_key(uuid,text,text,bytea,text[],timestamp with time zone,text)': ['tablero_app', 'tablero_system'],
  'standing_of(uuid)': ['tablero_system', 'tablero_work'],
  'credential_works(text)': ['tablero_system', 'tablero_work'],
  'revoke_key(uuid,timestamp with time zone)': ['tablero_app', 'tablero_system'],
  'assign_key(uuid,uuid)': ['tablero_app', 'tablero_system'],
  'access_requests_to(uuid)': ['tablero_app', 'tablero_system'],
  'accept_access_request(uuid,uuid,timestamp with time zone,integer)': ['tablero_app', 'tablero_system'],
  'decline_access_request(uuid,uuid)': ['tablero_app', 'tablero_system'],
  'end_agency(uuid)': ['tablero_app', 'tablero_system'],
  'join_agency(uuid,integer)': ['tablero_app', 'tablero_system'],
  'clients_of_agency()': ['tablero_app', 'tablero_system'],
  'auth.data_of_person(uuid,integer)': ['tablero_auth', 'tablero_system'],
  'auth.copy_person()': ['tablero_system'],
  'auth.forget_person()': ['tablero_system'],
  'auth.forget_expired()': ['tablero_auth', 'tablero_system'],
  'auth.post_mail(bytea)': ['tablero_app', 'tablero_system', 'tablero_work'],
  'auth.has_invitation(text)': ['tablero_auth', 'tablero_system'],
  'auth.last_admin_of(uuid)': ['tablero_auth', 'tablero_system'],
  'auth.keep_an_admin()': ['tablero_system'],
  'auth.check_grant()': ['tablero_system'],
  'auth.end_grants()': ['tablero_system'],
  'auth.standing_of(uuid,uuid)': ['tablero_auth', 'tablero_system'],
  'connected_apps()': ['tablero_app', 'tablero_system'],
  'disconnect_app(uuid)': ['tablero_app', 'tablero_system'],
  'end_grants_of(uuid)': ['tablero_app', 'tablero_system'],
}

/** Columns that a role may use where it has no such right to the whole table. The views' own role has many. */
export const columns: Record<string, readonly string[]> = {
  'tablero_app select api_keys': [
    'acts_for',
    ...[
      'created_at',
      'expires_at',
      'key_id',
      'last_used_at',
      'name',
      'org_id',
      'prefix',
      'revoked_at',
      'scopes',
      'user_id',
    ],
  ],
  'tablero_app update api_keys': ['name'],
  'tablero_app update audit_heads': ['hash', 'seq'],
  'tablero_app update orgs': [
    ...[
      'code_amount_micros',
      'code_currency',
      'currency',
      'demands_second_approver',
      'demands_two_factor',
      'email_notifications',
      'ended_at',
      'industry',
      'language',
      'name',
    ],
    ...['quiet_from', 'quiet_holds_critical', 'quiet_to', 'shows_first_steps', 'time_zone'],
  ],
  'tablero_system select oauth_access_tokens': [
    ...[
      'client_id',
      'confirmation',
      'expires_at',
      'granted_org_id',
      'resources',
      'revoked',
      'scopes',
      'token',
      'user_id',
    ],
  ],
  'tablero_system select oauth_clients': ['client_id', 'disabled', 'name', 'redirect_uris', 'uri'],
  'tablero_system select schema_migrations': ['name'],
  'tablero_system select sessions': ['expires_at', 'token', 'user_id'],
  'tablero_system select users': ['email', 'email_verified', 'id', 'language', 'name', 'two_factor_enabled'],
  'tablero_system update oauth_grants': ['last_used_at'],
}
