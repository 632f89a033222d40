// Pages on which a person connects a platform, and what connections say about the access, in Portuguese.
export const connecting_pt = {
  'connecting.title': 'Conectar {product}',
  'connecting.confirm': '{org} dá ao Tablero acesso a {platform} ({product}).',
  'connecting.confirm_only_own': 'Continue apenas se você esperava isto para {org}. Caso contrário, feche esta página.',
  'connecting.begin': 'Continuar para {vendor}',
  'connecting.begin_keys': 'Continuar',
  'connecting.no_choice': 'Escolha',
  'connecting.action': 'O que você quer fazer?',
  'connecting.action_new': 'Conectar outra conta',
  'connecting.action_again': 'Conectar {name} de novo, com o histórico',
  'connecting.action_accounts': 'Mudar as contas de {name}, sem entrar de novo',
  'connecting.action_values': 'Mudar as contas ou os valores opcionais de {name}, sem entrar de novo',
  'connecting.known_removed': 'Desconectada. O histórico permanece.',
  'connecting.known_broken': 'A plataforma não aceita mais o acesso dela.',
  'connecting.change_signed_in':
    'Para mudar as contas de uma conexão sem entrar de novo na plataforma, entre no Tablero como uma pessoa que pode conectar plataformas.',
  'connecting.own_app': 'Seu próprio aplicativo em {vendor}',
  'connecting.no_app': 'Este Tablero não tem aplicativo em {vendor}. Digite os valores do seu.',
  'connecting.app_address': 'Endereço de retorno do aplicativo (“redirect URL”): {address}',
  'connecting.app_permissions': 'Permissões do aplicativo: {scopes}',
  'connecting.going': 'Continue em {vendor}',
  'connecting.going_text': 'Seu navegador continua lá. Entre e permita o acesso; depois você volta para cá.',
  'connecting.keys': 'Digite os valores de {product}',
  'connecting.keys_text': 'O Tablero testa os valores antes de guardar algo.',
  'connecting.test': 'Testar e continuar',
  'connecting.waiting': 'Esperando a loja',
  'connecting.waiting_text': 'A loja envia as chaves ao Tablero. Deixe esta página aberta: ela olha de novo sozinha.',
  'connecting.listing': 'Consultando as contas',
  'connecting.listing_text':
    'O Tablero pede as contas a {vendor}. Com muitas contas, isso pode levar alguns minutos. Deixe esta página aberta: ela olha de novo sozinha.',
  'connecting.list_failed':
    'Não foi possível consultar as contas, por uma falha do Tablero. Carregue esta página de novo em um minuto.',
  'connecting.accounts': 'Quais contas devem ser lidas?',
  'connecting.accounts_none': 'Não há nenhuma conta para ler',
  'connecting.accounts_listed':
    '{count, plural, one {Há uma conta.} other {Há # contas.}}{unreadable, plural, =0 {} one { Uma delas não pode ser lida.} other { # delas não podem ser lidas.}}',
  'connecting.no_accounts':
    '{vendor} não mostra nenhuma conta com este acesso. Entre com uma pessoa que veja as contas, com um link novo.',
  'connecting.none_readable': 'Nenhuma conta deste acesso pode ser lida. Os motivos estão ao lado das contas.',
  'connecting.all_accounts': 'Todas, também as que forem adicionadas depois',
  'connecting.some_accounts': 'Apenas estas',
  'connecting.chosen_before':
    'Só aparecem as contas que foram escolhidas antes. Para escolher entre todas, abra um link novo e conecte de novo.',
  'connecting.choose': 'Ler estas contas',
  'connecting.choose_only': 'Ler esta conta',
  'connecting.adds': 'Valores opcionais para mudanças em {vendor}',
  'connecting.adds_text':
    'A leitura não precisa deles. Campos vazios não mudam nada. O Tablero testa os valores antes de guardá-los.',
  'connecting.removed':
    '{name} foi desconectada enquanto isso, então nada mudou. Para usá-la, abra um link novo e conecte de novo.',
  'connecting.chosen_other':
    'As contas de {name} já foram salvas, com outra escolha. Para mudá-las, vá à página Conexões.',
  'connecting.choose_one': 'Escolha pelo menos uma conta.',
  'connecting.all_or_some':
    'Há contas marcadas, então você escolheu todas e também só estas. Escolha só estas ou desmarque-as para ler todas.',
  'connecting.cannot_read': 'não pode ser lida. Motivo em inglês: “{reason}”',
  'connecting.connected_by': '{name} já lê esta conta',
  'connecting.all_connected':
    '{name} já lê estas contas. Para renovar o acesso, abra um link novo e conecte {name} de novo.',
  'connecting.missing_scopes':
    'Estas permissões não foram dadas: {scopes}. Por isso ficam vazios estes dados: {streams}. Para mudar isso, conecte de novo e permita tudo.',
  'connecting.missing_changes':
    'Estas permissões não foram dadas: {scopes}. Por isso o Tablero não pode fazer estas mudanças: {changes}. Para permiti-las, conecte de novo e permita tudo.',
  'connecting.other_accounts':
    'Este acesso mostra outras contas que as de {name}. {name} tem {before}. O acesso novo mostra {now}.',
  'connecting.other_question': '{name} deve ler as outras contas a partir de agora? O histórico permanece.',
  'connecting.other_yes': 'Sim, ler as outras contas',
  'connecting.same_question':
    'É a mesma conta, por exemplo em outro endereço? Então {name} mantém o histórico. Se for outra, feche esta página e conecte-a como conta adicional: os dados dela se misturariam com os de {name} ou os substituiriam.',
  'connecting.same_yes': 'Sim, é a mesma',
  'connecting.reads_nothing':
    'Com este acesso, {name} não pode ler nada, porque nenhuma permissão de que seus dados precisam foi dada.',
  'connecting.nothing_question':
    'Este acesso deve substituir o que {name} tem agora? Para manter o atual, feche esta página e conecte de novo com todas as permissões.',
  'connecting.nothing_yes': 'Sim, substituir o acesso',
  'connecting.done': '{name} está conectada',
  'connecting.done_text': 'O Tablero lê os primeiros dados sozinho. Você pode fechar esta página.',
  'connecting.rows': '{rows, plural, one {Uma linha foi guardada.} other {# linhas foram guardadas.}}',
  'connecting.reading': 'Agora: {stream}',
  'connecting.state_queued': 'A primeira sincronização espera a sua vez.',
  'connecting.state_running': 'A primeira sincronização está em andamento.',
  'connecting.state_succeeded': 'A primeira sincronização terminou. Os dados mais antigos seguem em segundo plano.',
  'connecting.state_failed':
    'A primeira sincronização parou. Motivo em inglês: “{reason}” O Tablero tenta de novo sozinho.',
  'connecting.ends_on': 'Este acesso termina em {date}. O Tablero avisa antes.',
  'connecting.stopped': 'Não funcionou',
  'connecting.new_link': 'Peça ao seu assistente um link novo para conectar {platform} e abra neste navegador.',
  'connecting.begin_again': 'Volte à página Conexões e pressione Conectar de novo.',
  'connecting.to_connections': 'Voltar à página Conexões',
  'connecting.no_link':
    'As plataformas são conectadas com um link. Pressione Conectar na página Conexões, ou peça ao seu assistente: ele usa propose_connect_platform.',
  'connecting.link_invalid': 'Este link não é válido. Talvez não tenha sido copiado até o fim.',
  'connecting.link_expired': 'Este link expirou. Um link funciona por 30 minutos.',
  'connecting.link_spent': 'Este link já foi usado. Um link funciona uma só vez.',
  'connecting.not_available': '{platform} não pode ser conectada aqui.',
  'connecting.state_invalid': 'A resposta não veio de um acesso que começou aqui. Nada foi conectado.',
  'connecting.state_spent': 'Este acesso já teve resposta, ou demorou mais de 10 minutos.',
  'connecting.other_browser': 'Este acesso começou em outro navegador. Continue naquele. Nada foi conectado.',
  'connecting.other_person':
    'Este link é da pessoa que o pediu. Entre no Tablero como essa pessoa ou peça um link próprio.',
  'connecting.maker_ended': 'A chave ou o aplicativo que pediu este link já não tem acesso. Peça um novo link.',
  'connecting.other_site':
    'Nada foi conectado, porque isto não veio de uma página do Tablero. Abra você mesmo o link e continue lá.',
  'connecting.sign_in': 'Entrar no Tablero',
  'connecting.denied': 'O acesso não foi permitido em {vendor}. Nada foi conectado.',
  'connecting.operator': 'Este usuário não pode dar acesso em {vendor}. Entre lá como administrador da conta.',
  'connecting.code_ended':
    '{vendor} não aceita mais o código deste acesso. Um código funciona uma vez e por pouco tempo.',
  'connecting.app_refused':
    '{vendor} não aceita o aplicativo deste Tablero. O operador deve conferir identificador e segredo.',
  'connecting.refused': '{vendor} não concluiu o acesso. A resposta: “{reason}”',
  'connecting.keys_refused':
    '{vendor} não aceita estes valores. Copie de novo, sem espaços e até o fim. A resposta: “{reason}”',
  'connecting.unreachable': '{vendor} não responde agora. Carregue esta página de novo em um minuto.',
  'connecting.value_missing': 'Digite um valor para {fields}.',
  'connecting.value_misfit': 'Corrija {fields}: o valor não tem a forma descrita abaixo do campo.',
  'connecting.org_ended': '{name} foi encerrada, então nada é conectado.',
  'connecting.page_ended':
    'Esta página expirou, pertence a outro navegador, ou você não pode mais conectar plataformas.',
  'access.data_requests':
    '{count, plural, one {Uma pessoa pediu a esta loja os dados guardados. Responda em {days} dias; o operador encontra o que está guardado em privacy_requests.} other {# pessoas pediram a esta loja os dados guardados. Responda em {days} dias; o operador encontra o que está guardado em privacy_requests.}}',
  'access.missing': 'Sem a permissão {scopes}, estes dados ficam vazios: {streams}. Conecte de novo e dê a permissão.',
  'access.ends':
    '{days, plural, one {O acesso termina em menos de um dia} other {O acesso termina em # dias}}, em {date}. Conecte de novo antes.',
  'access.ended': 'A plataforma encerrou o acesso em {date}. Conecte de novo.',
} as const satisfies Record<string, string>
