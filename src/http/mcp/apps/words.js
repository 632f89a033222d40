// Texts of the pictures in the host's language: English, Spanish, Portuguese. Sentences of the answer stay as the engine wrote them.
import { product } from './product.js'

const languages = ['en', 'es', 'pt']
const texts = {
  tiles: ['Key figures', 'Cifras clave', 'Números principais'],
  lines: ['Performance', 'Rendimiento', 'Desempenho'],
  waterfall: ['What changed', 'Qué cambió', 'O que mudou'],
  loading: ['Waiting for the figures…', 'Esperando las cifras…', 'Aguardando os números…'],
  failed: ['The figures could not be read.', 'No se pudieron leer las cifras.', 'Não foi possível ler os números.'],
  cancelled: ['The call was cancelled.', 'La consulta se canceló.', 'A consulta foi cancelada.'],
  nothing: [
    'No data for these days. That is not a zero.',
    'No hay datos de estos días. Eso no es un cero.',
    'Não há dados destes dias. Isso não é um zero.',
  ],
  incomparable: [
    'One of the two periods has no data, so there is nothing to break down.',
    'Uno de los dos periodos no tiene datos, así que no hay nada que desglosar.',
    'Um dos dois períodos não tem dados, então não há o que detalhar.',
  ],
  not_known: ['no data', 'sin datos', 'sem dados'],
  compared: ['compared with', 'comparado con', 'comparado com'],
  partial: ['today is not over', 'hoy no ha terminado', 'hoje ainda não terminou'],
  before: ['before', 'antes', 'antes'],
  now: ['now', 'ahora', 'agora'],
  by_day: ['by day', 'por día', 'por dia'],
  can_change: ['Can still change after', 'Puede cambiar después del', 'Pode mudar depois de'],
  unsettled: ['can still change', 'puede cambiar', 'pode mudar'],
  sources: ['Sources', 'Fuentes', 'Fontes'],
  read: ['read', 'leído', 'lido'],
  more: ['more', 'más', 'mais'],
  notes: ['Notes', 'Notas', 'Notas'],
  campaigns: ['Campaigns', 'Campañas', 'Campanhas'],
  best: ['Best campaigns by ROAS', 'Mejores campañas por ROAS', 'Melhores campanhas por ROAS'],
  worst: ['Weakest campaigns by ROAS', 'Campañas más débiles por ROAS', 'Campanhas mais fracas por ROAS'],
  other: ['others', 'otras', 'outras'],
  rounding: ['Rounding', 'Redondeo', 'Arredondamento'],
  mix: ['mix', 'mezcla', 'mistura'],
  rate: ['performance', 'rendimiento', 'desempenho'],
  ok: ['up to date', 'al día', 'em dia'],
  empty_sync: ['brings no rows', 'no trae filas', 'não traz linhas'],
  stale: ['not read lately', 'sin lectura reciente', 'sem leitura recente'],
  error: ['reading fails', 'falla la lectura', 'falha na leitura'],
  needs_reconnection: ['must be connected again', 'hay que reconectar', 'é preciso reconectar'],
  never_synced: ['not read yet', 'aún sin leer', 'ainda não lido'],
}

/** All texts in the language of a locale, or in English when there is no translation. */
export function words_in(locale) {
  const at = Math.max(0, languages.indexOf(locale.slice(0, 2).toLowerCase()))
  return Object.fromEntries(Object.entries({ ...texts, ...product.words }).map(([name, all]) => [name, all[at]]))
}
