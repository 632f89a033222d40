// What previews of changes say to the person who decides, in Spanish.
export const actions_es = {
  'action.budget_shared': 'El presupuesto es compartido, así que el cambio vale también para {campaigns}.',
  'action.created_paused': 'Todo se crea en pausa. No se gasta nada hasta que alguien reanude la campaña.',
  'action.cannot_undo': 'Esto no se puede deshacer aquí. Borra en la plataforma lo que se creó.',
  'action.is_final': 'Esto no se puede deshacer aquí.',
  'action.objective_ends': 'Desde el {date}, {platform} ya no crea campañas con este objetivo.',
  'impact.history_short':
    'La campaña tiene cifras de menos de 70 días antes de la acción, así que nada muestra cuánto varía.',
  'impact.nothing_before': 'La campaña tuvo muy poco en las cuatro semanas antes de la acción para comparar.',
  'impact.no_others': 'Ninguna otra campaña de la cuenta tiene cifras suficientes para comparar.',
  'impact.other_action': 'Otra acción cambió una campaña de la cuenta en los días comparados.',
  'impact.unstated': 'La plataforma no indica las conversiones de algunos de los días comparados.',
} as const satisfies Record<string, string>
