// What previews of changes say to the person who decides, in Spanish.
export const actions_es = {
  'action.budget_shared': 'El presupuesto es compartido, así que el cambio vale también para {campaigns}.',
  'action.created_paused': 'Todo se crea en pausa. No se gasta nada hasta que alguien reanude la campaña.',
  'action.cannot_undo': 'Esto no se puede deshacer aquí. Borra en la plataforma lo que se creó.',
  'action.is_final': 'Esto no se puede deshacer aquí.',
  'action.was_rejected':
    'Una persona rechazó un cambio así el {at}, así que ninguna regla aprueba uno antes del {until}.',
  'action.objective_ends': 'Desde el {date}, {platform} ya no crea campañas con este objetivo.',
  'action.to_check':
    'Revisa en la cuenta {account} si muestra esto: {changes}. Si es así, el cambio se hizo. Tablero la lee cada hora y dirá cómo terminó cuando la plataforma, u otra conexión de esta cuenta, lo muestre. Antes no se puede aprobar otro cambio de lo mismo.',
  'action.resume_spends': 'Reanudarla puede gastar {amount} al día.',
  'action.resume_shares':
    'Reanudarla puede gastar de un presupuesto de {amount} al día que comparte con {campaigns}. Su propia parte no se conoce.',
  'action.resume_groups':
    'Reanudarla puede gastar {amount} al día, la suma de los presupuestos diarios de sus grupos: {budgets}. No se cuentan los grupos sin presupuesto diario.',
  'action.group_budget': '{group} {amount}',
  'action.resume_unknown':
    'No se conoce lo que puede gastar al día si se reanuda: no tiene un presupuesto diario que la plataforma muestre.',
  'guardrail.unknown_kind': 'No existe ese tipo de cambio, así que la regla no decide sobre nada. Termínala.',
  'guardrail.no_limits':
    'La regla no limita ni un cambio ni un día, así que no aprueba nada que gaste dinero. Escríbela de nuevo con ambos límites.',
  'impact.history_short':
    'La campaña tiene cifras de menos de 70 días antes de la acción, así que nada muestra cuánto varía.',
  'impact.nothing_before': 'La campaña tuvo muy poco en las cuatro semanas antes de la acción para comparar.',
  'impact.no_others': 'Ninguna otra campaña de la cuenta tiene cifras suficientes para comparar.',
  'impact.other_action': 'Otra acción cambió una campaña de la cuenta en los días comparados.',
  'impact.unstated': 'La plataforma no indica las conversiones de algunos de los días comparados.',
} as const satisfies Record<string, string>
