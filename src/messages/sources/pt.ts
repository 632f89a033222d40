// Notes about sources, in Portuguese.
import type { sources_en } from './en.ts'

export const sources_pt = {
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
} satisfies Record<keyof typeof sources_en, string>
