// What alerts say, in Spanish.
import type { alerts_en } from './en.ts'

export const alerts_es = {
  'alert_name.above': '{source}: {metric} por encima de {threshold}',
  'alert_name.below': '{source}: {metric} por debajo de {threshold}',
  'alert_name.increase_percent': '{source}: {metric} sube {threshold}',
  'alert_name.decrease_percent': '{source}: {metric} baja {threshold}',
  'alert_name.change_percent': '{source}: {metric} cambia {threshold}',
  'alert_name.anomaly': '{source}: {metric} se aparta de su historial',
  'alert.fired.title': '{name}: {value} el {day}',
  'alert.fired.above': '{metric} fue {value} el {day}, por encima de {expected}.',
  'alert.fired.above_today':
    '{metric} es {value} hoy, {day}, antes de que termine el día. Está por encima de {expected}.',
  'alert.fired.below': '{metric} fue {value} el {day}, por debajo de {expected}.',
  'alert.fired.change': '{metric} fue {value} el {day}: {percent} frente a {expected}.',
  'alert.fired.anomaly': '{metric} fue {value} el {day}. Su propio historial hacía esperar cerca de {expected}.',
  'alert.source': 'Fuente: {sources}.',
  'alert.settled': 'Las cifras de este día son definitivas.',
  'alert.unsettled': 'La plataforma todavía puede cambiar las cifras de este día.',
  'alert.driver': 'Lo que más cambió es {name}: {after}, después de {before} el {day}.',
  'alert.resolved.title': '{name}: otra vez dentro del umbral',
  'alert.resolved.text': '{metric} fue {value} el {day}.',
  'alert.withdrawn.title': '{name}: alerta del {day} retirada',
  'alert.withdrawn.text': 'Las cifras del {day} se corrigieron. {metric} fue {value}, que no supera el umbral.',
  'alert.no_data.title': '{source}: las alertas no tienen cifras fiables',
  'alert.no_data.text':
    '{reason} Las alertas sobre estas cifras conservan su estado hasta que vuelvan a llegar cifras.',
  'no_data.absent': '{source} no está conectado.',
  'no_data.currency':
    'El umbral es un importe en {currency}, que ya no es la moneda de los informes. Define el umbral de nuevo.',
  'no_data.needs_reconnection': '{source} rechaza el acceso. Vuelve a conectarlo.',
  'no_data.error': 'La última sincronización de {source} falló.',
  'no_data.stale': '{source} no se sincroniza desde hace más de un día.',
  'no_data.never_synced': '{source} todavía no se ha sincronizado.',
  'no_data.empty_sync': '{source} se sincroniza sin errores y no trae filas.',
  'no_data.suspect': '{source} puede haber perdido filas.',
  'alert.flapping.title': '{name}: se abre una y otra vez',
  'alert.flapping.text':
    '{count} alertas en {days} días. Desde ahora hay una línea al día. Ayuda un umbral más alto o comparar con el mismo día de la semana.',
  'alert.flapping_day.title': '{name}: {count} alertas en {days} días',
  'alert.flapping_day.text': '{metric} fue {value} el {day}.',
  'alert.flapping_day.unknown': '{metric} del {day} no se conoce.',
  'alert.unchecked':
    'Ningún día de los últimos {days} tiene cifras para esta regla, así que no se sabe con qué frecuencia avisaría. Conecta la fuente o espera su primera sincronización.',
  'channel_off.chat':
    'No hay un chat configurado o está desactivado, así que las alertas de esta regla no llegan ahí. Configura su dirección.',
  'channel_off.messaging':
    'No hay un teléfono confirmado o está desactivado, así que las alertas de esta regla no llegan ahí. Configura su número y confírmalo.',
  'channel_off.email':
    'Los correos de notificaciones están desactivados, así que las alertas de esta regla no llegan ahí. Un administrador los activa.',
  'alert.fires_often':
    'Con las cifras de los últimos {days} días, esta regla habría abierto {count} alertas. Las alertas frecuentes no se leen. Ayuda un umbral más alto o comparar con el mismo día de la semana.',
} satisfies Record<keyof typeof alerts_en, string>
