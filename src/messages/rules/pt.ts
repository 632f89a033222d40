// What rules recommend, in Portuguese.
import type { rules_en } from '#messages/rules/en.ts'

export const rules_pt: Record<keyof typeof rules_en, string> = {
  'rule.roas_below_one.title': 'Pause {name} ou mude-a: custa mais do que traz',
  'rule.roas_below_one.text':
    'De {from} a {to} custou {spend} e a plataforma atribui a ela {revenue} de vendas. Considerando o acaso, seu ROAS é no máximo {most}.',
  'rule.campaign_without_conversions.title': '{name} gasta e não tem conversões',
  'rule.campaign_without_conversions.text':
    'De {from} a {to} custou {spend}. Outras campanhas da conta tiveram cerca de {expected} conversões pelo mesmo valor.',
  'rule.budget_lost.title': 'Aumente o orçamento de {name}: ela lucra, e o orçamento acaba cedo demais',
  'rule.budget_lost.text':
    'De {from} a {to} o orçamento tirou dela {lost} das impressões possíveis. De {valued_from} a {valued_to}, dias cujas vendas já chegaram, ela custou {spend}. Considerando o acaso, seu ROAS desses dias é no mínimo {least}.',
  'rule.pacing.title': '{name} não vai gastar seu orçamento',
  'rule.pacing.text': 'Termina em {end}. No ritmo da última semana, até lá terão sido gastos {spent} de {budget}.',
  'rule.creative_fatigue.title': 'Troque o criativo {name}: as pessoas já o viram demais',
  'rule.creative_fatigue.text':
    'De {from} a {to} sua taxa de cliques foi {fall} menor que na primeira semana, e um clique custou {rise} a mais.',
  'rule.search_terms.title': 'Exclua a busca {term}',
  'rule.search_terms.text':
    '{count, plural, one {De {from} a {to} ela levou # clique a {campaign}, custou {spend} e não vendeu nada.} other {De {from} a {to} ela levou # cliques a {campaign}, custou {spend} e não vendeu nada.}}',
  'rule.spend_without_sessions.title': 'Confira os links e as tags de {name}: seus cliques não chegam',
  'rule.spend_without_sessions.text':
    'De {from} a {to} houve {clicks} cliques nos anúncios por {spend}, e a análise web contou {sessions} sessões deles.',
  'rule.claims_beyond_sales.title':
    'Confira a medição de conversões: os anúncios atribuem a si mais do que as lojas venderam',
  'rule.claims_beyond_sales.text':
    'De {from} a {to} as plataformas de anúncios atribuem a si {claimed} de vendas. De {from} a {sold_to} todas as lojas e marketplaces venderam {revenue}.',
  'rule.carts_rising.title': 'Os clientes abandonam mais carrinhos do que antes',
  'rule.carts_rising.text':
    'De {from} a {to} foram abandonados {count} carrinhos, {now} de todos. Nas duas semanas anteriores foram {before}.',
  'rule.advertised_stock_out.title': 'Há anúncios que levam a {product}, que está esgotado',
  'rule.advertised_stock_out.text':
    '{count, plural, one {# anúncio ativo leva a ele, e custou {spend} de {from} a {to}.} other {# anúncios ativos levam a ele, e custaram {spend} de {from} a {to}.}}',
  'rule.slow_page.title': '{url} é lenta',
  'rule.slow_page.text': 'Um quarto dos seus visitantes ({device}) espera mais de {seconds} segundos pelo conteúdo.',
  'rule.unanswered_questions.title':
    '{count, plural, one {Responda # pergunta em {name}} other {Responda # perguntas em {name}}}',
  'rule.unanswered_questions.text': 'A mais antiga espera há {hours} horas.',
  'rule.unanswered_questions.days': 'A mais antiga espera há {days} dias.',
  'rule.sick_connection.title': '{name}: seus números não são confiáveis',
  'rule.drift.title': '{name}: as linhas não somam o total da plataforma',
  'rule.drift.text':
    '{count, plural, one {# dia entre {from} e {to} tem outra soma que a da plataforma, mesmo depois de lido de novo.} other {# dias entre {from} e {to} têm outra soma que a da plataforma, mesmo depois de lidos de novo.}}',
  'rule.dead_webhook.title': 'O webhook {name} não recebe nada',
  'rule.dead_webhook.failing': 'Todas as entregas do último dia falharam.',
  'rule.dead_webhook.off': 'O Tablero o desligou, porque seu endereço não aceitava entregas.',
  'rule.feed_errors.title':
    '{count, plural, one {# produto de {name} não é exibido} other {# produtos de {name} não são exibidos}}',
  'rule.feed_errors.text': 'A plataforma diz: {reason}. O feed tem {all} produtos.',
  'rule.mail_list_without_sending.title': 'Escreva aos assinantes de {name}',
  'rule.mail_list_without_sending.text': '{count} contatos estão há {days} dias sem uma campanha.',
  'recommendations.new.title': '{count} recomendações novas',
  'recommendations.new.text': '{others, plural, =0 {{titles}.} one {{titles} e mais #.} other {{titles} e mais #.}}',
  'quick_wins.campaign.title': '{name}: ROAS abaixo de 1',
  'quick_wins.campaign.text':
    'De {from} a {to} custou {spend} e a plataforma atribui a ela {revenue} de vendas. Ainda pode ser acaso.',
  'quick_wins.alert.title': 'Alerta {name} de {day}',
  'quick_wins.alert.text': '{metric} ultrapassou o limite desta regra em {day}, e ainda não voltou.',
  'quick_wins.carts.title': 'Lembre o carrinho aos clientes que o abandonaram',
  'quick_wins.carts.text':
    'De {from} a {to} foram abandonados {count} carrinhos no valor de {value}. {reachable} deles têm email ou telefone.',
  'quick_wins.carts.part': 'Os carrinhos dos dias anteriores não estão armazenados.',
  'quick_wins.none': 'Agora nada se destaca.',
  'quick_wins.no_source': 'Não se pode dizer nada, porque nenhuma plataforma está conectada. Conecte uma primeiro.',
  'quick_wins.unknown': 'Ainda não se pode dizer nada, porque nenhuma regra pôde avaliar números.',
  'quick_wins.summary':
    '{count, plural, one {# coisa se destaca: {first}.} other {# coisas se destacam. A primeira: {first}.}}',
  'recommendations.unevaluated':
    '{count, plural, one {Na execução de {time}, # regra não pôde ser avaliada, porque faltavam números ou eles não eram confiáveis: {sources}.} other {Na execução de {time}, # regras não puderam ser avaliadas, porque faltavam números ou eles não eram confiáveis: {sources}.}}',
  'recommendations.in_part':
    'Na execução de {time}, as regras deixaram de fora conexões, ou contas delas, cujos números faltavam ou não eram confiáveis: {sources}.',
  'recommendations.other_currency':
    '{count, plural, one {# recomendação ainda tem valores em {former}. Seu efeito é informado de novo depois da próxima execução da sua regra.} other {# recomendações ainda têm valores em {former}. Seus efeitos são informados de novo depois da próxima execução das suas regras.}}',
  'recommendations.more': '{rule} encontrou mais {count} com menos efeito.',
  'recommendations.never':
    'As regras ainda não foram executadas. Elas são executadas depois de uma sincronização e a cada manhã.',
  'report.recommendations':
    '{count, plural, =0 {Não há recomendações abertas.} one {Há # recomendação aberta.} other {Há # recomendações abertas.}}',
  'connections.disconnected':
    '{count, plural, =1 {# conexão está desconectada} other {# conexões estão desconectadas}}, sem outra da plataforma: {platforms}.',
  'connections.state':
    '{count, plural, =0 {Nenhuma plataforma está conectada.} one {# conexão, {bad, plural, =0 {e seus números são confiáveis.} other {e seus números não são confiáveis.}}} other {# conexões, das quais {bad} têm números que não são confiáveis.}}',
  'connections.noticed':
    '{count, plural, =1 {# conexão tem um aviso do que uma pessoa deve fazer} other {# conexões têm avisos do que uma pessoa deve fazer}}: {names}.',
  'connections.alerts':
    '{count, plural, =0 {Nenhum alerta está aberto.} one {# alerta está aberto.} other {# alertas estão abertos.}}',
  'connections.credits': 'Restam {balance} de {grant} créditos até {date}.',
}
