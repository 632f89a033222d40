// Answers of a mocked API for the page of approvals, in each of its states. Lists of more than ten rows have short rows, as the tools do.
import { all_alike, FAULT, LIMITED, many, provenance, WINDOW } from '#test/answers_of/ads.ts'
import { type Answers, type Mocked, ok, refused } from '#test/dashboard.ts'
import { states as base_states, me_as } from '#test/dashboard_answers.ts'

const WHOLE_ROWS_MAX = 10
const MAX = 200
const id = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`
const moment = (hours: number) => new Date(Date.UTC(2026, 5, 28, 12) + hours * 3_600_000).toISOString()

export const ids = {
  budget: id(0),
  pause: id(1),
  search: id(2),
  social: id(3),
  answer: id(4),
  executed: id(100),
  failed: id(101),
  rejected: id(102),
  sending: id(103),
  video: id(5),
  coded: id(6),
  own: id(7),
}

const budget = {
  ...{ action_type: 'set_daily_budget', platform: 'mx_ads', target: 'Prospección | Sala y decoración' },
  ...{ target_id: '210000100', account: 'Casa Lumbre México', currency: 'MXN', risk: 'medium', about: null },
  ...{ before: { daily_budget: '350.5' }, after: { daily_budget: '420.75' } },
  ...{ reason: 'ROAS is above 4 for two weeks.', proposed_by: 'agent:seo', agent_slug: 'seo' },
  ...{
    can_be_undone: true,
    warnings: [],
    declaration: null,
    stale: true,
    others_waiting: [],
    input: { daily_budget: '420.75' },
  },
  basis: {
    figures: {
      ...{ spend: 66_326.58, impressions: 874_494, clicks: 11_884, conversions: 131.25 },
      ...{ conversion_value: 191_576.13, roas: null },
    },
    ...{ window: WINDOW, currency: 'MXN', ...provenance(['mx_ads']) },
  },
}
const pause = {
  ...{
    ...budget,
    action_type: 'pause_campaign',
    target: 'Shopping | Todos los productos',
    risk: 'low',
    currency: null,
  },
  ...{ before: { status: 'active' }, after: { status: 'paused' }, stale: null, platform: 'gx_ads' },
  ...{ proposed_by: `user:${id(1_000)}`, agent_slug: null, reason: 'It sells <b>nothing</b>.', input: {} },
}
const link = 'http://casalumbre.example/salas?from=ads#oferta'
const NAME = 'Salas [tb-1a2b3c4d5e]'
const common = { name: NAME, status: 'paused' }
const budget_of_new = { ...common, daily_budget: '350.5' }
const fields_of = (things: Record<string, Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(things).flatMap(([thing, fields]) =>
      Object.entries(fields).map(([name, value]) => [`${thing}.${name}`, value]),
    ),
  )
const created = (input: object, things: Parameters<typeof fields_of>[0]) => {
  const after = fields_of(things)
  return {
    ...{ ...budget, action_type: 'create_campaign', target_id: null, can_be_undone: false, stale: null, reason: null },
    ...{ input, after, before: Object.fromEntries(Object.keys(after).map((field) => [field, null])), basis: {} },
    warnings: ['Everything is created paused.'],
    declaration: { brief_text: 'More living rooms.', estimated_reach: 120_000, declared_categories: ['housing'] },
  }
}
const headlines = ['Salas de madera', 'Envío gratis', '<img src=x onerror=alert(1)>']
const descriptions = ['Hechas a mano en México.', 'Llegan en cinco días.']
const keywords = Array.from({ length: 12 }, (_, at) => `sala de madera ${at + 1} (phrase)`)
const search = {
  ...created(
    { headlines, descriptions, keywords: [{ text: 'sala de madera 1', match: 'phrase' }], final_url: link },
    {
      campaign: {
        ...{ ...budget_of_new, channel: 'SEARCH', networks: 'google_search', places: 'all', languages: 'all' },
        ...{ bidding: 'MAXIMIZE_CONVERSIONS', is_political: 'false' },
      },
      ad_group: { ...common, keywords: ['salas (exact)', ...keywords].join('\n'), keywords_status: 'enabled' },
      ad: { headlines: headlines.join('\n'), descriptions: descriptions.join('\n'), landing_page: link },
    },
  ),
  ...{ platform: 'gx_ads', target: 'Búsqueda | Salas' },
}
const creative = {
  ...{ imageHash: 'a1b2c3d4e5f60718', message: 'Nueva sala en tu casa', headline: 'Salas', link },
  call_to_action: 'SHOP_NOW',
}
const social = {
  ...created(
    { creative },
    {
      campaign: { ...budget_of_new, objective: 'OUTCOME_TRAFFIC', special_categories: 'none' },
      ad_set: { ...common, countries: 'MX\nVN', optimization_goal: 'LINK_CLICKS' },
      ad: {
        ...{ ...common, landing_page: link, message: creative.message, headline: creative.headline },
        ...{ call_to_action: creative.call_to_action, page: '100200300400500', picture: creative.imageHash },
      },
    },
  ),
  target: 'Redes | Salas',
}
const videos = ['v10033g50000abc', 'v10033g50000abd']
const of_video = { message: 'Nueva sala', landing_page: link, call_to_action: 'LEARN_MORE' }
const video = {
  ...created(
    {
      creatives: videos.map((video_id) => ({
        ...{ video_id, text: 'Nueva sala', landing_page_url: link, call_to_action: 'LEARN_MORE' },
      })),
    },
    {
      campaign: { ...budget_of_new, objective: 'TRAFFIC', special_categories: 'HOUSING' },
      ad_group: { ...common, places: '3996063' },
      ...{ ad_1: { ...common, ...of_video, video: videos[0]! }, ad_2: { ...common, ...of_video, video: videos[1]! } },
      ad: { count: '2' },
    },
  ),
  ...{ target: 'Videos | Salas', platform: 'tx_ads' },
}
const answer = {
  ...{ ...pause, action_type: 'answer_question', platform: 'mpa', target: 'Silla de madera', can_be_undone: false },
  about: '¿Tienen en azul?',
  ...{ before: { answer: null }, after: { answer: 'Sí, la tenemos en azul.' }, basis: {}, risk: 'high' },
}
const waiting = [budget, pause, search, social, answer, video, budget, budget]

const proposed = (number: number) => ({
  ...{ action_id: id(number), ...waiting[number % waiting.length]! },
  ...{ created_at: moment(-2), expires_at: moment(3 + number * 5), link: `https://tablero.example/${number}` },
})

const measured = { days: 7, from: '2026-06-20', to: '2026-06-26', verdict: null, reason: null }
const impact = [
  { ...measured, measure: 'spend', change_percent: 18.4, low_percent: 9.1, high_percent: 27.9, verdict: 'rose' },
  { ...measured, measure: 'conversions', change_percent: 4, low_percent: -6, high_percent: 15, verdict: 'unclear' },
  {
    ...{ ...measured, days: 14, measure: 'spend', change_percent: null, low_percent: null, high_percent: null },
    reason: 'Another action lies in these days.',
  },
]

const OTHER_VALUES = 'The platform shows other values than those approved.'
const ends = [
  {
    status: 'executed',
    cause: null,
    cause_text: null,
    read_back: { daily_budget: '420.75' },
    can_be_undone: true,
    impact,
  },
  {
    ...{ status: 'failed', cause: 'read_back_differs', cause_text: OTHER_VALUES, read_back: { daily_budget: '400' } },
    left_behind: [{ step: 'campaign', campaign: '210000777' }],
  },
  { status: 'rejected', cause: null, cause_text: null, decision_reason: 'Not before the sale.' },
  { status: 'approved', phase: 'checking', cause: null, cause_text: null },
  { status: 'expired', cause: null, cause_text: null, decided_by: null, decided_at: null },
]

const ended = (number: number) => ({
  ...{ ...budget, action_id: id(100 + number), created_at: moment(-30 - number), expires_at: moment(40 - number) },
  ...{ phase: null, decided_by: `user:${id(1_001)}`, decided_at: moment(-20 - number), decision_reason: null },
  ...{ read_back: null, left_behind: [], ended_at: number % ends.length === 3 ? null : moment(-19 - number) },
  ...{ undoes: null, impact: [], stale: null, ...ends[number % ends.length]! },
})

const SHORT = [
  ...['action_id', 'action_type', 'target', 'before', 'after', 'currency', 'risk', 'expires_at', 'status'],
  ...['decided_at', 'platform', 'account', 'reason', 'stale', 'decided_by', 'cause'],
]
const UNLISTED = ['input', 'basis', 'declaration']

function list(rows: readonly object[]): Mocked {
  const is_short = rows.length > WHOLE_ROWS_MAX
  const shown = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([name]) => (is_short ? SHORT.includes(name) : !UNLISTED.includes(name))),
    ),
  )
  const is_truncated = rows.length === MAX
  return ok({
    ...{ actions: shown, count: rows.length, total: is_truncated ? 512 : rows.length, truncated: is_truncated },
    ...(is_truncated && { hint: 'Raise limit, or name a status or an agent_slug.' }),
    ...(is_short && { short_rows: 'Rows are short.' }),
  })
}

const undecided = {
  ...{ status: 'pending', phase: null, decided_by: null, decided_at: null, decision_reason: null, cause: null },
  ...{ cause_text: null, read_back: null, left_behind: [], ended_at: null, undoes: null, impact: [] },
}

/** Any action of the lists, whole. */
const action = ({ body }: { body: unknown }): Mocked => {
  const number = Number((body as { action_id: string }).action_id.slice(-12))
  const is_ended = number >= 100 && number < 1_000
  const row = is_ended ? ended(number - 100) : { ...proposed(number), ...undecided }
  const at = (status: string, note: string | null = null) => ({ status, changed_at: moment(-20), actor: 'clock', note })
  if (!(number < 1_000)) return refused(400, 'error', 'The organization has no action with this action_id.')
  return ok({
    ...row,
    ...{ proposer_name: 'Luis Medina', decider_name: is_ended ? 'Ana Torres' : null, undone_by: null },
    replaced_by: null,
    needs_code: action_has(number, ids.coded) ? 'A change above 50 MXN needs a one-time code.' : null,
    needs_second_person: action_has(number, ids.own),
    is_tainted: action_has(number, ids.pause),
    history: [at('pending'), ...(is_ended ? [at('approved', 'With a one-time code.')] : [])],
  })
}
const action_has = (number: number, of: string) => id(number) === of

const none = {
  ...{ currency: 'MXN', without_effect: null },
  ...{ automatic_amount: null, automatic_percent: null, cooldown_hours: null, day_amount: null, day_count: null },
  ...{ budget_max: null, raise_max_percent: null, cut_max_percent: null, used_today: { amount: '0', count: 0 } },
  ...{ version: 1, created_by: `user:${id(1_001)}`, created_at: moment(-200) },
}
const guardrails = [
  {
    ...{ ...none, guardrail_id: id(2_000), agent_slug: 'seo', action_type: 'set_daily_budget', needs_approval: false },
    ...{ automatic_amount: '50.25', automatic_percent: 20, cooldown_hours: 24, day_amount: '200', day_count: 5 },
    ...{ budget_max: '1000', version: 3, used_today: { amount: '70.1', count: 2 } },
  },
  {
    ...none,
    guardrail_id: id(2_001),
    agent_slug: null,
    action_type: null,
    needs_approval: true,
    raise_max_percent: 100,
  },
]
const rules = (list_of: readonly object[]) =>
  ok({
    ...{ currency: 'MXN', default: 'needs_approval', second_person: false, guardrails: list_of },
    ...{ count: list_of.length, total: list_of.length, truncated: false },
  })
export const of_another_currency = rules(guardrails.map((one) => ({ ...one, currency: 'USD' })))
export const settings = {
  ...{ second_person: false, code_amount: '500', code_currency: 'MXN', usual_hours: 72, hours_max: 720 },
  expiries: [{ action_type: 'answer_question', hours: 24 }],
  action_types: ['answer_question', 'create_campaign', 'pause_campaign', 'set_daily_budget'],
}

const answers = (rows: number): Answers => ({
  ...base_states.data,
  list_pending_actions: list(many(rows, proposed)),
  browse_action_history: ({ body }) => {
    const { status, before, limit } = body as { status?: string; before?: string; limit: number }
    const found = many(rows, ended).filter((row) => status === undefined || row.status === status)
    const older = found.slice(found.findIndex(({ action_id }) => action_id === before) + 1)
    const actions = older.slice(0, limit)
    return ok({ actions, next_before: older.length > limit ? actions.at(-1)!.action_id : null })
  },
  get_action: action,
  list_guardrails: rules(rows === 0 ? [] : guardrails),
  get_approval_settings: ok(
    rows === 0 ? { ...settings, code_amount: null, code_currency: null, expiries: [] } : settings,
  ),
})

const READS = [
  ...['list_pending_actions', 'browse_action_history', 'get_action', 'list_guardrails', 'get_approval_settings'],
]

export const approvals_states = {
  data: answers(8),
  most: answers(MAX),
  empty: answers(0),
  viewer: { ...answers(8), get_me: ok(me_as('viewer')) },
  loading: { ...answers(8), ...all_alike(READS, { is_silent: true }) },
  error: { ...answers(8), ...all_alike(READS, FAULT) },
  '429': { ...answers(8), ...all_alike(READS, LIMITED) },
  offline: { ...answers(8), ...all_alike(READS, { is_offline: true }) },
} satisfies Record<string, Answers>
