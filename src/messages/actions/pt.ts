// What previews of changes say to the person who decides, in Portuguese.
export const actions_pt = {
  'action.budget_shared': 'O orçamento é compartilhado, então a mudança vale também para {campaigns}.',
  'action.created_paused': 'Tudo é criado em pausa. Nada é gasto até que alguém retome a campanha.',
  'action.cannot_undo': 'Isto não pode ser desfeito aqui. Apague na plataforma o que foi criado.',
  'action.objective_ends': 'A partir de {date}, {platform} não cria mais campanhas com este objetivo.',
} as const satisfies Record<string, string>
