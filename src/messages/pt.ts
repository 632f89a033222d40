// The sentences and labels of `en.ts` in Brazilian Portuguese, in words that marketers use. A plural names 1 itself, because the
// Portuguese category `one` contains 0 too.
import { actions_pt } from '#messages/actions/pt.ts'
import { alerts_pt } from '#messages/alerts/pt.ts'
import { connecting_pt } from '#messages/connecting/pt.ts'
import { fields_pt } from '#messages/fields/pt.ts'
import type { Key } from '#messages/message.ts'
import { pictures_pt } from '#messages/pictures/pt.ts'
import { rules_pt } from '#messages/rules/pt.ts'
import { settings_pt } from '#messages/settings/pt.ts'
import { shop_actions_pt } from '#messages/shop_actions/pt.ts'
import { sources_pt } from '#messages/sources/pt.ts'
import { sums_pt } from '#messages/sums/pt.ts'

export const pt: Record<Key, string> = {
  // ---- partes de frases ----------------------------------------------------------------------------------------------------
  sentences: '{sentences}',
  sentence: '{text}.',
  quoted: '“{text}”',
  change: ' ({percent})',
  against_before: 'Em relação ao período anterior: {parts}.',
  in_period: 'Neste período: {parts}.',
  nothing_known: 'Nenhum número deste período é conhecido; veja as notas.',

  ...sources_pt,

  // ---- tipos de fontes -----------------------------------------------------------------------------------------------------
  'group.ads': 'plataformas de anúncios',
  'group.web': 'análise web',
  'group.seo': 'busca orgânica',
  'group.sales': 'loja ou marketplace',
  'group.store': 'loja',
  'group.carts': 'loja ou plataforma de e-mail',
  'group.email': 'plataforma de e-mail',
  'group.social': 'rede social',
  'group.metric_source': 'fonte {title}',
  'metric_source.store': 'Loja',
  'metric_source.social_ads': 'Anúncios em redes sociais',
  'metric_source.search_ads': 'Anúncios de busca',
  'metric_source.short_video_ads': 'Anúncios de vídeo curto',
  'metric_source.network_ads': 'Anúncios na rede profissional',
  'metric_source.micro_blog_ads': 'Anúncios em microblogs',
  'metric_source.marketplace_ads': 'Anúncios do marketplace B',
  'metric_source.web_analytics': 'Análise web',
  'metric_source.seo': 'Busca orgânica',
  'metric_source.social': 'Redes sociais orgânicas',
  'metric_source.email': 'E-mail',
  'metric_source.crm': 'CRM',
  'metric_source.marketplace_a': 'Marketplace A',
  'metric_source.marketplace_b': 'Marketplace B',
  'metric_source.product_feed': 'Feed de produtos',
  'metric_source.behavior': 'Análise de comportamento',

  // ---- notas sobre números -------------------------------------------------------------------------------------------------
  'rate.missing': '{amount} de {sum} ficam fora dos totais: não há taxa de câmbio para {currency} nessas datas.',
  'rate.missing_before':
    '{amount} de {sum} do período anterior ficam fora dos totais: não há taxa de câmbio para {currency} nessas datas.',
  'rate.missing_year_before':
    '{amount} de {sum} de um ano antes ficam fora dos totais: não há taxa de câmbio para {currency} nessas datas.',
  'rate.filled': 'Dias sem taxa de câmbio publicada usam a última anterior: {currencies}.',
  'rate.filled_days': '{currency} ({count, plural, =1 {# dia} other {# dias}})',
  'web.inexact': 'Alguns números não são exatos: {reasons}.',
  'web.sampled': 'com amostragem ({count, plural, =1 {# linha} other {# linhas}})',
  'web.thresholded':
    'com limites mínimos, ou seja, sem os números pequenos para proteger as pessoas ({count, plural, =1 {# linha} other {# linhas}})',
  'web.other_row': 'com valores raros agrupados como (other) ({count, plural, =1 {# linha} other {# linhas}})',
  'web.truncated': 'só com as primeiras linhas ({count, plural, =1 {# linha} other {# linhas}})',
  'web.other_hours': 'contados em 24 horas que não são as do dia ({count, plural, =1 {# linha} other {# linhas}})',
  'people.not_added_up':
    '{metric} não pode ser somada, porque a mesma pessoa pode estar em várias linhas. Agrupe por {dimensions}.',
  'group.part':
    '{unit, select, week {A semana} other {O mês}} de {first} tem só os dias de {from} a {to}. Não pode ser comparado com {unit, select, week {uma completa} other {um completo}}.',
  'filter.no_row': 'Nenhuma linha destes dias tem {value} em “{dimension}”.',
  'filter.no_part': 'Nenhuma linha destes dias contém {value} em “{dimension}”.',
  'filter.no_row_nearest': 'Nenhuma linha destes dias tem {value} em “{dimension}”. Valores mais parecidos: {nearest}.',
  'customers.returning':
    'returning_customers conta pedidos de clientes que já tinham comprado: conta cada pedido, por isso não é um número de pessoas.',
  'webhooks.not_public':
    'BASE_URL não é um endereço https público, por isso as plataformas não conseguem enviar webhooks.',
  'webhooks.no_secret': 'O Tablero não conhece o segredo do aplicativo, então não poderia verificar os webhooks.',
  'date_to.unused': 'date_to não foi usado, porque só vale junto com date_from.',

  // ---- resumos -------------------------------------------------------------------------------------------------------------
  'kpi.ad_spend': 'gasto em anúncios {amount}{change}',
  'kpi.store_revenue': 'receita de lojas e marketplaces {amount}{change}',
  'kpi.store_roas': 'ROAS da loja {ratio}{change}',
  'kpi.up_to': '{part} até {date}',
  'kpi.divided_days': '{ratios} {count, plural, =1 {divide somas} other {dividem somas}} de {from} a {to}.',
  'kpi.sessions': '{count, plural, =1 {# sessão} other {# sessões}}{change}',
  'channel.spent': '{platform} gastou {amount}{change}',
  'channel.spent_roas': '{platform} gastou {amount}{change}, ROAS {roas}{roas_change}',
  'campaign.best': 'Melhor campanha: {name} (ROAS {roas}).',
  'campaign.worst': 'A pior: {name} (ROAS {roas}).',
  'email.none': 'Nenhuma campanha de e-mail foi enviada neste período.',
  'email.none_known': 'Não consta que alguma campanha de e-mail tenha sido enviada neste período.',
  'email.sent': '{count, plural, =1 {# campanha enviada} other {# campanhas enviadas}}',
  'email.sent_clicked':
    '{count, plural, =1 {# campanha enviada} other {# campanhas enviadas}} com taxa de cliques de {rate}{change}',
  'email.best': 'A melhor: {name} ({rate}).',
  'seo.clicks': '{count, plural, =1 {# clique} other {# cliques}} da busca orgânica{change}',
  'seo.position': 'posição média {position}',
  'seo.best': 'a consulta {query} foi a que mais trouxe, com {count, plural, =1 {# clique} other {# cliques}}',
  'store.orders': '{count, plural, =1 {# pedido} other {# pedidos}} no valor de {amount}{change}',
  'store.best': '{product} foi o mais vendido',
  'store.carts': 'há {amount} em carrinhos abandonados',
  'diagnosis.metric':
    '{metric}: {metric, select, roas {o que as plataformas de anúncios atribuem a si, dividido pelo custo dos anúncios} revenue {vendas que as plataformas de anúncios atribuem a si; as de várias plataformas se sobrepõem} spend {o custo dos anúncios} other {pedidos de lojas e marketplaces antes de reembolsos}}',
  'diagnosis.unknown':
    'Não se conhece {metric, select, roas {a mudança do ROAS} revenue {a mudança da receita atribuída} spend {a mudança do gasto em anúncios} other {a mudança da receita da loja}}: os números dos períodos não podem ser comparados; veja as notas.',
  'diagnosis.same':
    '{metric, select, roas {O ROAS não mudou} revenue {A receita atribuída não mudou} spend {O gasto em anúncios não mudou} other {A receita da loja não mudou}}: {current} nos dois períodos.',
  'diagnosis.rose':
    '{metric, select, roas {O ROAS subiu} revenue {A receita atribuída subiu} spend {O gasto em anúncios subiu} other {A receita da loja subiu}} de {previous} para {current}{change}.',
  'diagnosis.fell':
    '{metric, select, roas {O ROAS caiu} revenue {A receita atribuída caiu} spend {O gasto em anúncios caiu} other {A receita da loja caiu}} de {previous} para {current}{change}.',
  'diagnosis.leading': 'O que mais pesou: {effects}.',
  'diagnosis.until':
    'Os números são conhecidos até {date}, por isso se compara a mesma quantidade de dias dos dois períodos.',
  'diagnosis.effect': '{campaign} ({channel}) {effect}',
  'diagnosis.direct': 'direto ou desconhecido',
  'diagnosis.no_campaign': 'sem campanha',
  'diagnosis.other_channels': 'outros canais',

  // ---- conexões ------------------------------------------------------------------------------------------------------------
  'health.ok': 'Sincroniza e traz linhas.',
  'health.suspect':
    'As linhas guardadas podem estar incompletas ou erradas: em uma leitura faltaram linhas ou vieram várias para uma, ou o total da plataforma é diferente.',
  'health.empty_sync': 'Sincroniza sem erros, mas não traz linhas; um zero pode significar dados ausentes.',
  'health.stale': 'Está há mais de um dia sem sincronizar; os números podem ser antigos.',
  'health.error': 'A última sincronização falhou; os números são os de antes dela.',
  'health.needs_reconnection': 'A plataforma não aceita mais o acesso; uma pessoa precisa conectá-la de novo.',
  'health.never_synced': 'Nenhuma sincronização terminou ainda, por isso não há números.',
  'health.account_lost':
    'Uma conta que era lida não é mais lida e falta nos números dos dias seguintes; ela está em list_connections_detail.',
  'health.denied':
    'A plataforma não dá acesso a uma conta ou a um tipo de dados, que falta nos números; o que foi lido não está em dúvida. list_connections_detail diz qual e por quê. Dê a permissão que falta na plataforma, ou conecte de novo.',
  'health.refused':
    'A plataforma não dá acesso a nenhuma conta, por isso nada novo é lido; list_connections_detail tem os motivos. Dê a permissão que falta na plataforma, ou conecte de novo.',
  'sync.unreadable': 'valores que não puderam ser lidos: {count}, em inglês “{what}”',
  'listing.frozen': 'Um anúncio com o status {status} não pode ser alterado.',
  'listing.has_sales': 'O título não pode mais ser alterado, porque o anúncio tem vendas.',
  'listing.title_is_written': 'O marketplace A escreve o título deste anúncio, por isso ele não pode ser alterado.',
  'listing.title_unknown':
    'Não se sabe se o título pode ser alterado. Uma venda impede isso, e o marketplace A escreve alguns títulos.',
  'connect.missing': 'Abra o link para conectar {platform}.',
  'connect.needs_reconnection': 'Abra o link para conectar {platform} de novo; o acesso não é mais aceito.',
  'connect.connected': 'Já há uma conta de {platform} conectada; abra o link para conectar outra.',
  ...actions_pt,
  ...alerts_pt,
  ...rules_pt,
  ...connecting_pt,
  ...fields_pt,
  ...settings_pt,
  ...shop_actions_pt,
  ...sums_pt,
  'platform.gx_ads': 'anúncios de busca',
  'platform.mx_ads': 'anúncios em redes sociais',
  'platform.gx_analytics': 'análise web',
  'platform.seo_console': 'busca orgânica',
  'platform.sx': 'plataforma de loja A',
  'platform.tnx': 'plataforma de loja B',
  'platform.mpa': 'marketplace A',
  'platform.email_a': 'plataforma de e-mail A',
  'platform.social_a': 'rede social orgânica A',
  'platform.mpb_sp': 'marketplace B',
  'platform.mpb_ads': 'anúncios do marketplace B',
  'platform.net_c': 'rede profissional',
  'platform.net_c_ads': 'anúncios na rede profissional',
  'platform.tx_ads': 'anúncios de vídeo curto',
  'platform.store_c': 'plataforma de loja C',
  'platform.heat_a': 'análise de comportamento',
  'platform.email_b': 'plataforma de e-mail B',
  'platform.email_c': 'plataforma de e-mail C',
  'platform.net_d_ads': 'anúncios em microblogs',
  'platform.merchant_feed': 'feed de produtos',

  // ---- nomes dos números ---------------------------------------------------------------------------------------------------
  'label.ad_spend': 'Gasto em anúncios',
  'label.store_revenue': 'Receita da loja',
  'label.refunds': 'Reembolsos',
  'label.store_revenue_net': 'Receita líquida da loja',
  'label.orders': 'Pedidos',
  'label.blended_ad_roas': 'ROAS combinado dos anúncios',
  'label.store_roas': 'ROAS da loja',
  'label.mer': 'MER',
  'label.new_customers': 'Clientes novos',
  'label.returning_customers': 'Pedidos de clientes recorrentes',
  'label.new_customer_revenue': 'Receita de clientes novos',
  'label.returning_customer_revenue': 'Receita de clientes recorrentes',
  'label.cac': 'CAC',
  'label.sessions': 'Sessões',
  'label.seo_clicks': 'Cliques da busca orgânica',
  'label.spend': 'Gasto',
  'label.revenue': 'Receita atribuída',
  'label.roas': 'ROAS',

  ...pictures_pt,
}
