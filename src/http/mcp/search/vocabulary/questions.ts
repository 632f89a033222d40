// Words with which people ask about figures. Sources were read in 2026-11:
// - Titles of threads on drops of ads and of organic search.
// - Shopify's help on reports, and the pages of Nemu (Brazil) on metrics of a dashboard.
// - Tutorials on reports for merchants in Spanish and Portuguese.
export const questions = {
  why: `why, reason, driver, drivers, driving, drives, drove, behind (the|this|our|my), responsible for, to blame, blame, due to, because
    of, because, going on, wrong with, attribute, attributable, explains, explained, no entiendo, (do not|did not|can not)
    understand, reasons, root causes, explanation, insight, insights, make sense of, figure out, not spending, (is|are) not
    (spending|delivering|selling), no (está|están) (vendiendo|gastando|entregando), no gasta, no vende, razones, motivos, entender
    por, razões, não (está|estão) (vendendo|gastando), whats up with, what is up with, culpa, culpable, responsable, responsables,
    explica, debido a, se debe, de dónde (viene|vienen|sale) (la|el|esta|este|tanta|tanto)
    (caída|baja|suba|subida|aumento|diferencia|cambio|salto), qué (está pasando|estará pasando|ocurre|ocurrió|sucede|sucedió|onda
    con), explicación, a causa, culpado, responsável, não entendo, o que está acontecendo, cause, explain, what happened, what
    changed, what went, how come, find out why, diagnose, root cause, por qué, porqué, causa, motivo, razón, qué pasó, qué pasa
    con, qué cambió, a qué se debe, explicar, por que, porque, razão, o que aconteceu, o que houve, o que mudou, a que se deve`,
  fall: `drop, dropped, drops, dip, dipped, sank, sinking, crashed, collapse, collapsed, shrink, shrinking, dead, slow (week|month|day), no
    (sales|orders|sale|order), lower than, less than, fewer, making less, selling less, went to zero, baja, se cae, se cayó, se
    cayeron, se desplomó, hundió, derrumbó, retroceso, menos (ventas|ingresos|pedidos), vendemos menos, vendiendo menos, no
    (entra|entran) (un peso|ventas|pedidos|nada), no se mueve, muerto, flojo, floja, vendendo menos, menos vendas, vendas caíram,
    despencar, desabou, sumiram, fall, fell, falling, decline, decrease, went down, going down, slump, down, zero, stopped
    selling, not selling, stop, plunge, plummet, tank, tanked, slide, sliding, lost, lose, worse, bajó, bajaron, bajando, bajar,
    bajón, caída, cayó, cayeron, cayendo, caer, desplomó, desplomaron, disminuyó, perdí, perdimos, peor que, no vende, no vendo,
    no se vende, dejó de vender, a cero, menos que, caiu, caíram, caindo, cair, queda, despencou, despencaram, diminuiu, perdi,
    perdemos, piorou, não vende, não vendo, parou de vender, parar tudo, para zero`,
  rise: `rise, rose, surge, surged, skyrocket, climb, climbed, soared, higher than, more than (last|before|usual), spending more, gastando
    más, gastamos más, más que (el|la|antes), suba, disparó, dispararon, gaining, gastando mais, rising, increase, went up, spike,
    jump, jumped, subió, subieron, subida, aumentó, subiu, subiram, aumentou, alta, increased, increases, went through the roof,
    through the roof, doubled, tripled, more expensive, aumentado, subido, se duplicó, se disparó, encareció, dobrou, disparou`,
  change: `change, changed, shift, swing, and now, used to, not anymore, no longer, anymore, y ahora, ahora no, ya no, antes
    (vendía|vendíamos|teníamos|tenía|andaba|funcionaba), solía, e agora, não mais, antes (vendia|vendíamos|tinha), difference,
    variation, cambio, cambió, diferencia, variación, mudança, mudou, diferença, variação`,
  compare: `compare, compared, comparison, versus, vs, against, the week before, the month before, previous, period before, last year, week
    over week, month over month, year over year, YoY, MoM, comparar, comparó, compararon, respecto a, con respecto, el mes
    anterior, con el anterior, compara, comparado, comparación, comparativa, frente a, anterior, contra, conviene más, comparação,
    mês passado com, com o mês passado, com a semana passada, interanual, año contra año, year ago, a year ago, same
    (week|month|period|day) last year, than (last|before|usual), benchmark, mismo (mes|período) del año, que (el|la)
    (mes|semana|año) (pasado|pasada|anterior), que o mês passado, que a semana passada, do que antes, que antes`,
  overview: `overview, summary, summarize, summarise, review, checkup, check up, check-up, check in on, rundown, wrap up, roundup, status
    report, how (did|are|is|was|were) (we|it|things|everything|this|my|our|the), how (am|are) (i|we) doing, how is it going, how
    are things, hows, whats the story, good (week|month|day|quarter), bad (week|month|day), all together, in total, overall,
    pantallazo, vistazo, repaso, chequeo, revisión, revisar, estado general, foto general, cómo
    (viene|venimos|vienen|anduvo|anduvimos|anduvieron|andamos|les fue|nos fue|nos está yendo|me fue|me está
    yendo|estuvo|van|fue|marcha|pinta), qué tal (va|vamos|anduvo|viene|estuvo|anda), cómo está (la|el|mi), en general, en total,
    sumando todo, todo junto, dame (los|un) (números|resumen|panorama), geral, como (está|estão|foi|foram|vão|anda|andam|vem), no
    total, revisão, balanço, snapshot, report, dashboard, headline numbers, key numbers, numbers, KPI, KPIs, at a glance, recap,
    digest, how are we, how is my, how is our, how is the business, big picture, totals, resumen, panorama, informe, reporte,
    tablero, cómo va, cómo vamos, cómo anda, cómo estamos, números, balance, cifras, indicadores, negocio, negócio, business,
    resumo, visão geral, relatório, painel, como vai, como vamos, como anda, como estamos, como está indo, audit, assess,
    evaluate, analyze, analyse, analysis, executive, performance report, how am i doing, cómo
    (voy|estoy|ando|vengo|andan|están|anduve|me va|nos va|le va|les va|venían|estamos), qué tal (voy|vamos|estamos|viene|vienen),
    auditar, auditoría, analizar, análisis, evaluar, como (vou|estou|ando|fomos|fui|estamos|andamos), analisar, análise, avaliar,
    auditoria, briefing, scorecard, weekly report, monthly report, presentation, for (my|the) (boss|client|investors|team), status
    update, informe (semanal|mensual), reporte (semanal|mensual), presentación, para (mi|el) (jefe|cliente), relatório
    (semanal|mensal), apresentação`,
  breakdown: `break down, broken down, breakdown, split, split by, group by, grouped by, grouped, slice, pivot, cross, crosstab, segmented by,
    (by|per) (platform|channel), (by|per|each|every)
    (week|month|quarter|year|country|city|state|region|province|device|hour|weekday|day of
    week|category|segment|source|age|gender|browser|language|currency|brand|vendor|coupon|customer type), (week|month|year) by
    (week|month|year), over time, time series, trend, evolve, evolution, evolved, progress, distribution, chart, graph, plot,
    table of, one table, weekly, monthly, country, city, cities, ciudades, cidades, region, province, device, gender, quarter,
    desglosar, desglose, desglosa, desglosado, agrupar, agrupado, agrupada, cruzar, cruzado, abierto por, separado por,
    discriminado por, dividido por, (por|según) (plataforma|canal), (por|cada|según)
    (semana|mes|trimestre|año|país|ciudad|provincia|región|estado|departamento|comuna|dispositivo|hora|categoría|segmento|cliente|edad|género|sexo|marca|idioma|navegador|moneda|cupón|fuente),
    (mes|semana|año) (a|por) (mes|semana|año), día de la semana, barrio, serie, tendencia, evolución, evolucionar, evolucionado,
    segmentos, gráfico, gráfica, mensual, semanal, trimestral, provincias, países, regiones, detalhar, quebrar, separar por,
    agrupado por, por (canal|plataforma), (por|cada|a cada)
    (semana|mês|trimestre|ano|país|estado|cidade|região|dispositivo|hora|categoria|segmento|fonte|idade|gênero|bairro), mês a mês,
    cidade, bairro, a cada dia, série, tendência, evolução, evoluir, evoluíram, mensal, demographics, demographic, age group, age
    groups, gender split, men and women, location, locations, geography, geographic, payment method, payment methods, shipping
    method, coupon, coupons, discount code, promo code, voucher, collection, mobile vs desktop, desktop vs mobile, day of the
    week, hour of the day, best day, best hour, demografía, edades, hombres y mujeres, ubicación, medio de pago, medios de pago,
    método de pago, cupón, cupones, código de descuento, colección, mejor día, mejor hora, celular o computadora, demografia,
    localização, forma de pagamento, meio de pagamento, cupom, cupons, dia da semana, melhor dia, horário, categories, categorías,
    categorias, (which|what|top)
    (city|country|state|region|category|categories|device|hour|day|branch|store|brand|size|color|source), ciudad, país, provincia,
    sucursal, sucursales, (qué|cuál|cuáles|qué tipo de)
    (categoría|categorías|región|estado|dispositivo|hora|horas|sucursal|marca|talla|color|fuente), filial, filiais, (qual|quais)
    (categoria|região|regiões|dispositivo|hora|horário|filial|marca|tamanho|cor|fonte), hours of the day, horas del día, horas do
    dia`,
  metric: `metric, metrics, figures, measures, metricas, indicadores, indicator, dimension, definition, glossary, métrica, indicador,
    dimensión, definición, dimensão, definição`,
  field: `field, fields, column, columns, reference, valid (metrics|names|fields|dimensions), (what|which)
    (metrics|dimensions|fields|columns|tables|breakdowns), what can (i|you) (ask|query|measure|see|show), data (do|can) (you|i)
    (have|see|use), qué (métricas|dimensiones|campos|columnas|tablas|indicadores|datos|información), se puede
    (ver|pedir|consultar|medir|agrupar), puedo (ver|medir|cruzar|agrupar), qué puedo, cuáles (métricas|dimensiones|campos), quais
    (métricas|dimensões|campos|colunas|tabelas|indicadores), (dá|pode) para ver, o que posso, schema, dictionary, catalog of data,
    data catalog, can I ask, can I query, what data, which data, campo, columna, esquema, diccionario, puedo pedir, puedo
    consultar, qué datos, coluna, dicionário, posso pedir, posso consultar, que dados, quais dados`,
  available: `available, exist, there are, offered, disponibles, existen, disponíveis, existem, tem disponível`,
  sql: `SQL, select, join, where clause, raw, raw rows, database, query (by hand|manually|directly), run (a|my) query, read only,
    readonly, select statement, filas crudas, (consulta|query) (a mano|propia|directa|manual), ejecutar (una|la|un)
    (consulta|query|select), solo lectura, base, postgres, rodar (uma|a) (query|consulta), linhas brutas, db, query the database,
    own query, statement, base de datos, consulta a mano, cruda, sentencia, banco de dados, bruta, instrução, tabelas, tablas,
    tables`,
  daily: `daily, per day, by day, each day, every day, day by day, diario, diaria, diarias, diarios, por día, cada día, día a día, día por
    día, por dia, diário, diária, a cada dia, dia a dia`,
  all_channels: `all channels, across channels, cross-channel, each channel, every channel, every platform, across platforms, each platform,
    overall, blended, total, totals, altogether, combined, facebook or google, google or facebook, meta or google, todos los
    canales, cada canal, cada plataforma, entre canales, en total, todo junto, sumando todo, todas las plataformas, qué canal,
    which channel, todos os canais, no total, qual canal, (facebook|meta|google|tiktok) (or|vs|versus|y|and|o|e|ou)
    (facebook|meta|google|tiktok)`,
  growth: `grow, grew, growth, crecimiento, creció, cresceu, crescimento, crecer, crece, crecemos, creciendo, growing, grows, gain, gained,
    ganando, ganar, ganamos, crescer, crescendo, ganhando, growing or shrinking, fastest growing, bigger, creciendo o cayendo,
    sumamos, sumando, expandir`,
}
