// A search for what only a person does says where a person does it, and a search for what a tool does says nothing of that. The wordings below
// were written when the questions of the duties (src/http/mcp/search/duties/) existed. Questions beside them were added after the near misses.
import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { catalog_of } from '#engine/catalog.ts'
import { duties, sentence_of } from '#http/mcp/search/duties.ts'
import { search } from '#http/mcp/search/tool_index.ts'
import { words_of } from '#http/mcp/search/words.ts'
import { areas } from '#tools/index.ts'

const RIGHT_MIN = 0.8
/** Of prompts that an offered tool answers. */
const FALSE_MAX = 0.02
/** Of the near misses, which have the words of duties. */
const NEAR_MISSES_MAX = 2
const MEASURED = join(import.meta.dirname, 'measured')
const DASHBOARD = join(import.meta.dirname, '../../dashboard/src')

const catalog = catalog_of(areas)
const duty_of = (query: string) => search(catalog, query, () => true).duty

/** New wordings, by the page and a word of what a person does there. */
const wordings: [page: string, about: string, queries: string[]][] = [
  [
    'settings/keys',
    'API key',
    ['our backend has to log in to you, what token do I give it', 'dar de baja el token viejo', 'vazou a nossa chave'],
  ],
  [
    'settings/apps',
    'apps',
    ['what AI apps did I let into my account', 'saca a Gemini de mi cuenta', 'que programas agem em meu nome'],
  ],
  [
    'settings/members',
    'agency',
    [
      'we parted ways with our agency, block them',
      'rompimos con la agencia, que no entren',
      'tire a agência da nossa conta',
    ],
  ],
  [
    'settings/clients',
    'client',
    [
      'register one more brand for our agency',
      'nuevo cliente para la agencia, créalo',
      'que colega da agência cuida desta marca',
    ],
  ],
  [
    'settings/members',
    'approve changes',
    [
      'give my cofounder the power to approve changes',
      'que la gerente pueda aprobar cambios por mí',
      'quero mais um aprovador',
    ],
  ],
  [
    'approvals?tab=rules',
    'guardrails',
    [
      'agents should always ask me before they change a budget',
      'que el agente no suba nada sin mi permiso de ahora en más',
      'crie um teto para o que os agentes mudam sozinhos',
    ],
  ],
  [
    'approvals?tab=rules',
    'second person',
    [
      'a code must be asked for approvals over 10000',
      'que aprueben dos personas distintas',
      'aumente o prazo para aprovar propostas',
    ],
  ],
  [
    'settings/organization',
    'currency',
    ['show us the reports in Canadian dollars', 'quiero los reportes en soles', 'passe os relatórios para euros'],
  ],
  [
    'settings/organization',
    'time zone',
    ['set the time zone to Bogota', 'cambiar el huso de la organización', 'o fuso da organização está errado'],
  ],
  [
    'settings/organization',
    'name, industry',
    ['the organization was renamed', 'pon los mensajes en inglés', 'corrija o nome da organização'],
  ],
  [
    'settings/organization',
    'second factor from all',
    [
      'everybody on the team must use 2FA',
      'que el segundo factor sea obligatorio para todos los miembros',
      'torne obrigatório o segundo fator para os membros',
    ],
  ],
  [
    'settings/organization',
    'end the organization',
    [
      'delete our organization and all of its data',
      'eliminar la organización con todo',
      'encerrar a organização de vez',
    ],
  ],
  [
    'settings/organization',
    'by email',
    [
      'I get a mail for each notification, make it stop',
      'no me manden más correos',
      'quero sair dos e-mails de notificação',
    ],
  ],
  [
    'webhooks',
    'secret',
    [
      'give the webhook another signing secret',
      'el secreto con que firman los webhooks se filtró',
      'renove o segredo do webhook',
    ],
  ],
  [
    'webhooks',
    'again',
    [
      'redeliver what our endpoint missed last night',
      'reenviar el evento fallido',
      'repita as entregas que falharam ontem',
    ],
  ],
  [
    'approvals?tab=history',
    'undo',
    [
      'revert that budget change, it was a mistake',
      'deshacer el cambio que hizo el agente',
      'reverta a pausa que foi aprovada',
    ],
  ],
  [
    '/account',
    'password',
    ['where do I change my password', 'cerrar mi sesión en otros equipos', 'perdi o segundo fator do meu login'],
  ],
  [
    'settings/audit',
    'each call',
    [
      'audit log of all API calls',
      'qué llamadas hizo cada llave, quiero la auditoría',
      'auditoria das chamadas da organização',
    ],
  ],
]

/** Near to a duty, and answered by a tool. */
const near_misses = [
  'list members',
  'who is on our team and with what role',
  'which guardrails do we have',
  'what may the agents do without approval',
  'show me the delivery log of the webhook',
  'why did yesterday’s event not arrive',
  'make a webhook for new orders',
  'change the address of the webhook',
  'what was changed last week and who approved it',
  'approve the budget change',
  'reject the pause that the agent proposes',
  'invite my accountant',
  'make Ana an admin',
  'cancel the invitation to bob@shop.example',
  'send alerts to Slack',
  'set quiet hours from 22 to 8',
  'warn me when sales fall',
  'connect Shopify',
  'disconnect TikTok',
  'sales in euros last month',
  'which campaigns waste money',
  'who are our best clients',
  'subject lines of the emails we sent',
  'qué límites tienen los agentes ahora',
  'saca a Luis del equipo',
  'borra la alerta de ventas',
  'muéstrame las propuestas pendientes',
  'qué avisos no leí',
  'cuánto vendimos en dólares',
  'convida a Marina para o time',
  'apague o webhook do ERP',
  'quais alertas temos',
  'histórico de mudanças dos agentes',
  'pausa a campanha de inverno',
]

const texts_in = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(texts_in)

suite('what only a person does', () => {
  test(`a new wording finds the duty for ${RIGHT_MIN} of the prompts, and each duty for one of three`, (context) => {
    let right = 0
    for (const [page, about, queries] of wordings) {
      const found = queries.filter((query) => {
        const duty = duty_of(query)
        const is_right = duty?.page === page && duty.about.includes(about)
        if (!is_right) context.diagnostic(`${query}: ${duty?.about ?? 'no duty'} (${about})`)
        return is_right
      })
      assert.ok(found.length > 0, about)
      right += found.length
    }
    const share = right / wordings.flatMap(([, , queries]) => queries).length
    context.diagnostic(`${share.toFixed(3)} of the wordings`)
    assert.ok(share >= RIGHT_MIN, `${share}`)
    assert.deepEqual(
      duties().filter(({ page, about }) => !wordings.some(([at, word]) => at === page && about.includes(word))),
      [],
      'a duty has no wordings here',
    )
  })

  test(`of the questions with words of a duty that a tool answers, at most ${NEAR_MISSES_MAX} find a duty`, (context) => {
    const wrong = near_misses.filter((query) => duty_of(query))
    for (const query of wrong) context.diagnostic(`${query}: ${duty_of(query)!.about}`)
    assert.ok(wrong.length <= NEAR_MISSES_MAX, `${wrong.length} of ${near_misses.length}`)
    for (const query of ['list members', 'which guardrails do we have', 'show me the delivery log of the webhook'])
      assert.ok(near_misses.includes(query) && !wrong.includes(query), query)
  })

  test(`at most ${FALSE_MAX} of all measured prompts of offered tools find a duty`, (context) => {
    const asked: { prompt: string; tools: string[] }[] = readdirSync(MEASURED).flatMap((file) =>
      JSON.parse(readFileSync(join(MEASURED, file), 'utf8')),
    )
    const answered = asked.filter(({ tools }) =>
      tools.some((name) => catalog.has(name) && !catalog.get(name)!.internal),
    )
    const wrong = answered.filter(({ prompt }) => duty_of(prompt))
    context.diagnostic(`${wrong.length} of ${answered.length}`)
    assert.ok(answered.length > 1500 && wrong.length <= FALSE_MAX * answered.length)
  })

  test('no wording and no prompt that measures the search is a question of a duty', () => {
    const plain = (text: string) => words_of(text).join(' ')
    const known = new Set(
      duties()
        .flatMap(({ asked, beside }) => [...Object.values(asked), beside])
        .flatMap((of) => Object.values(of).flat())
        .map(plain),
    )
    const texts = [MEASURED, join(import.meta.dirname, 'prompts')].flatMap((folder) =>
      readdirSync(folder).flatMap((file) => texts_in(JSON.parse(readFileSync(join(folder, file), 'utf8')))),
    )
    assert.ok(texts.length > 2500)
    for (const query of [...wordings.flatMap(([, , queries]) => queries), ...near_misses, ...texts])
      assert.ok(!known.has(plain(query)), query)
  })

  test('each duty has five questions in each language and four beside them, and those of a tool are about an internal one', () => {
    for (const { about, asked, beside } of duties()) {
      for (const language of ['en', 'es', 'pt'] as const) {
        assert.ok(Object.values(asked).flatMap((of) => of[language]).length >= 5, `${about} in ${language}`)
        assert.ok(beside[language].length >= 4, `beside ${about} in ${language}`)
      }
      for (const name of Object.keys(asked)) assert.ok(catalog.get(name)?.internal ?? true, name)
    }
  })

  test('the page of each duty is a route of the dashboard, and its tab is a tab of that page', () => {
    const text = (path: string) => readFileSync(join(DASHBOARD, path), 'utf8')
    const pages = globSync('areas/*/pages.ts', { cwd: DASHBOARD }).map(text).join()
    const paths = [...pages.matchAll(/path: '([^']*)'/g)].map(([, path]) => path)
    const others = [...text('shell/router.tsx').matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path)
    assert.ok(paths.length > 10 && others.length > 5)
    for (const { page } of duties()) {
      const [path, tab] = page.split('?tab=')
      assert.ok((page.startsWith('/') ? others : paths).includes(path), page)
      if (tab) assert.match(text(`areas/${path}/${path}.tsx`), new RegExp(`\\{ id: '${tab}',`), page)
    }
  })

  test('the sentence names the page of the organization, or that of the person', () => {
    const [of_person, of_org] = [true, false].map(
      (is_own) => duties().find(({ page }) => page.startsWith('/') === is_own)!,
    )
    assert.match(
      sentence_of(of_person!, 'acme'),
      /^Only a person can .+ on the dashboard at \/account\. No tool does this\.$/,
    )
    assert.match(sentence_of(of_org!, 'acme'), /on the dashboard at \/o\/acme\/[a-z/?=]+\. No tool/)
  })
})
