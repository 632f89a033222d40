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

  // ---- notas sobre fontes --------------------------------------------------------------------------------------------------
  'source.account_lost':
    '{source} não lê mais a conta {account}, que falta nos números desde {date}. Motivo em inglês: “{reason}”',
  'source.disconnected':
    'A conexão {source} está desconectada e seus números ficam de fora; conecte-a de novo para vê-los.',
  'source.duplicate':
    '{source} inclui contas que {other} também inclui, então elas são contadas uma só vez; desconecte uma das duas.',
  'source.shared':
    '{count, plural, =1 {Uma conta de {source} também está em {other} e é contada lá.} other {# contas de {source} também estão em {other} e são contadas lá.}}',
  'source.former_settings':
    'As configurações de {source} mudaram. Seus registros anteriores a {date} contam pelas anteriores até serem lidos de novo.',
  'source.lost': '{source} pode ter perdido linhas. Motivo em inglês: “{reason}”',
  'source.emptied':
    '{source} não informa mais as linhas de {date}{earlier, plural, =0 {} =1 { nem as de 1 dia anterior} other { nem as de # dias anteriores}} que já tinha informado, por isso contam como zero.',
  'source.hole':
    '{source} não deu nenhuma linha de {date}{earlier, plural, =0 {} =1 { nem de 1 dia anterior} other { nem de # dias anteriores}}, ao lado de dias com muitas. Os números com um dia assim não são conhecidos; ele é lido de novo.',
  'source.hole_confirmed':
    '{source} não deu nenhuma linha de {date}{earlier, plural, =0 {} =1 { nem de 1 dia anterior} other { nem de # dias anteriores}}, ao lado de dias com muitas, e leituras posteriores ou o seu próprio total também não têm nenhuma, por isso conta como zero.',
  'source.unfinished': '{source} ainda não terminou a primeira sincronização, por isso não tem números.',
  'source.empty':
    '{source} sincroniza sem erros, mas ainda não trouxe nenhuma linha; um zero aqui significa dados ausentes.',
  'source.empty_since':
    '{source} sincroniza sem erros, mas não traz linhas desde {date}; um zero aqui significa dados ausentes.',
  'source.stale': '{source} está há algum tempo sem sincronizar.',
  'source.error': '{source} não consegue sincronizar.',
  'source.error_because': '{source} não consegue sincronizar. Motivo em inglês: “{reason}”',
  'source.needs_reconnection': '{source} precisa ser conectada de novo.',
  'source.never_synced': '{source} nunca foi sincronizada.',
  'source.denied_now': '{source} não consegue mais ler a conta {account}. Motivo em inglês: “{reason}”',
  'source.part_denied':
    '{source} não consegue ler os reembolsos nem as tarifas da conta {account}, por isso não são conhecidos. Motivo em inglês: “{reason}”',
  'source.part_not_permitted':
    '{source} não permite uma parte dos seus números, que falta neles. Motivo em inglês: “{reason}”',
  'source.permit':
    '{source}: o que foi lido não está em dúvida. Dê a permissão que falta na plataforma, ou conecte de novo com um acesso que a tenha; a próxima sincronização lê o resto.',
  'source.left_out':
    '{source} não consegue ler a conta {account}, que fica de fora. Motivo em inglês: “{reason}”{others, plural, =0 {} =1 { Mais uma conta fica de fora; ela está em list_connections_detail.} other { Mais # contas ficam de fora; elas estão em list_connections_detail.}}',
  'source.records_since':
    '{source} tem registros desde {date}; os anteriores ainda não foram guardados ou a plataforma não os fornece.',
  'source.refunds_since': '{source} tem pedidos desde {date}; reembolsos de pedidos anteriores ficam de fora.',
  'source.day_zone': '{source}: {zone}',
  'source.other_days':
    'Alguns dias de anúncios são de outro fuso que os das vendas ({own}), por isso as razões entre os dois não são exatas em poucos dias: {sources}.',
  'source.reports_none': '{source} não informa números desse tipo, por isso eles não a incluem.',
  'source.no_days': '{source} não tem números desse tipo por dia, por isso eles não a incluem; {tool} tem os totais.',
  'source.being_read': '{source} ainda está sendo lida, por isso seus números ainda não são conhecidos.',
  'source.data_since': '{source} tem dados desde {date}; os números de dias anteriores não são conhecidos.',
  'source.data_until': '{source} tem dados até {date}.',
  'source.no_whole_day': '{source} ainda não tem nenhum dia completo.',
  'stock.being_read': '{source} ainda não leu todos os seus produtos, por isso o estoque não é conhecido.',
  'stock.left_out':
    '{source} não consegue ler os produtos, por isso o estoque não os inclui. Motivo em inglês: “{reason}”',
  'stock.read_on': 'O estoque de {source} é o de {date}, quando os seus produtos foram lidos pela última vez.',
  more_notes:
    '{count, plural, =1 {Há mais # nota como esta sobre outra conexão; veja list_connections.} other {Há mais # notas como estas sobre outras conexões; veja list_connections.}}',
  unsettled: 'Os dias recentes ainda podem mudar, porque as plataformas corrigem seus números: {platforms}.',
  'unsettled.platform': '{platform} depois de {date}',
  today_is_open:
    'O dia de hoje ainda não terminou, por isso o período não está completo e as variações comparam uma parte de hoje com um dia inteiro.',
  today_alone: 'O dia de hoje ainda não terminou, por isso não tem variação em relação a um dia inteiro.',
  'checkouts.none': '{source} não guarda carrinhos abandonados, por isso nenhum deles aparece.',
  'pagescore.failed': '{why} ({detail})',
  'pagescore.not_loaded': 'Não foi possível carregar a página.',
  'pagescore.http_error': 'O servidor respondeu com um erro em vez da página.',
  'pagescore.not_html': 'O endereço leva a um arquivo que não é uma página web.',
  'pagescore.nothing_painted': 'A página não mostrou nada, então não havia nada a medir.',
  'pagescore.no_figures': 'O relatório não tem números da página.',
  'pagescore.refused_address': 'A página leva a um endereço que não é público.',
  'pagescore.timed_out': 'A página não carregou dentro do tempo de uma medição.',
  'pagescore.too_large': 'A página usou mais memória do que uma medição pode usar.',
  'pagescore.crashed': 'O navegador terminou antes de medir a página.',
  'pagescore.busy_service': 'O PageSpeed Insights não aceita mais medições agora.',
  'pagescore.refused_key': 'O PageSpeed Insights não aceita a chave de PAGESPEED_API_KEY.',
  'pagescore.service_failed': 'O PageSpeed Insights não mediu a página.',
  'funnel.events_not_paths':
    'O funil conta eventos, não caminhos: uma visita pode ter um evento várias vezes, ou sem a etapa anterior.',
  'social.followers_unread':
    '{count, plural, one {O total de seguidores de um dia não foi lido, por isso é nulo; as redes o informam apenas para hoje.} other {Os totais de seguidores de # dias não foram lidos, por isso são nulos; as redes os informam apenas para hoje.}}',
  'group.absent': 'Falta conectar: {group}. Seus números não são conhecidos.',
  'group.all_absent':
    'Falta conectar: {group}. Nenhum número é conhecido; a conexão é feita em configurações, conexões.',
  'sql.nothing_fills':
    'Nenhuma plataforma conectada preenche {tables}, por isso {count, plural, one {suas linhas não são conhecidas} other {as linhas dessas tabelas não são conhecidas}}.',
  'group.sums_until': 'Os números de {group} somam os dias até {date}.',
  'group.sums_until_compared':
    'Os números de {group} somam os dias até {date} e são comparados com a mesma quantidade de dias.',
  'group.all_sums_until': 'Todos os números de {group}, também os de cada plataforma, somam os dias até {date}.',
  'group.all_sums_until_compared':
    'Todos os números de {group}, também os de cada plataforma, somam os dias até {date} e são comparados com a mesma quantidade de dias.',
  'group.asked_alone': 'De {group}, cada uma tem os seus próprios dias quando é pedida sozinha.',
  'group.nothing_before': 'De {group} há dados desde {date}; antes desse dia não há com que comparar.',
  'group.since': 'de {group} há dados desde {date}',
  'margin.no_cost':
    'O custo dos produtos vendidos não é conhecido, por isso custo e margem ficam sem valor. Os custos são lidos das lojas ou definidos por SKU.',
  'margin.some_lack':
    'Algumas linhas de pedido não têm custo conhecido. As somas que precisam de todos os custos ficam sem valor.',
  'margin.share':
    'O custo é conhecido para {share} da receita das linhas de pedido. As somas que precisam de todos os custos ficam sem valor.',
  'margin.share_of':
    'O custo é conhecido para {share} da receita das linhas de pedido ({costed} de {revenue}, que custaram {cost}). As somas que precisam de todos os custos ficam sem valor.',
  'year_before.unknown': 'Os números do ano anterior não são conhecidos: {groups}.',
  'customers.no_beginning':
    'Clientes novos e recorrentes só são conhecidos quando todos os pedidos desde o primeiro estão guardados; por isso seus números são null.',

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
