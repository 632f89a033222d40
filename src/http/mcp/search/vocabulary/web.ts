// Words about web analytics and organic search. Sources were read in 2026-11:
// - Google's help on Analytics and on drops in Search.
// - The list of acronyms of Official PPC Chat: GA, GSC, BR.
// - The glossary of Irroba (Brazil), and the Glosario Digital of CIM and IAB México.
export const web = {
  visit: `visit, visits, visitor, visitors, web users, (people|folks|users) (visit|visiting|visited|on|come to|came to), hits, pageviews,
    (gente|personas|cuántos) (entra|entran|entró|entraron|visita|visitan|visitaron|llega|llegan|llegaron), visitaron, entraron,
    usuarios únicos, usuarios, pessoas (entram|entraram|visitam|visitaram), session, traffic, pageview, page view, people came,
    people come, arrive, arriving, audience, demographics, came to my, come to my, came to our, came to the site, bounce rate,
    visita, visitante, sesión, sesiones, tráfico, entra a mi, entran a mi, entró a la, llega a mi, llegan a mi, llega gente,
    llegando gente, entra gente, gente que entra, gente que llega, audiencia, acessos, acessaram, sessão, sessões, tráfego,
    entraram no, gente no site, pessoas no site, chegou gente, navegaram, session duration, time on (site|page), average time,
    engaged sessions, active users, new users, unique users, realtime, real time, exit rate, exit pages, pages per session,
    referrals, referral traffic, popular events, duración de (la|las) (sesión|sesiones), tiempo en (la página|el sitio), usuarios
    (activos|nuevos), rebote del sitio, tasa de rebote, páginas por sesión, duração da sessão, tempo (no site|na página),
    usuários, usuários ativos, usuários novos, taxa de rejeição`,
  site: `website, site, web, homepage, home page, page, webpage, URL, landing, landing page, most visited, blog, sitio, página, portal`,
  analytics: `analytics, Google Analytics, (on|in|en|no|pro) Google Analytics, GA, GA4, analítica, analítica web, análise web`,
  channel: `channel, source, medium, referral, referrer, direct, unassigned, origin, where from, comes from, come from, came from, UTM,
    attribution, canal, fuente, medio, procedencia, origen, de dónde, atribución, fonte, origem, mídia, de onde, atribuição`,
  conversion: `conversion, convert, CVR, CRO, goal, conversión, convertir, meta cumplida, conversão, converter`,
  organic_search: `SEO, organic, organically, natural search, search results, first page, search visibility, visibility, find (us|me|my)
    (on|in|through|via) Google, (show|showing|appear|come) up (on|in) Google, rankings, ranks, googlean, googlear, googleando,
    googlea, googling, en el buscador, buscadores, visibilidad, nos encuentran en, aparezco en, (primera|segunda) página,
    posiciones, puestos, resultados de búsqueda, primeira página, visibilidade, posições, free traffic, unpaid, Search Console,
    GSC, webmaster tools, SERP, on Google, in Google, Google search, search engine, we rank, rank for, ranking, rank, position,
    appear in Google, show up, buscador, en Google, de Google orgánico, orgánico, posicionamiento, posición, puesto, aparecer,
    aparezco, aparece, no Google, pro Google, orgânico, posicionamento, posição, ranqueamento, ranquear, apareço`,
  keyword: `keyword, keywords, search term, queries, (people|they|users|customers) (type|search|google|look), what
    (people|they|users|customers) (type|search|google), googled, branded (terms|keywords|searches), keywords orgánicas, kw, kws,
    por qué palabras, qué (buscan|escriben|googlean|ponen), cuando (buscan|googlean), si (buscan|googlean|buscás|googleás), con
    qué (búsquedas|términos|palabras), consulta orgánica, consultas orgánicas, o que (buscam|pesquisam|digitam), search terms,
    search query, search queries, type into Google, typed in Google, people search, look for us, searching for, find us, palabra
    clave, palabras clave, búsqueda, búsquedas, con qué palabras, qué palabras, buscan, nos encuentran, nos buscan, términos de
    búsqueda, palavra-chave, palavras-chave, que palavras, pesquisam, pesquisa, nos encontram, nos acham, termos de pesquisa,
    consultas de búsqueda, qué consultas, cannibalization, canibalización`,
  impression: `impression, impressions, reach, reached, impresión, impresiones, alcance, impressão, impressões`,
  click: `click, clicking, CTR, click through, clic, clics, clique, cliques, clicar`,
  funnel: `funnel, drop off, dropping off, drop-off, lose (them|people|customers|buyers), losing (them|people|customers|buyers), where do
    (people|they|we|customers|users) (leave|drop|lose|go|quit|fall), view item, view to purchase, add to cart, added to cart, adds
    to cart, begin checkout, start checkout, reach checkout, checkout (rate|conversion|step|steps), steps, step rate,
    (look|looks|looking|browse|browsing) (but|and) (not|do not|never), leave before (paying|buying), everyone leaves, embudo,
    paso, pasos, etapa, etapas, (dónde|en qué paso) (se van|los pierdo|los perdemos|se caen|abandonan|perdemos), se van
    (antes|sin), los pierdo, los perdemos, agregan al carrito, agregaron al carrito, llegan a pagar, llegan al pago, llegan al
    checkout, inician el pago, (miran|ven|entran|visitan) (pero|y) no, funil, onde (perdemos|saem|desistem|abandonam), adicionam
    ao carrinho, (olham|entram|visitam) (mas|e) não, view_item, add_to_cart, begin_checkout, iniciaron pago, iniciaram pagamento,
    began checkout, started checkout`,
  speed: `speed, page speed, pagespeed, site speed, load time, loading, loads, load, fast, slow, sluggish, laggy, slowly, takes
    (forever|ages|long|too long), performance score, Lighthouse, Core Web Vitals, web vitals, CWV, LCP, CLS, TTFB, INP, FID,
    velocidad, rápido, rápida, lento, lenta, lentitud, tarda, tardan, demora, demora en cargar, carga, cargar, anda lento, anda
    lenta, pesada, velocidade, lentidão, carregar, carregamento, pesado`,
  test: `test, measure, scan, rerun, re-run, run again, check the speed, probar, prueba, testear, medir, medime, medí, escanear, correr,
    lanzar, volver a medir, volver a correr, ejecutar, testar, teste, rodar, executar, run (pagespeed|lighthouse), run a
    (test|scan|check), analizar (la|el|mi) (página|web|sitio|velocidad), analyze (the|my|our) (page|site|website|speed), analisar
    (a|o) (página|site), (trigger|start|launch) (a|the) (test|scan|audit|speed test), (lanzar|correr|hacer) (un|el)
    (test|análisis|escaneo|prueba)`,
  score: `scores, score, puntaje, puntajes, puntuación, puntuaciones, nota, pontuação, pontuações`,
}
