// Notifications, in Spanish.
export const notifications_es = {
  'notification.several': '{count, plural, one {Una notificación} other {# notificaciones}}',
  'notification.more': '{count, plural, one {Hay una más en Tablero.} other {Hay # más en Tablero.}}',
  'notification.open': 'Abrir Tablero',
  'notification.reconnection.title': 'Hay que reconectar {connection}',
  'notification.reconnection.text':
    'La plataforma rechaza el acceso de Tablero, así que no llegan cifras nuevas. Conéctala de nuevo en la página de conexiones.',
  'notification.reconnection.changes':
    '{text} {count, plural, one {Un cambio propuesto la espera} other {# cambios propuestos la esperan}}, y el plazo para decidir sigue corriendo.',
  'notification.access_ends.title': 'El acceso a {connection} termina en {days, plural, one {un día} other {# días}}',
  'notification.access_ends.text': 'Conéctala de nuevo antes, en la página de conexiones. No se pierde ninguna cifra.',
  'notification.channel_off.chat.title': 'El chat ya no recibe notificaciones',
  'notification.channel_off.chat.text':
    'El chat responde que la dirección fue eliminada o ya no es válida, así que Tablero la desactivó. Crea una dirección nueva en el chat y ponla en los ajustes.',
  'notification.channel_off.messaging.title': 'El teléfono ya no recibe notificaciones',
  'notification.channel_off.messaging.text':
    'WhatsApp responde que no se puede llegar al número, así que Tablero lo desactivó. Vuelve a ponerlo en los ajustes.',
  'notification.action_pending.title': 'Un cambio espera una decisión: {target}',
  'notification.action_pending.text':
    'Alguien propuso un cambio en una plataforma: {changes}. Vence el {day} si nadie decide.',
  'notification.action_pending.again':
    'Un cambio propuesto se volvió a proponer y reemplaza la propuesta anterior: {changes}. Vence el {day} si nadie decide.',
  'changed.from_to': '{field} {before} → {after}',
  'changed.to': '{field}: {after}',
  'changed_field.daily_budget': 'presupuesto diario',
  'changed_field.status': 'estado',
  'changed_field.title': 'título',
  'changed_field.description': 'descripción',
  'changed_field.body': 'texto',
  'changed_field.answer': 'respuesta',
  'changed_field.handle': 'última parte de la dirección',
  'changed_field.name': 'nombre',
  'changed_field.objective': 'objetivo',
  'changed_field.published': 'publicada',
  'changed_state.active': 'activa',
  'changed_state.paused': 'en pausa',
  'changed_state.true': 'sí',
  'changed_state.false': 'no',
  'notification.action_automatic.title': 'Una regla aprobó un cambio: {target}',
  'notification.action_automatic.text': '{changes}. No se preguntó a nadie.',
  'notification.action_failed.title': 'Un cambio no se hizo: {target}',
  'notification.action_failed.text': '{reason}',
  'notification.action_differs.title': 'Un cambio se hizo de otra forma: {target}',
  'notification.action_differs.text':
    'La plataforma muestra otros valores que los aprobados: {shown}. Revísalo y deshazlo si no es correcto.',
  'notification.action_partly.title': 'Solo se hizo una parte de un cambio: {target}',
  'notification.action_expired.title': 'Un cambio terminó sin una decisión: {target}',
  'notification.action_expired.text':
    'Nadie decidió a tiempo: {changes}. No se envió nada. Vuelve a proponerlo si todavía lo quieres.',
  'notification.action_expired.disconnected':
    'Su conexión terminó antes de una decisión: {changes}. No se envió nada. Conecta la plataforma de nuevo y vuelve a proponerlo.',
  'notification.action_unknown.title': 'No se sabe si se hizo un cambio: {target}',
  'notification.action_unknown.text':
    'Se envió, y desde entonces no se puede leer la plataforma: {reason} Revisa en la cuenta {account} si muestra esto: {changes}. Tablero sigue leyendo y avisará cómo terminó el cambio.',
  'notification.action_executed.title': 'Un cambio se hizo: {target}',
  'notification.action_executed.text':
    'No se sabía cómo había terminado. La plataforma se puede leer de nuevo y lo muestra: {changes}.',
  'notification.action_left': '{text} Quedó en la plataforma: {left}.',
  'notification.webhook_off.title': 'Se desactivó el webhook {name}',
  'notification.webhook_off.text':
    'Sus entregas fallaron, así que Tablero ya no le envía nada. Corrige su dirección y actívalo de nuevo.',
} as const satisfies Record<string, string>
