// What a change of settings means for figures, in Portuguese, and notifications.
import { notifications_pt } from '#messages/notifications/pt.ts'

export const settings_pt = {
  ...notifications_pt,
  'settings.currency_changed':
    'Os totais anteriores são convertidos de novo, de {before} para {after}. Os relatórios que você compartilhou mostram outros valores. As regras de aprovação mantêm a moeda: até que um administrador as escreva de novo, nada é automático e os limites de orçamento recusam mudanças.',
  'settings.time_zone_changed': 'Os dias anteriores são contados de novo, em {after}. Os totais de um dia podem mudar.',
} as const satisfies Record<string, string>
