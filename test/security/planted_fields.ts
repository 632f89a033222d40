// Fields that test/security/planted_texts.test.ts treats in their own way, as a tool and a path.

/** Columns of generated rows that only Tablero fills: keys, ids, checked addresses of email, and words that it read itself. */
export const FILLED_BY_US = [
  /^list_(action_history|pending_actions) actions\[\]\.(proposed_by|agent_slug|decided_by)$/,
  /^list_guardrails guardrails\[\]\.(agent_slug|action_type|created_by)$/,
  /^list_(members|invitations) \w+\[\]\.(email|invited_by)$/,
  /^list_mpa_listings listings\[\]\.cannot_change$/,
  /^list_notifications notifications\[\]\.(kind|link)$/,
  /^list_store_orders orders\[\]\.imported_from$/,
  /^list_webhooks webhooks\[\]\.last_delivery\.error$/,
  /^list_webhook_deliveries deliveries\[\]\.error$/,
]

/** Fields of others without a planted text in any answer, and why. */
export const UNPLANTED: [fields: RegExp, why: string][] = [
  [
    / covered_parts\[\]\.of$/,
    'Names of channels, campaigns and stores, of answers with missing days. No day of the business is missing.',
  ],
  [/ rates\[\]\.source$/, 'The same rates as in answers that convert amounts, whose source has a planted text.'],
  [/^(estado_conexiones|get_kpi_summary) summary$/, 'It quotes a name in some states only.'],
  [
    /^list_(action_history|pending_actions) actions\[\]/,
    'PostgreSQL lets nobody change what was proposed. test/approvals reads real ones.',
  ],
  [/^list_alert_rules alert_rules\[\]\.(platform|metric)$/, 'The tool that writes the rule allows known words only.'],
  [/^list_connections_detail connections\[\]\.accounts_left_out\[\]/, 'No account of the business is left out.'],
  [
    /^list_connections_detail connections\[\]\.webhooks\.problem$/,
    'No platform refuses the registration of its webhooks.',
  ],
  [/^list_gx_ads_ads ads\[\]\.descriptions?(\[\])?$/, 'The ads of the business have headlines only.'],
  [/^list_members agencies\[\]\.name$/, 'No agency has access to the business.'],
  [/ (recommendations|wins)\[\]\.search_term$/, 'No rule finds anything about a search in five days.'],
  [/^list_recommendations notes\[\]$/, 'A note quotes the name of a source that a rule could not read.'],
  [/^list_store_connections stores\[\]\.scopes_missing\[\]\.reason$/, 'The shop granted everything.'],
  [/^list_webhooks webhooks\[\]\.url$/, 'Checked to be an address when it is written.'],
  [/^query_pagescore_scores scores\[\]\.failed$/, 'The stored scan has figures, so it has not failed.'],
  [
    /^revisar_tienda stock\.ran_out\[\]\.store$/,
    'The shops of the business answer with their own name, and the row of each table has no product that ran out.',
  ],
  [/^revisar_seo lost_queries\[\]\.query$/, 'Five days have no earlier period.'],
]
