// How a person gets keys or an app of a platform, and the words beside each value that a person types, in Portuguese.
export const fields_pt = {
  'credentials.email_a':
    'No Klaviyo, em “Settings”, “API keys”: crie uma chave privada com acesso de leitura a “Accounts”, “Campaigns”, “Events”, “Metrics”, “Profiles” e “Templates”.',
  'credentials.email_b':
    'No Mailchimp, na sua conta (“Account”), em “Extras”, nas chaves de API: crie uma chave com um usuário que tenha a função “Manager” ou superior.',
  'credentials.email_c':
    'Nas configurações do Brevo, na página das chaves de API (“API Keys & MCP”, ou “SMTP & API”): gere uma chave. Se o Brevo bloqueia endereços IP desconhecidos, autorize o deste servidor.',
  'credentials.google': 'No console do Google Cloud: ative {apis} e crie um cliente OAuth para um aplicativo da Web.',
  'credentials.gx_ads':
    'O token de desenvolvedor está na “Central de API” de uma conta de administrador do Google Ads.',
  'credentials.heat_a':
    'No Clarity, em “Settings”, “Data export”: um administrador do projeto gera um token de API. Ele vale só para este projeto.',
  'credentials.linkedin': 'No portal de desenvolvedores do LinkedIn: crie um aplicativo com a {api}.',
  'credentials.merchant_feed':
    'Um administrador da conta do Merchant Center registra o projeto uma vez, com developerRegistration:registerGcp.',
  'credentials.meta':
    'Em developers.facebook.com: crie um aplicativo do tipo “Business”. As configurações mostram o identificador e o segredo do aplicativo.',
  'credentials.mpa': 'No DevCenter do Mercado Livre: crie um aplicativo com as permissões.',
  'credentials.mpb_ads':
    'No console de desenvolvedores da Amazon: crie um “Security Profile” do “Login with Amazon” e solicite com ele a Amazon Ads API.',
  'credentials.mpb_sp': 'No Seller Central, em “Apps and Services”: registre um aplicativo com as funções.',
  'credentials.net_d_ads':
    'No portal de desenvolvedores do X: crie um aplicativo e solicite a Ads API. A página das chaves mostra a chave de API e o segredo dela.',
  'credentials.store_c':
    'No WordPress, em “WooCommerce”, “Configurações”, “Avançado”, “API REST”: adicione uma chave com permissão de leitura e escrita para um administrador ou gerente da loja.',
  'credentials.sx':
    'No “Dev Dashboard” da Shopify: crie um aplicativo com as permissões, instale na loja e copie o identificador e o segredo das configurações.',
  'credentials.tnx': 'No painel de parceiros da Nuvemshop: crie um aplicativo com as permissões.',
  'credentials.tx_ads': 'No portal TikTok API for Business: crie um aplicativo com as permissões.',

  'field.access_token': 'Token de acesso',
  'field_help.access_token': 'O token, como a plataforma o mostra.',
  'field.api_key': 'Chave de API',
  'field_help.api_key': 'A chave, como a plataforma a mostra.',
  'field.api_token': 'Token de API',
  'field_help.api_token': 'O token, como a plataforma o mostra.',
  'field.application_id': 'Identificador do aplicativo',
  'field_help.application_id': 'Identificador do aplicativo, que começa com amzn1.sp.solution.',
  'field.client_id': 'Identificador do aplicativo',
  'field_help.client_id': 'A plataforma pode chamá-lo de “client id”, “app id” ou “API key”.',
  'field.client_secret': 'Segredo do aplicativo',
  'field_help.client_secret': 'A plataforma pode chamá-lo de “client secret”, “app secret” ou “API key secret”.',
  'field.contact': 'Contato',
  'field_help.contact': 'Um email ou um link com que o fornecedor pode falar com você. É enviado em cada solicitação.',
  'field.country_of_sales': 'País',
  'field_help.country_of_sales': 'País em que o vendedor vende.',
  'field.country_of_seller': 'País',
  'field_help.country_of_seller':
    'País em que o vendedor se registrou. Escolha os demais países para Estados Unidos, Alemanha, Espanha, França, Itália, Reino Unido e Japão.',
  'field.developer_token': 'Token de desenvolvedor',
  'field_help.developer_token':
    'Token de desenvolvedor da Google Ads API, da “Central de API” de uma conta de administrador.',
  'field.imported_channels': 'Canais importados',
  'field_help.imported_channels':
    'Canais de pedidos que outro programa importa do Mercado Livre (mpa) ou da Amazon (mpb_sp), por exemplo mercadolibre = mpa. Se faltar, estas vendas contam duas vezes.',
  'field.key_ends_on': 'Fim da chave',
  'field_help.key_ends_on':
    'O dia em que a chave deixa de valer, como o Brevo pediu em “Expiry”, por exemplo 2027-05-31. Vazio: a chave não tem fim.',
  'field.mailchimp_data_center': 'Centro de dados',
  'field_help.mailchimp_data_center':
    'Só para um token: o centro de dados dele, por exemplo us21, que é dc na resposta de https://login.mailchimp.com/oauth2/metadata.',
  'field.mailchimp_key': 'Chave de API',
  'field_help.mailchimp_key':
    'A chave, como o Mailchimp a mostra. Ela termina com o centro de dados, por exemplo -us21.',
  'field.mailchimp_token': 'Token de OAuth',
  'field_help.mailchimp_token': 'Um token de OAuth, no lugar da chave. Ele não vence.',
  'field.project_id': 'Identificador do projeto',
  'field_help.project_id':
    'Identificador do projeto, no endereço do painel depois de clarity.microsoft.com/projects/view/.',
  'field.region': 'Região',
  'field_help.region': 'Região dos mercados.',
  'field.shop_domain': 'Domínio da loja',
  'field_help.shop_domain': 'O domínio permanente da loja, por exemplo my-shop.myshopify.com.',
  'field.shop_url': 'Endereço da loja',
  'field_help.shop_url': 'O endereço do site da loja, por exemplo https://shop.example.',
  'field.site_name': 'Nome do site',
  'field_help.site_name': 'Nome do site. Se faltar: o identificador.',
  'field.wp_application_password': 'Senha de aplicativo',
  'field_help.wp_application_password':
    'Só para mudanças de páginas: uma senha de aplicativo dessa pessoa, do perfil dela no WordPress.',
  'field.wp_user': 'Pessoa do WordPress',
  'field_help.wp_user': 'Só para mudanças de páginas: o nome de uma pessoa do WordPress.',

  'option.na': 'América do Norte e Brasil',
  'option.eu': 'Europa, Índia, Oriente Médio e África',
  'option.fe': 'Japão, Austrália e Singapura',
  'option.others': 'Os demais países',
} as const satisfies Record<string, string>
