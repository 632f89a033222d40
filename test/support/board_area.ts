// An area of records for tests only: boards with cards, pages found by their path, steps that are saved with or without id.
// Each record uses other features of declarations. The tests that use the area create its tables.
import { z } from 'zod'
import { refuse } from '#engine/outcomes.ts'
import { filter, only_where, records_in } from '#engine/record.ts'
import { outside_text } from '#engine/texts.ts'
import { area } from '#engine/tool.ts'

export const BOARD_TABLES = `
  create table test_boards (
    org_id uuid not null default current_org() references orgs on delete cascade,
    board_id uuid not null default uuid_v7(),
    name text not null, description text, guide text, is_starred boolean not null default false, budget numeric(18, 6), currency text,
    latest_card text, made_by text not null,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
    primary key (org_id, board_id), unique (org_id, name));
  call protect('test_boards', for_calls => 'insert, update, delete');
  create table test_cards (
    org_id uuid not null default current_org() references orgs on delete cascade,
    card_id uuid not null default uuid_v7(),
    board_id uuid not null, title text not null, status text not null, priority int not null, due_on date,
    tags text[] not null, steps jsonb not null default '[]', deleted_at timestamptz,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
    primary key (org_id, card_id), foreign key (org_id, board_id) references test_boards);
  call protect('test_cards', for_calls => 'insert, update, delete');
  create table test_pages (
    org_id uuid not null default current_org() references orgs on delete cascade,
    page_id uuid not null default uuid_v7(),
    path text not null, content text not null, importance int not null, ttl_days int, deleted_at timestamptz,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
    primary key (org_id, page_id));
  create unique index test_pages_path on test_pages (org_id, path) where deleted_at is null;
  call protect('test_pages', for_calls => 'insert, update, delete');
  create table test_steps (
    org_id uuid not null default current_org() references orgs on delete cascade,
    id uuid not null default uuid_v7(),
    label text not null, share numeric, sort_order int not null,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
    primary key (org_id, id));
  call protect('test_steps', for_calls => 'insert, update, delete');`

type Columns = Record<'org_id' | 'created_at' | 'updated_at' | 'deleted_at', string>
interface Tables {
  test_boards: Columns &
    Record<'board_id' | 'name' | 'description' | 'guide' | 'is_starred' | 'budget' | 'currency', unknown> &
    Record<'latest_card' | 'made_by', unknown>
  test_cards: Columns &
    Record<'card_id' | 'board_id' | 'title' | 'status' | 'priority' | 'due_on' | 'tags' | 'steps', unknown>
  test_pages: Columns & Record<'page_id' | 'path' | 'content' | 'importance' | 'ttl_days', unknown>
  test_steps: Columns & Record<'id' | 'label' | 'share' | 'sort_order', unknown>
}

const record = records_in<Tables>()
const scopes = { read: ['workspace:read'], write: ['workspace:write'] } as const
const text = (max: number) => z.string().trim().min(1).max(max)

export const boards = record({
  one: 'board',
  many: 'boards',
  table: 'test_boards',
  id: 'board_id',
  scopes,
  keywords: { es: 'tableros', en: 'boards', pt: 'quadros' },
  fields: {
    name: text(100).describe('Name of the board.'),
    description: text(500).nullable().describe('What the board is for.'),
    guide: text(10_000).nullable().describe('How to work with it.'),
    is_starred: z.boolean().default(false).describe('Whether it is shown first.'),
    budget: z.number().min(0).nullable().describe('What may be spent, in currency units.'),
    currency: z.string().length(3).nullable().describe('Currency of the budget.'),
    latest_card: text(100).nullable().describe('Title of the newest card.'),
  },
  shows: { made_by: z.string().describe('Who made it.') },
  computes: {
    fields: { title: outside_text().describe('Name and currency.') },
    of: ({ name, currency }) => ({ title: currency === null ? name : `${name} (${currency})` }),
  },
  long: ['guide'],
  unique: ['name'],
  check({ budget, currency }) {
    if (budget !== null && currency === null) refuse('A board with a budget needs its currency.')
  },
  fill: (_, { caller }) => ({ made_by: caller.actor }),
  tools: {
    create_board: {
      does: 'create',
      about: 'Makes a board for cards.',
      takes: ['name', 'description', 'guide', 'is_starred', 'budget', 'currency'],
      example: { name: 'Launch' },
      adds: { fields: { secret: outside_text() }, of: async ({ name }) => ({ secret: `shown once for ${name}` }) },
    },
    update_board: {
      does: 'update',
      about: 'Changes a board; what is not given stays.',
      takes: ['name', 'description', 'guide', 'is_starred', 'budget', 'currency'],
      example: { description: 'For the launch' },
    },
    get_board: { does: 'get', about: 'One board with its whole guide.' },
    list_boards: {
      does: 'list',
      about: 'The boards of the organization, newest first.',
      limit: 20,
      limit_max: 100,
      filters: {
        starred_only: only_where('is_starred', 'Only those with a star.'),
        starts_with: filter(text(50).optional().describe('Only names that begin with it.'), (is, start) =>
          is('name', 'like', `${start}%`),
        ),
      },
    },
    delete_board: { does: 'delete', about: 'Deletes a board that has no cards.' },
  },
})

const statuses = ['todo', 'doing', 'done'] as const

const cards = record({
  one: 'card',
  many: 'cards',
  table: 'test_cards',
  id: 'card_id',
  scopes,
  keywords: { es: 'tarjetas', en: 'cards', pt: 'cartões' },
  fields: {
    board_id: z.uuid('must be the board_id of a board, a UUID').describe('The board it is on; list_boards shows them.'),
    title: text(100).describe('What is to be done.'),
    status: z.enum(statuses).default('todo').describe('How far it is.'),
    priority: z.int().min(1).max(4).default(3).describe('1 is the most urgent.'),
    due_on: z.iso.date().nullable().describe('Day by which it is to be done.'),
    tags: z.array(text(30)).max(10).default([]).describe('Words to find it by.'),
    steps: z
      .array(z.strictObject({ step: text(100) }))
      .default([])
      .describe('What to do, in order.'),
  },
  json: ['steps'],
  parents: { board_id: boards },
  order: [['priority', 'asc']],
  soft_delete: true,
  async after(event, context) {
    if (event.kind === 'created')
      await boards.update(context, event.record.board_id, { latest_card: event.record.title })
  },
  tools: {
    create_card: {
      does: 'create',
      about: 'Puts a card on a board.',
      example: { board_id: '01980000-0000-7000-8000-000000000000', title: 'Write the text' },
    },
    update_card: { does: 'update', about: 'Changes a card; what is not given stays.', example: { status: 'done' } },
    list_cards: {
      does: 'list',
      about: 'Cards of a board, the most urgent first.',
      of: 'board_id',
      limit: 50,
      filters: { status: true, due_on: true },
    },
    delete_card: { does: 'delete', about: 'Takes a card off its board.' },
  },
})

const pages = record({
  one: 'page',
  many: 'pages',
  table: 'test_pages',
  id: 'page_id',
  scopes,
  keywords: { es: 'páginas', en: 'pages', pt: 'páginas' },
  fields: {
    path: text(200).describe('Where it is kept, parts divided by a slash.'),
    content: text(1_000).describe('What it says.'),
    importance: z.int().min(1).max(10).default(5).describe('1 to 10.'),
    ttl_days: z.int().min(1).max(3_650).nullable().describe('Days it is kept; without it, permanently.'),
  },
  soft_delete: true,
  tools: {
    write_page: {
      does: 'upsert',
      by: ['path'],
      about: 'Writes a page, or what is new of it.',
      example: { path: 'a/b', content: 'Text' },
    },
    list_pages: { does: 'list', about: 'Pages of the organization.' },
    delete_page: { does: 'delete', about: 'Deletes a page by its id.' },
  },
})

const steps = record({
  one: 'step',
  many: 'steps',
  table: 'test_steps',
  id: 'id',
  scopes,
  keywords: { es: 'pasos', en: 'steps', pt: 'passos' },
  fields: {
    label: text(100).describe('What the step is called.'),
    share: z.number().min(0).max(100).nullable().describe('Share of the budget in percent.'),
    sort_order: z.int().min(0).max(1_000).default(0).describe('Place in lists, lowest first.'),
  },
  order: [['sort_order', 'asc']],
  tools: {
    upsert_step: { does: 'upsert', about: 'Saves a step of the plan.', example: { label: 'First' } },
    query_steps: {
      does: 'list',
      about: 'Steps of the plan in their order.',
      limit: 20,
      short: { fields: ['id', 'label', 'sort_order'] },
    },
    delete_step: { does: 'delete', about: 'Deletes a step of the plan.' },
  },
})

export const board_area = area({
  title: 'Boards',
  tools: { ...boards.tools, ...cards.tools, ...pages.tools, ...steps.tools },
})
