// What a change of settings means for figures, in Spanish, and notifications.
import { notifications_es } from '#messages/notifications/es.ts'

export const settings_es = {
  ...notifications_es,
  'settings.currency_changed':
    'Los totales anteriores se convierten de nuevo, de {before} a {after}. Los informes que compartiste muestran otros importes. Las reglas de aprobación conservan su moneda: hasta que un administrador las vuelva a escribir, nada es automático y los límites de presupuesto rechazan cambios.',
  'settings.time_zone_changed':
    'Los días anteriores se cuentan de nuevo, en {after}. Los totales de un día pueden cambiar.',
} as const satisfies Record<string, string>
