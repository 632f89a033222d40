// What previews of changes say to the person who decides, in Spanish.
export const actions_es = {
  'action.budget_shared': 'El presupuesto es compartido, así que el cambio vale también para {campaigns}.',
  'action.created_paused': 'Todo se crea en pausa. No se gasta nada hasta que alguien reanude la campaña.',
  'action.cannot_undo': 'Esto no se puede deshacer aquí. Borra en la plataforma lo que se creó.',
  'action.objective_ends': 'Desde el {date}, {platform} ya no crea campañas con este objetivo.',
} as const satisfies Record<string, string>
