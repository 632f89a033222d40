// Words about web analytics and organic search. Sources were read in 2026-11:
// - Google's help on Analytics and on drops in Search.
// - The list of acronyms of Official PPC Chat: GA, GSC, BR.
// - The glossary of Irroba (Brazil), and the Glosario Digital of CIM and IAB México.
export const web = {
  visit: `visit, visitor, session, traffic, pageview, page view, people came, people come, arrive, arriving, audience, demographics, came to my, come to my, came to our, came to the site, web users, bounce rate,
    visita, visitante, sesión, sesiones, tráfico, entra a mi, entran a mi, entró a la, llega a mi, llegan a mi, llega gente, llegando gente, entra gente, gente que entra, gente que llega, audiencia, público, acesso, acessos, acessaram,
    sessão, sessões, tráfego, entraram no, gente no site, pessoas no site, chegou gente, público, navegaram`,
  site: `website, site, web, homepage, page, landing, landing page, most visited, blog, sitio, página, portal`,
  analytics: `analytics, Google Analytics, GA, GA4, analítica, analítica web, análise web`,
  channel: `channel, source, medium, referral, referrer, direct, unassigned, origin, where from, comes from, come from, came from, UTM, attribution, canal,
    fuente, medio, procedencia, origen, de dónde, atribución, fonte, origem, mídia, de onde, atribuição`,
  conversion: `conversion, convert, CVR, CRO, goal, conversión, convertir, meta cumplida, conversão, converter`,
  organic_search: `SEO, organic, free traffic, unpaid, Search Console, GSC, webmaster tools, SERP, on Google, in Google, Google search, search engine,
    we rank, rank for, ranking, rank, position, appear in Google, show up, buscador, en Google, de Google orgánico, orgánico,
    posicionamiento, posición, puesto, aparecer, aparezco, aparece, no Google, pro Google, buscador, orgânico, posicionamento, posição,
    ranqueamento, ranquear, apareço`,
  keyword: `keyword, search term, search terms, search query, search queries, terms, type into Google, typed in Google, people search, look for us,
    searching for, find us, palabra clave, palabras clave, búsqueda, búsquedas, con qué palabras, qué palabras, buscan, nos encuentran,
    nos buscan, términos de búsqueda, palavra-chave, palavras-chave, termos, que palavras, busca, pesquisam, pesquisa, nos encontram,
    nos acham, termos de pesquisa`,
  impression: `impression, view, reach, impresión, impresiones, alcance, impressão, impressões`,
  click: `click, clicking, CTR, click through, clic, clics, clique, cliques, clicar`,
}
