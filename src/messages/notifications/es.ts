// Notifications, in Spanish.
export const notifications_es = {
  'notification.several': '{count, plural, one {Una notificación} other {# notificaciones}}',
  'notification.more': '{count, plural, one {Hay una más en Tablero.} other {Hay # más en Tablero.}}',
  'notification.open': 'Abrir Tablero',
  'notification.reconnection.title': 'Hay que reconectar {connection}',
  'notification.reconnection.text':
    'La plataforma rechaza el acceso de Tablero, así que no llegan cifras nuevas. Conéctala de nuevo en la página de conexiones.',
  'notification.access_ends.title': 'El acceso a {connection} termina en {days, plural, one {un día} other {# días}}',
  'notification.access_ends.text': 'Conéctala de nuevo antes, en la página de conexiones. No se pierde ninguna cifra.',
  'notification.channel_off.chat.title': 'El chat ya no recibe notificaciones',
  'notification.channel_off.chat.text':
    'El chat responde que la dirección fue eliminada o ya no es válida, así que Tablero la desactivó. Crea una dirección nueva en el chat y ponla en los ajustes.',
  'notification.channel_off.messaging.title': 'El teléfono ya no recibe notificaciones',
  'notification.channel_off.messaging.text':
    'WhatsApp responde que no se puede llegar al número, así que Tablero lo desactivó. Vuelve a ponerlo en los ajustes.',
  'notification.webhook_off.title': 'El webhook {webhook} está desactivado',
  'notification.webhook_off.gone':
    'Su dirección respondió que ya no existe, así que Tablero no le envía nada. Revisa la dirección y vuelve a activar el webhook.',
  'notification.webhook_off.failing':
    'No se le pudo entregar nada durante cinco días, así que Tablero ya no le envía nada. Repara la dirección, vuelve a activar el webhook y reenvía los eventos que faltan.',
} as const satisfies Record<string, string>
