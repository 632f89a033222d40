// What previews of changes say to the person who decides, in Portuguese.
export const actions_pt = {
  'action.budget_shared': 'O orçamento é compartilhado, então a mudança vale também para {campaigns}.',
  'action.created_paused': 'Tudo é criado em pausa. Nada é gasto até que alguém retome a campanha.',
  'action.cannot_undo': 'Isto não pode ser desfeito aqui. Apague na plataforma o que foi criado.',
  'action.is_final': 'Isto não pode ser desfeito aqui.',
  'action.was_rejected':
    'Uma pessoa rejeitou uma mudança assim em {at}, então nenhuma regra aprova uma antes de {until}.',
  'action.objective_ends': 'A partir de {date}, {platform} não cria mais campanhas com este objetivo.',
  'action.to_check':
    'Confira na conta {account} se ela mostra isto: {changes}. Se mostrar, a mudança foi feita. O Tablero a lê a cada hora e dirá como terminou quando a plataforma, ou outra conexão desta conta, mostrar isso. Antes, nenhuma outra mudança da mesma coisa pode ser aprovada.',
  'action.resume_spends': 'Retomá-la pode gastar {amount} por dia.',
  'action.resume_shares':
    'Retomá-la pode gastar de um orçamento de {amount} por dia que ela compartilha com {campaigns}. A parte dela não é conhecida.',
  'action.resume_groups':
    'Retomá-la pode gastar {amount} por dia, a soma dos orçamentos diários dos seus grupos: {budgets}. Grupos sem orçamento diário não são contados.',
  'action.group_budget': '{group} {amount}',
  'action.resume_unknown':
    'Não se sabe quanto ela pode gastar por dia se for retomada: não tem um orçamento diário que a plataforma mostre.',
  'guardrail.unknown_kind': 'Esse tipo de mudança não existe, então a regra não decide sobre nada. Encerre-a.',
  'guardrail.no_limits':
    'A regra não limita nem uma mudança nem um dia, então não aprova nada que gaste dinheiro. Escreva-a de novo com os dois limites.',
  'impact.history_short':
    'A campanha tem números de menos de 70 dias antes da ação, então nada mostra quanto ela varia.',
  'impact.nothing_before': 'A campanha teve muito pouco nas quatro semanas antes da ação para comparar.',
  'impact.no_others': 'Nenhuma outra campanha da conta tem números suficientes para comparar.',
  'impact.other_action': 'Outra ação mudou uma campanha da conta nos dias comparados.',
  'impact.unstated': 'A plataforma não informa as conversões de alguns dos dias comparados.',
} as const satisfies Record<string, string>
