// What people ask, by the tool that answers it, in the three languages; written as they would say it, not as the tools describe
// themselves. A new tool brings its own: the search test fails for one that has none.

export interface Asked {
  es: readonly string[]
  en: readonly string[]
  pt: readonly string[]
}

export const prompts: Record<string, Asked> = {
  analizar_performance: {
    es: [
      'Analiza cómo va mi marketing este mes',
      '¿Cuáles son mis mejores y peores campañas?',
      '¿Qué canal rinde mejor?',
    ],
    en: [
      'Analyse how my marketing is performing',
      'Which campaigns are the best and the worst ones?',
      'Evaluate each ad channel and tell me what works',
    ],
    pt: [
      'Analise como está o meu marketing este mês',
      'Quais são as minhas melhores e piores campanhas?',
      'Qual canal tem o melhor desempenho?',
    ],
  },
  diagnosticar_cambio: {
    es: [
      '¿Por qué bajó el ROAS la semana pasada?',
      'Explícame qué causó la caída de los ingresos',
      'Las ventas cayeron, ¿cuál es el motivo?',
    ],
    en: [
      'Why did our ROAS drop last week?',
      'What explains the fall in revenue?',
      'Diagnose the change in ad spend versus the previous period',
    ],
    pt: [
      'Por que o ROAS caiu na semana passada?',
      'Explique o que causou a queda da receita',
      'As vendas diminuíram, qual é o motivo?',
    ],
  },
  disconnect_platform: {
    es: ['Desconecta mi cuenta de Facebook', 'Quiero quitar la integración con la tienda', 'Revoca el acceso a TikTok'],
    en: [
      'Disconnect my Facebook account',
      'I want to remove the store integration',
      'Stop syncing Mercado Libre and revoke access',
    ],
    pt: ['Desconecte a minha conta do Facebook', 'Quero remover a integração com a loja', 'Revogue o acesso ao TikTok'],
  },
  get_data_catalog: {
    es: [
      '¿Qué métricas y dimensiones puedo consultar?',
      'Muéstrame las tablas y columnas disponibles',
      '¿Qué significa cada métrica que puedo pedir?',
    ],
    en: [
      'What metrics and dimensions are available?',
      'Show me the columns of the tables I can query',
      'List every field I could query',
    ],
    pt: [
      'Quais métricas e dimensões posso consultar?',
      'Mostre as tabelas e colunas disponíveis',
      'O que significa cada métrica que posso pedir?',
    ],
  },
  get_kpi_summary: {
    es: [
      'Dame un resumen de los KPI de los últimos 30 días',
      '¿Cuánto gastamos y cuánto ingresamos en total este mes?',
    ],
    en: [
      'Give me an overview of our KPIs for the last 30 days',
      'How much did we spend and earn across all channels?',
      'Blended ROAS and store revenue, headline numbers',
    ],
    pt: [
      'Dê-me um resumo dos KPIs dos últimos 30 dias',
      'Quanto gastamos e quanto faturamos no total em todos os canais?',
    ],
  },
  get_organization_info: {
    es: [
      '¿En qué moneda y zona horaria está mi organización?',
      '¿Qué módulos tiene activos mi empresa?',
      '¿Cuántos créditos y qué plan tengo?',
    ],
    en: [
      'What currency and time zone does my organization use?',
      'Which modules does our company have switched on?',
      'Tell me about my account settings',
    ],
    pt: [
      'Em que moeda e fuso horário está a minha organização?',
      'Quais módulos a minha empresa tem ativos?',
      'Quantos créditos e qual plano tenho?',
    ],
  },
  list_connections: {
    es: ['¿Qué plataformas tengo conectadas?', '¿Están sanas mis fuentes de datos?', 'Estado de mis integraciones'],
    en: ['Which platforms are connected?', 'Are my data sources healthy?', 'Is everything connected and up to date?'],
    pt: [
      'Quais plataformas estão conectadas?',
      'As minhas fontes de dados estão saudáveis?',
      'Estado das minhas integrações',
    ],
  },
  list_connections_detail: {
    es: [
      '¿Por qué falló la última sincronización?',
      'Muéstrame los errores y el historial de cada conexión',
      'Detalle de las lecturas de cada fuente, con sus fallos',
    ],
    en: [
      'Why did the last sync fail?',
      'Show the sync history and errors of every connection',
      'Which sync runs failed recently and with what error?',
    ],
    pt: [
      'Por que a última sincronização falhou?',
      'Mostre os erros e o histórico de cada conexão',
      'Detalhe das leituras de cada fonte, com as suas falhas',
    ],
  },
  propose_connect_platform: {
    es: [
      'Quiero conectar Google Ads',
      'Necesito volver a autorizar una cuenta',
      'Dame el enlace para vincular mi cuenta de Shopify',
    ],
    en: [
      'I want to connect Google Ads',
      'We need to authorize an account again',
      'Give me the link to add my Shopify account',
    ],
    pt: [
      'Quero conectar o Google Ads',
      'Preciso autorizar uma conta novamente',
      'Dê-me o link para vincular a minha conta da Shopify',
    ],
  },
  query_analytics: {
    es: [
      '¿Cuántas visitas tuvo la web cada día?',
      'Sesiones y usuarios que vienen de tráfico orgánico',
      'Tráfico diario del sitio por canal',
    ],
    en: [
      'How many visitors did the website get each day?',
      'Sessions and users from organic traffic',
      'Daily site traffic by channel',
    ],
    pt: [
      'Quantas visitas o site teve por dia?',
      'Sessões e usuários que vêm do tráfego orgânico',
      'Tráfego diário do site por canal',
    ],
  },
  query_carts: {
    es: [
      'Lista los carritos abandonados de esta semana',
      '¿Qué clientes dejaron la compra sin terminar?',
      '¿Cuánto dinero hay en carritos sin comprar?',
    ],
    en: [
      'List the carts abandoned this week',
      'Who left a purchase unfinished at checkout?',
      'How much money sits in abandoned checkouts?',
    ],
    pt: [
      'Liste os carrinhos abandonados desta semana',
      'Quais clientes deixaram a compra sem finalizar?',
      'Quanto dinheiro há em carrinhos não comprados?',
    ],
  },
  query_contacts: {
    es: [
      'Busca el contacto de María Pérez',
      '¿Qué leads tenemos con la etiqueta VIP?',
      'Dame el correo de los contactos de la empresa Acme',
    ],
    en: ['Find the phone number of Maria Perez', 'Which leads are tagged VIP?', 'List people in the CRM from Acme'],
    pt: [
      'Procure o contato da Maria Souza',
      'Quais leads temos com a etiqueta VIP?',
      'Dê-me o e-mail dos contatos da empresa Acme',
    ],
  },
  query_data: {
    es: [
      'Ingresos por país y semana',
      'Desglosa las conversiones por dispositivo y filtra por utm_source',
      'Serie mensual de ROAS por campaña',
    ],
    en: [
      'Revenue by country and week',
      'Break conversions down by device, filtered by utm_source',
      'Monthly series of average order value grouped by city',
    ],
    pt: [
      'Receita por país e semana',
      'Detalhe as conversões por dispositivo e filtre por utm_source',
      'Série mensal de ROAS por campanha',
    ],
  },
  query_email_campaigns: {
    es: [
      '¿Qué boletines enviamos y cuántas aperturas tuvieron?',
      'Muéstrame el asunto de los correos programados',
      '¿Qué decía el texto del último newsletter?',
    ],
    en: [
      'Which newsletters did we send and how many opens did they get?',
      'Show the subject lines of scheduled emails',
    ],
    pt: [
      'Quais newsletters enviamos e quantas aberturas tiveram?',
      'Mostre o assunto dos e-mails agendados',
      'O que dizia o texto da última newsletter?',
    ],
  },
  query_gx_campaigns: {
    es: [
      '¿Cuánto gasté en cada campaña de Google Ads?',
      'Conversiones de los anuncios de búsqueda',
      'Costo por campaña de SEM',
    ],
    en: [
      'How much did each Google Ads campaign cost?',
      'Conversions of our paid search campaigns',
      'What did we pay per search ads campaign?',
    ],
    pt: [
      'Quanto gastei em cada campanha do Google Ads?',
      'Conversões dos anúncios de pesquisa',
      'Custo por campanha de SEM',
    ],
  },
  query_mx_campaigns: {
    es: [
      'Rendimiento de las campañas de Facebook e Instagram',
      '¿Qué anuncios de Meta están activos?',
      'Inversión en anuncios de redes sociales por campaña',
    ],
    en: [
      'How are the Facebook and Instagram campaigns doing?',
      'Which Meta ads are active?',
      'Paid social spend per campaign',
    ],
    pt: [
      'Desempenho das campanhas do Facebook e Instagram',
      'Quais anúncios da Meta estão ativos?',
      'Investimento em anúncios de redes sociais por campanha',
    ],
  },
  query_orders: {
    es: [
      'Muéstrame los últimos pedidos de la tienda',
      '¿Qué ventas hubo ayer y de qué utm vinieron?',
      'Órdenes de la última semana con su recorrido',
    ],
    en: [
      'Show me the latest orders of the shop',
      'What sales came in yesterday and from which utm?',
      'Purchases of the last week with their journey',
    ],
    pt: [
      'Mostre os últimos pedidos da loja',
      'Quais vendas houve ontem e de qual utm vieram?',
      'Compras da última semana com a sua jornada',
    ],
  },
  query_products: {
    es: [
      'Lista de productos con precio y stock',
      '¿Cuántas unidades quedan en inventario de la camiseta azul?',
      '¿Qué artículos tenemos en catálogo y a qué precio?',
    ],
    en: [
      'List products with their price and stock',
      'How many blue shirts are left in inventory?',
      'Which items are in the catalog and at what price?',
    ],
    pt: [
      'Lista de produtos com preço e estoque',
      'Quantas unidades restam no inventário da camiseta azul?',
      'Quais itens temos no catálogo e a que preço?',
    ],
  },
  query_seo_console: {
    es: [
      '¿Con qué palabras clave nos encuentran en Google?',
      'Posición media de las consultas orgánicas',
      'Impresiones y clics de búsqueda orgánica por palabra',
    ],
    en: [
      'Which keywords do people find us with on Google?',
      'Average position of our organic queries',
      'CTR and impressions of google search queries',
    ],
    pt: [
      'Com quais palavras-chave nos encontram no Google?',
      'Posição média das consultas orgânicas',
      'Impressões e cliques de busca orgânica por palavra',
    ],
  },
  revisar_email: {
    es: [
      'Revisa cómo va el email marketing',
      '¿Han subido las bajas y los rebotes de la lista de correo?',
      '¿Está sana nuestra lista de suscriptores?',
    ],
    en: ['Review our email marketing', 'Are unsubscribes and bounces going up?', 'How healthy is our mailing list?'],
    pt: [
      'Revise como está o e-mail marketing',
      'Os descadastros da lista de e-mail aumentaram?',
      'A nossa lista de inscritos está saudável?',
    ],
  },
  revisar_seo: {
    es: [
      'Revisa el SEO de mi sitio',
      '¿Qué oportunidades hay de mejorar el posicionamiento orgánico?',
      '¿Qué búsquedas subieron y bajaron en Google?',
    ],
    en: [
      'Do a review of my SEO',
      'Where are the opportunities in organic search?',
      'Which searches did we gain or lose in Google?',
    ],
    pt: [
      'Revise o SEO do meu site',
      'Que oportunidades há de melhorar o posicionamento orgânico?',
      'Quais buscas subiram e caíram no Google?',
    ],
  },
  revisar_tienda: {
    es: [
      'Revisa cómo va la tienda',
      '¿Cuáles son los más vendidos y qué está agotado?',
      'Ticket promedio y devoluciones de la tienda este mes',
    ],
    en: [
      'How is the store doing?',
      'What are the best sellers and what is sold out?',
      'Average order value and refunds of the shop this month',
    ],
    pt: [
      'Revise como vai a loja',
      'Quais são os mais vendidos e o que está esgotado?',
      'Ticket médio e devoluções da loja este mês',
    ],
  },
  run_readonly_sql: {
    es: ['Ejecuta esta consulta SQL', 'Haz un select sobre la tabla store_orders', 'Quiero escribir mi propio SQL'],
    en: ['Run this SQL query', 'Select from the store_orders table', 'Let me write my own SELECT against the database'],
    pt: ['Execute esta consulta SQL', 'Faça um select na tabela store_orders', 'Quero escrever o meu próprio SQL'],
  },
  trigger_sync: {
    es: [
      'Actualiza ahora los datos de Meta',
      'Sincroniza la tienda',
      'Trae los datos más recientes de Google Analytics ya',
    ],
    en: ['Refresh the Meta data now', 'Pull the newest data from the store', 'Update Google Analytics data right now'],
    pt: [
      'Atualize agora os dados da Meta',
      'Sincronize a loja',
      'Busque os dados mais recentes do Google Analytics já',
    ],
  },
}
