// What alerts say, in Portuguese.
import type { alerts_en } from './en.ts'

export const alerts_pt = {
  'alert_name.above': '{source}: {metric} acima de {threshold}',
  'alert_name.below': '{source}: {metric} abaixo de {threshold}',
  'alert_name.increase_percent': '{source}: {metric} sobe {threshold}',
  'alert_name.decrease_percent': '{source}: {metric} cai {threshold}',
  'alert_name.change_percent': '{source}: {metric} muda {threshold}',
  'alert_name.anomaly': '{source}: {metric} foge do seu histórico',
  'alert.fired.title': '{name}: {value} em {day}',
  'alert.fired.above': '{metric} foi {value} em {day}, acima de {expected}.',
  'alert.fired.above_today': '{metric} é {value} hoje, {day}, antes do fim do dia. Está acima de {expected}.',
  'alert.fired.below': '{metric} foi {value} em {day}, abaixo de {expected}.',
  'alert.fired.change': '{metric} foi {value} em {day}: {percent} em relação a {expected}.',
  'alert.fired.anomaly': '{metric} foi {value} em {day}. O próprio histórico fazia esperar cerca de {expected}.',
  'alert.source': 'Fonte: {sources}.',
  'alert.settled': 'Os números deste dia são definitivos.',
  'alert.unsettled': 'A plataforma ainda pode mudar os números deste dia.',
  'alert.driver': 'O que mais mudou foi {name}: {after}, depois de {before} em {day}.',
  'alert.resolved.title': '{name}: dentro do limite outra vez',
  'alert.resolved.text': '{metric} foi {value} em {day}.',
  'alert.withdrawn.title': '{name}: alerta de {day} retirado',
  'alert.withdrawn.text': 'Os números de {day} foram corrigidos. {metric} foi {value}, que não ultrapassa o limite.',
  'alert.no_data.title': '{source}: os alertas não têm números confiáveis',
  'alert.no_data.text': '{reason} Os alertas sobre estes números mantêm o estado até que os números voltem a chegar.',
  'no_data.absent': '{source} não está conectado.',
  'no_data.currency':
    'O limite é um valor em {currency}, que não é mais a moeda dos relatórios. Defina o limite de novo.',
  'no_data.needs_reconnection': '{source} recusa o acesso. Conecte de novo.',
  'no_data.error': 'A última sincronização de {source} falhou.',
  'no_data.stale': '{source} não é sincronizado há mais de um dia.',
  'no_data.never_synced': '{source} ainda não foi sincronizado.',
  'no_data.empty_sync': '{source} sincroniza sem erros e não traz linhas.',
  'no_data.suspect': '{source} pode ter perdido linhas.',
  'alert.flapping.title': '{name}: abre repetidamente',
  'alert.flapping.text':
    '{count} alertas em {days} dias. A partir de agora há uma linha por dia. Um limite mais alto ou comparar com o mesmo dia da semana ajuda.',
  'alert.flapping_day.title': '{name}: {count} alertas em {days} dias',
  'alert.flapping_day.text': '{metric} foi {value} em {day}.',
  'alert.flapping_day.unknown': '{metric} de {day} não é conhecido.',
  'alert.unchecked':
    'Nenhum dos últimos {days} dias tem números para esta regra, então não se sabe com que frequência ela alertaria. Conecte a fonte ou espere a primeira sincronização.',
  'channel_off.chat':
    'Nenhum chat está configurado ou ele está desativado, então os alertas desta regra não chegam lá. Configure o endereço.',
  'channel_off.messaging':
    'Nenhum telefone está confirmado ou ele está desativado, então os alertas desta regra não chegam lá. Configure o número e confirme-o.',
  'channel_off.email':
    'O envio de notificações por email está desativado, então os alertas desta regra não chegam lá. Um administrador o ativa.',
  'alert.fires_often':
    'Com os números dos últimos {days} dias, esta regra teria aberto {count} alertas. Alertas frequentes não são lidos. Um limite mais alto ou comparar com o mesmo dia da semana ajuda.',
} satisfies Record<keyof typeof alerts_en, string>
