// Notifications, in Portuguese.
export const notifications_pt = {
  'notification.several': '{count, plural, one {Uma notificação} other {# notificações}}',
  'notification.more': '{count, plural, one {Há mais uma no Tablero.} other {Há mais # no Tablero.}}',
  'notification.open': 'Abrir o Tablero',
  'notification.reconnection.title': 'É preciso reconectar {connection}',
  'notification.reconnection.text':
    'A plataforma recusa o acesso do Tablero, por isso não chegam números novos. Conecte de novo na página de conexões.',
  'notification.reconnection.changes':
    '{text} {count, plural, one {Uma mudança proposta espera} other {# mudanças propostas esperam}} por ela, e o prazo para decidir continua correndo.',
  'notification.access_ends.title': 'O acesso a {connection} termina em {days, plural, one {um dia} other {# dias}}',
  'notification.access_ends.text': 'Conecte de novo antes disso, na página de conexões. Nenhum número se perde.',
  'notification.channel_off.chat.title': 'O chat não recebe mais notificações',
  'notification.channel_off.chat.text':
    'O chat responde que o endereço foi apagado ou não é mais válido, por isso o Tablero o desativou. Crie um endereço novo no chat e coloque-o nas configurações.',
  'notification.channel_off.messaging.title': 'O telefone não recebe mais notificações',
  'notification.channel_off.messaging.text':
    'O WhatsApp responde que não consegue chegar ao número, por isso o Tablero o desativou. Coloque-o de novo nas configurações.',
  'notification.action_pending.title': 'Uma mudança espera uma decisão: {target}',
  'notification.action_pending.text':
    'Alguém propôs uma mudança em uma plataforma: {changes}. Ela vence em {day} sem uma decisão.',
  'notification.action_pending.again':
    'Uma mudança proposta foi proposta de novo e substitui a proposta anterior: {changes}. Ela vence em {day} sem uma decisão.',
  'changed.from_to': '{field} {before} → {after}',
  'changed.to': '{field}: {after}',
  'changed_field.daily_budget': 'orçamento diário',
  'changed_field.status': 'status',
  'changed_field.title': 'título',
  'changed_field.description': 'descrição',
  'changed_field.body': 'texto',
  'changed_field.answer': 'resposta',
  'changed_field.handle': 'última parte do endereço',
  'changed_field.name': 'nome',
  'changed_field.objective': 'objetivo',
  'changed_field.published': 'publicada',
  'changed_state.active': 'ativa',
  'changed_state.paused': 'pausada',
  'changed_state.true': 'sim',
  'changed_state.false': 'não',
  'notification.action_automatic.title': 'Uma regra aprovou uma mudança: {target}',
  'notification.action_automatic.text': '{changes}. Ninguém foi consultado.',
  'notification.action_failed.title': 'Uma mudança não foi feita: {target}',
  'notification.action_failed.text': '{reason}',
  'notification.action_differs.title': 'Uma mudança foi feita de outra forma: {target}',
  'notification.action_differs.text':
    'A plataforma mostra outros valores que os aprovados: {shown}. Confira e desfaça se não estiver certo.',
  'notification.action_partly.title': 'Só uma parte de uma mudança foi feita: {target}',
  'notification.action_expired.title': 'Uma mudança terminou sem uma decisão: {target}',
  'notification.action_expired.text':
    'Ninguém decidiu a tempo: {changes}. Nada foi enviado. Proponha de novo se você ainda a quiser.',
  'notification.action_expired.disconnected':
    'A conexão dela terminou antes de uma decisão: {changes}. Nada foi enviado. Conecte a plataforma de novo e depois proponha de novo.',
  'notification.action_unknown.title': 'Não se sabe se uma mudança foi feita: {target}',
  'notification.action_unknown.text':
    'Ela foi enviada, e desde então a plataforma não pode ser lida: {reason} Confira na conta {account} se ela mostra isto: {changes}. O Tablero continua lendo e avisará como a mudança terminou.',
  'notification.action_executed.title': 'Uma mudança foi feita: {target}',
  'notification.action_executed.text':
    'Não se sabia como ela tinha terminado. A plataforma pode ser lida de novo e a mostra: {changes}.',
  'notification.action_left': '{text} Ficou na plataforma: {left}.',
  'notification.webhook_off.title': 'O webhook {name} foi desativado',
  'notification.webhook_off.text':
    'As entregas falharam, então o Tablero não envia mais nada. Corrija o endereço e ative-o de novo.',
} as const satisfies Record<string, string>
