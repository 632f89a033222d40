// What previews of changes say to the person who decides, in Portuguese.
export const actions_pt = {
  'action.budget_shared': 'O orçamento é compartilhado, então a mudança vale também para {campaigns}.',
  'action.created_paused': 'Tudo é criado em pausa. Nada é gasto até que alguém retome a campanha.',
  'action.cannot_undo': 'Isto não pode ser desfeito aqui. Apague na plataforma o que foi criado.',
  'action.is_final': 'Isto não pode ser desfeito aqui.',
  'action.objective_ends': 'A partir de {date}, {platform} não cria mais campanhas com este objetivo.',
  'impact.history_short':
    'A campanha tem números de menos de 70 dias antes da ação, então nada mostra quanto ela varia.',
  'impact.nothing_before': 'A campanha teve muito pouco nas quatro semanas antes da ação para comparar.',
  'impact.no_others': 'Nenhuma outra campanha da conta tem números suficientes para comparar.',
  'impact.other_action': 'Outra ação mudou uma campanha da conta nos dias comparados.',
  'impact.unstated': 'A plataforma não informa as conversões de alguns dos dias comparados.',
} as const satisfies Record<string, string>
