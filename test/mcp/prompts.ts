// What people ask, by the tool that answers it, in the three languages; written as they would say it, not as the tools describe
// themselves. A new tool brings its own: the search test fails for one that has none.

export interface Asked {
  es: readonly string[]
  en: readonly string[]
  pt: readonly string[]
}

export const prompts: Record<string, Asked> = {
  analizar_performance: {
    es: ['Analiza cómo va mi marketing este mes', '¿Cuáles son mis mejores y peores campañas?'],
    en: ['Analyse how my marketing is performing', 'Which campaigns are the best and the worst ones?'],
    pt: ['Analise como está o meu marketing este mês', 'Quais são as minhas melhores e piores campanhas?'],
  },
  diagnosticar_cambio: {
    es: ['¿Por qué bajó el ROAS la semana pasada?', 'Explícame qué causó la caída de los ingresos'],
    en: ['Why did our ROAS drop last week?', 'What explains the fall in revenue?'],
    pt: ['Por que o ROAS caiu na semana passada?', 'Explique o que causou a queda da receita'],
  },
  disconnect_platform: {
    es: ['Desconecta mi cuenta de Facebook', 'Quiero quitar la integración con la tienda'],
    en: ['Disconnect my Facebook account', 'I want to remove the store integration'],
    pt: ['Desconecte a minha conta do Facebook', 'Quero remover a integração com a loja'],
  },
  get_data_catalog: {
    es: ['¿Qué métricas y dimensiones puedo consultar?', 'Muéstrame las tablas y columnas disponibles'],
    en: ['What metrics and dimensions are available?', 'Show me the columns of the tables I can query'],
    pt: ['Quais métricas e dimensões posso consultar?', 'Mostre as tabelas e colunas disponíveis'],
  },
  get_kpi_summary: {
    es: [
      'Dame un resumen de los KPI de los últimos 30 días',
      '¿Cuánto gastamos y cuánto ingresamos en total este mes?',
    ],
    en: ['Give me an overview of our KPIs for the last 30 days', 'How much did we spend and earn across all channels?'],
    pt: [
      'Dê-me um resumo dos KPIs dos últimos 30 dias',
      'Quanto gastamos e quanto faturamos no total em todos os canais?',
    ],
  },
  get_organization_info: {
    es: ['¿En qué moneda y zona horaria está mi organización?', '¿Qué módulos tiene activos mi empresa?'],
    en: ['What currency and time zone does my organization use?', 'Which modules does our company have switched on?'],
    pt: ['Em que moeda e fuso horário está a minha organização?', 'Quais módulos a minha empresa tem ativos?'],
  },
  list_connections: {
    es: ['¿Qué plataformas tengo conectadas?', '¿Están sanas mis fuentes de datos?'],
    en: ['Which platforms are connected?', 'Are my data sources healthy?'],
    pt: ['Quais plataformas estão conectadas?', 'As minhas fontes de dados estão saudáveis?'],
  },
  list_connections_detail: {
    es: ['¿Por qué falló la última sincronización?', 'Muéstrame los errores y el historial de cada conexión'],
    en: ['Why did the last sync fail?', 'Show the sync history and errors of every connection'],
    pt: ['Por que a última sincronização falhou?', 'Mostre os erros e o histórico de cada conexão'],
  },
  propose_connect_platform: {
    es: ['Quiero conectar Google Ads', 'Necesito volver a autorizar una cuenta'],
    en: ['I want to connect Google Ads', 'We need to authorize an account again'],
    pt: ['Quero conectar o Google Ads', 'Preciso autorizar uma conta novamente'],
  },
  query_analytics: {
    es: ['¿Cuántas visitas tuvo la web cada día?', 'Sesiones y usuarios que vienen de tráfico orgánico'],
    en: ['How many visitors did the website get each day?', 'Sessions and users from organic traffic'],
    pt: ['Quantas visitas o site teve por dia?', 'Sessões e usuários que vêm do tráfego orgânico'],
  },
  query_carts: {
    es: ['Lista los carritos abandonados de esta semana', '¿Qué clientes dejaron la compra sin terminar?'],
    en: ['List the carts abandoned this week', 'Who left a purchase unfinished at checkout?'],
    pt: ['Liste os carrinhos abandonados desta semana', 'Quais clientes deixaram a compra sem finalizar?'],
  },
  query_contacts: {
    es: ['Busca el contacto de María Pérez', '¿Qué leads tenemos con la etiqueta VIP?'],
    en: ['Find the phone number of Maria Perez', 'Which leads are tagged VIP?'],
    pt: ['Procure o contato da Maria Souza', 'Quais leads temos com a etiqueta VIP?'],
  },
  query_data: {
    es: ['Ingresos por país y semana', 'Desglosa las conversiones por dispositivo y filtra por utm_source'],
    en: ['Revenue by country and week', 'Break conversions down by device, filtered by utm_source'],
    pt: ['Receita por país e semana', 'Detalhe as conversões por dispositivo e filtre por utm_source'],
  },
  query_email_campaigns: {
    es: ['¿Qué boletines enviamos y cuántas aperturas tuvieron?', 'Muéstrame el asunto de los correos programados'],
    en: [
      'Which newsletters did we send and how many opens did they get?',
      'Show the subject lines of scheduled emails',
    ],
    pt: ['Quais newsletters enviamos e quantas aberturas tiveram?', 'Mostre o assunto dos e-mails agendados'],
  },
  query_gx_campaigns: {
    es: ['¿Cuánto gasté en cada campaña de Google Ads?', 'Conversiones de los anuncios de búsqueda'],
    en: ['How much did each Google Ads campaign cost?', 'Conversions of our paid search campaigns'],
    pt: ['Quanto gastei em cada campanha do Google Ads?', 'Conversões dos anúncios de pesquisa'],
  },
  query_mx_campaigns: {
    es: ['Rendimiento de las campañas de Facebook e Instagram', '¿Qué anuncios de Meta están activos?'],
    en: ['How are the Facebook and Instagram campaigns doing?', 'Which Meta ads are active?'],
    pt: ['Desempenho das campanhas do Facebook e Instagram', 'Quais anúncios da Meta estão ativos?'],
  },
  query_orders: {
    es: ['Muéstrame los últimos pedidos de la tienda', '¿Qué ventas hubo ayer y de qué utm vinieron?'],
    en: ['Show me the latest orders of the shop', 'What sales came in yesterday and from which utm?'],
    pt: ['Mostre os últimos pedidos da loja', 'Quais vendas houve ontem e de qual utm vieram?'],
  },
  query_products: {
    es: ['Lista de productos con precio y stock', '¿Cuántas unidades quedan en inventario de la camiseta azul?'],
    en: ['List products with their price and stock', 'How many blue shirts are left in inventory?'],
    pt: ['Lista de produtos com preço e estoque', 'Quantas unidades restam no inventário da camiseta azul?'],
  },
  query_seo_console: {
    es: ['¿Con qué palabras clave nos encuentran en Google?', 'Posición media de las consultas orgánicas'],
    en: ['Which keywords do people find us with on Google?', 'Average position of our organic queries'],
    pt: ['Com quais palavras-chave nos encontram no Google?', 'Posição média das consultas orgânicas'],
  },
  revisar_email: {
    es: ['Revisa cómo va el email marketing', '¿Han subido las bajas y los rebotes de la lista de correo?'],
    en: ['Review our email marketing', 'Are unsubscribes and bounces going up?'],
    pt: ['Revise como está o e-mail marketing', 'Os descadastros da lista de e-mail aumentaram?'],
  },
  revisar_seo: {
    es: ['Revisa el SEO de mi sitio', '¿Qué oportunidades hay de mejorar el posicionamiento orgánico?'],
    en: ['Do a review of my SEO', 'Where are the opportunities in organic search?'],
    pt: ['Revise o SEO do meu site', 'Que oportunidades há de melhorar o posicionamento orgânico?'],
  },
  revisar_tienda: {
    es: ['Revisa cómo va la tienda', '¿Cuáles son los más vendidos y qué está agotado?'],
    en: ['How is the store doing?', 'What are the best sellers and what is sold out?'],
    pt: ['Revise como vai a loja', 'Quais são os mais vendidos e o que está esgotado?'],
  },
  run_readonly_sql: {
    es: ['Ejecuta esta consulta SQL', 'Haz un select sobre la tabla store_orders'],
    en: ['Run this SQL query', 'Select from the store_orders table'],
    pt: ['Execute esta consulta SQL', 'Faça um select na tabela store_orders'],
  },
  trigger_sync: {
    es: ['Actualiza ahora los datos de Meta', 'Sincroniza la tienda'],
    en: ['Refresh the Meta data now', 'Pull the newest data from the store'],
    pt: ['Atualize agora os dados da Meta', 'Sincronize a loja'],
  },
}
