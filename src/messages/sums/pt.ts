// Names of sums, and what sums mix and leave out, in Portuguese.
import type { sums_en } from './en.ts'

export const sums_pt = {
  'amounts.differ':
    'As plataformas definem a receita de formas diferentes, por isso a soma mistura valores: {platforms}.',
  'amounts.with_all': '{platform} com frete e impostos',
  'amounts.without_both': '{platform} sem frete nem impostos',
  'amounts.without_shipping': '{platform} sem frete',
  'amounts.without_tax': '{platform} sem impostos',
  'source.currency_changed':
    '{source}: a conta {account} mudou sua moeda de {before} para {currency} em {date}. Os dias anteriores mantêm os valores lidos em {before}, e esse dia pode misturar as duas.',
  'source.currency_of_older':
    '{source}: os dias da conta {account} anteriores a {date} foram lidos pela primeira vez depois que a moeda dela mudou de {before} para {currency}. Os valores deles têm o código {currency} e podem ser valores em {before}.',
  'source.part_of_day':
    '{source}: {date}{earlier, plural, =0 {} =1 { e 1 dia anterior} other { e # dias anteriores}} da conta {account} pode ser baixo demais. O resto nunca foi lido, porque a moeda mudou.',
  'source.zone_changed':
    '{source}: a conta {account} mudou seu fuso horário de {before} para {zone} em {date}. De {since} até esse dia, algumas horas podem ser contadas duas vezes ou nenhuma.',
  'source.zone_of_older':
    '{source}: os dias da conta {account} anteriores a {date} foram lidos pela primeira vez depois que o fuso horário dela mudou de {before} para {zone}. Algumas horas perto desse dia podem ser contadas duas vezes ou nenhuma.',
  'source.too_many_impressions':
    '{source} contou impressões demais de {from} a {to}, segundo a própria plataforma. Impressões, CTR e posição desses dias não podem ser comparados com os de outros. Os cliques podem.',
  'lists.unread':
    'A lista de {list} de {source} não foi lida por completo, por isso faltam nas linhas os dados dela, como nomes e estados.',
  'lists.unread_filter':
    'A lista de {list} de {source} não foi lida por completo, por isso não se sabe quais linhas têm o que o filtro pede. Estes números não são conhecidos.',
  'lists.old':
    'A lista de {list} de {source} foi lida pela última vez em {date}. Um filtro por nomes ou estados deixa de fora o que os tem desde então.',
  'filter.contained': 'A conta {account} é parte de outra conta que é lida, então os seus números contam lá.',
  'filter.unchosen': 'A conta {account} não está escolhida, então não é lida e os seus números não são conhecidos.',
  'filter.withheld':
    'A plataforma oculta os valores raros, então a falta de linhas com o filtro não é um zero: esses números não são conhecidos.',
  'source.beside_denied': '{source} não consegue ler {what} da conta {account}, então faltam: {reason}',
  'list.bodies': 'os textos',
  'list.visits': 'as visitas',
  'list.social_follower_daily': 'os totais de seguidores',
  'list.social_stories': 'os stories',
  'list.ad_campaigns': 'campanhas',
  'list.ad_groups': 'grupos de anúncios',
  'list.ads': 'anúncios',
  'list.email_campaigns': 'envios',
  'list.store_products': 'produtos',
  'list.feed_products': 'produtos do feed',
  'sales.unknown_refunds':
    '{count, plural, one {Não se conhece o valor de # reembolso, por isso as somas de reembolsos não o incluem.} other {Não se conhecem os valores de # reembolsos, por isso as somas de reembolsos não os incluem.}}',
  'sales.unknown_fees':
    '{count, plural, one {Não se conhece a tarifa de # pedido, por isso as somas de tarifas não a incluem.} other {Não se conhecem as tarifas de # pedidos, por isso as somas de tarifas não as incluem.}}',
  'sales.unknown_prices':
    '{count, plural, one {# pedido ainda não tem preço, por isso as somas de receita e as médias não o incluem.} other {# pedidos ainda não têm preço, por isso as somas de receita e as médias não os incluem.}}',
  'sales.unknown_shipping':
    '{count, plural, one {Não se conhece o frete por conta do vendedor de # pedido, por isso não se conhecem nem a sua soma nem o valor a receber de todos os pedidos.} other {Não se conhece o frete por conta do vendedor de # pedidos, por isso não se conhecem nem a sua soma nem o valor a receber de todos os pedidos.}}',
  'source.no_rows': '{source} ainda não trouxe nenhuma linha; um zero aqui significa dados ausentes.',
  'source.no_rows_since': '{source} não traz linhas desde {date}; um zero aqui significa dados ausentes.',
  'sums.unknown': 'Algumas linhas não informam nenhum valor, e as somas não as incluem: {sums}.',
  'totals.of_some_accounts':
    '{count, plural, one {O total de # dia é} other {Os totais de # dias são}} null, porque nem todas as contas foram lidas. Peça por conta os das que foram lidas.',
  'sums.unknown_previous':
    'Algumas linhas do período anterior não informam nenhum valor, e as somas dele não as incluem: {sums}.',
  'sums.unknown_year_before':
    'Algumas linhas de um ano antes não informam nenhum valor, e as somas daquele período não as incluem: {sums}.',
  'sums.unknown_rows': '{sum} ({count, plural, =1 {# linha} other {# linhas}})',
  'sales.imported':
    '{count, plural, one {# pedido que uma loja importou de {platform} conta lá e fica} other {# pedidos que as lojas importaram de {platform} contam lá e ficam}} fora dos totais das lojas.',
  'sales.maybe_imported':
    "{count, plural, one {# pedido de uma loja tem um canal que parece {platform} (''{channel}'') e pode contar duas vezes.} other {# pedidos de lojas têm um canal que parece {platform} (como ''{channel}'') e podem contar duas vezes.}} A configuração imported_channels da loja diz quais canais são importados.",
  'sales.shipped_only':
    '{count, plural, one {# pedido que um marketplace só enviou conta na loja e fica} other {# pedidos que um marketplace só enviou contam nas lojas e ficam}} fora dos totais dos marketplaces.',
  'state.orders':
    '{source}: {count, plural, =1 {# pedido de {from} a {to} tem um estado} other {# pedidos de {from} a {to} têm estados}} que o Tablero não conhece ({states}). {count, plural, =1 {Não conta} other {Não contam}} em nenhum número.',
  'state.orders_worth':
    '{source}: {count, plural, =1 {# pedido de {from} a {to} tem um estado} other {# pedidos de {from} a {to} têm estados}} que o Tablero não conhece ({states}), no valor de {amounts}. {count, plural, =1 {Não conta} other {Não contam}} em nenhum número.',
  'state.broadcasts':
    '{source}: {count, plural, =1 {# campanha de e-mail de {from} a {to} tem um estado} other {# campanhas de e-mail de {from} a {to} têm estados}} que o Tablero não conhece ({states}). {count, plural, =1 {Não conta} other {Não contam}} em nenhum número.',
  'source.reports_none_of': '{source} não informa {subject}, por isso os números deles não a incluem.',
  'subject.carts': 'carrinhos abandonados',
  'source.no_whole_day_since':
    '{source} tem dados desde {date} e ainda nenhum dia completo; os números de dias anteriores não são conhecidos.',
  'sql.mixed_currencies':
    'As contas de {name} têm valores em {currencies}, e a consulta não nomeia a moeda. Uma soma de mais de uma delas não é um valor: agrupe por currency ou converta cada valor com fx_rates.',
  'state.orders_of_connection':
    'Os pedidos em estados que o Tablero não conhece ({states}) não contam em nenhum número.',
  'state.broadcasts_of_connection':
    'Campanhas de email em estados que o Tablero não conhece ({states}) não contam em nenhum número.',
  'state.setting': 'A configuração {setting} da conexão diz o que um estado significa.',
  'sum.spend': 'gasto',
  'sum.conversion_value': 'valor de conversão',
  'sum.revenue': 'receita',
  'sum.refunds': 'reembolsos',
  'sum.net_revenue': 'receita líquida',
  'sum.product_revenue': 'receita de produtos',
  'sum.new_customer_revenue': 'receita de clientes novos',
  'sum.returning_customer_revenue': 'receita de clientes recorrentes',
  'sum.customers': 'clientes',
  'sum.new_customers': 'clientes novos',
  'sum.returning_customers': 'clientes recorrentes',
  'sum.discount': 'descontos',
  'sum.seller_shipping': 'frete por conta do vendedor',
  'sum.shipping': 'frete',
  'sum.tax': 'impostos',
  'sum.fees': 'tarifas',
  'sum.payout': 'valores a receber',
  'sum.margin_revenue': 'receita de linhas de pedido',
  'sum.costed_revenue': 'receita com custo conhecido',
  'sum.cost': 'custo',
  'sum.gross_margin': 'margem bruta',
  'sum.value': 'valor de carrinhos',
  'sum.recovered_value': 'valor de carrinhos recuperados',
  'sum.opens': 'aberturas',
  'sum.broadcast_opens': 'aberturas',
  'sum.broadcast_clicks': 'cliques',
  'sum.broadcast_delivered': 'emails entregues',
  'sum.clicks': 'cliques',
  'sum.delivered': 'entregues',
  'sum.unsubscribes': 'descadastros',
  'sum.impressions': 'impressões',
  'sum.engagements': 'interações',
  'sum.conversions': 'conversões',
  'sum.followers': 'seguidores',
  'sum.reach': 'alcance',
  'sum.profile_views': 'visitas ao perfil',
} satisfies Record<keyof typeof sums_en, string>
