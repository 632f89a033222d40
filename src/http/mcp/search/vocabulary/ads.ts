// Words about advertising. Sources were read in 2026-11:
// - The list of acronyms of Official PPC Chat.
// - The Glosario Digital of CIM and IAB México.
// - The glossary of Ecombase (Brazil).
// - The vendors' names for their products, in the help of Google Ads and Meta.
export const ads = {
  advertising: `ad, ads, advert, advertise, advertisement, advertising, paid media, sponsored, promoted post, boosted post, anuncio, anuncios,
    publicidad, publicitario, pauta, pautar, propaganda, aviso, medios pagos, anúncio, anúncios, publicidade, mídia paga, tráfego
    pago, tráfico pago, impulsionar, impulsionamento, patrocinado`,
  spend: `spend, spent, outlay, ad dollars, guita, pesos, se fue en, puse en, pusimos en, desembolso, spending, cost, budget, invest,
    investment, money, waste, burn, burning, pay for, paid for, gasto, gastar, gastado, gasté, invertir, inversión, invertido,
    presupuesto, costo, coste, dinero, plata, lana, derrochar, tirar el dinero, gastei, gastou, investir, investimento, investi,
    verba, orçamento, custo, dinheiro, grana, torrar, desperdiçar, queimar`,
  return: `ROAS, ROI, ROMI, MER, ACOS, COS, return on, ad return, (get|getting|got) back, come back, break even, (earn|earning|earned)
    (from|with) (ads|advertising), (make|making|losing|lose|wasting|waste) money, for (each|every) (dollar|euro|peso), por cada
    (peso|dólar|euro), para cada (real|dólar), (ganando|perdiendo|ganamos|perdemos|tirando|tirar|pierdo|gano)
    (plata|dinero|guita), me vuelve, deja plata, deja algo, sirve, (ganhando|perdendo|jogando) dinheiro, dá retorno, profitable,
    pay off, paying off, pays off, worth it, worth the money, making money, losing money, retorno, rentable, rentables, vale la
    pena, valen la pena, me conviene, perdiendo dinero, rentável, vale a pena, valem a pena, compensa, prejuízo, dando lucro, dá
    lucro, going to waste, se va (el dinero|la plata|el presupuesto), (high|low) (cost|spend) (but|and) (low|few|no|high)
    (conversions|sales|clicks)`,
  cost_per_result: `CPC, CPM, CPA, CPL, CPO, CAC, PPC, cost per click, cost per acquisition, cost per lead, cost per conversion, cost per result,
    acquisition cost, costo por clic, coste por clic, costo por adquisición, costo por resultado, costo por cliente, coste por
    lead, custo por clique, custo por aquisição, custo por resultado, custo por venda, custo por lead`,
  campaign: `campaign, campaña, campanha, campaigns, remarketing, retargeting, prospecting, campañas, campanhas, PMax, performance max, GMV
    Max, Advantage shopping, campaign type, tipo de campaña, tipo de campanha`,
  google_ads: `Google Ads, Google, (on|in|en|no|pro) Google Ads, (on|in|en|no|pro) Google, AdWords, Ad Words, GAds, PMax, performance max,
    search ads, search campaign, paid search, shopping ads, Google (campaign|ad|advertising|spend|budget), (ads|campaigns|advertising|money|spend|spending|invest) (on|in|with) Google,
    (anuncios|avisos|campañas|campaña|publicidad|pauta|pautas|publi|plata|dinero|inversión) (de|en) Google,
    (campanha|campanhas|anúncio|anúncios|publicidade|mídia|verba) (do|no) Google, (rede|campanha|campanhas|anúncios) de pesquisa,
    (red|campaña|campañas|anuncios) de búsqueda, demand gen, display campaign, display campaigns, GDN, YouTube ads, quality score,
    impression share, negative keywords, bid strategy, bidding, smart bidding, search partners, nivel de calidad, concordancia,
    puja, pujas, lances, (campaña|campañas|anuncios|inversión) (de|en) SEM, SEM (campaign|campaigns|ads|spend|cost),
    (campanha|campanhas|anúncios) de SEM`,
  ad_group: `ad (group|set|sets), adgroup, adset, conjunto de anuncios, conjuntos de anuncios, grupo de avisos, conjunto de anúncios, conjuntos
    de anúncios, grupo de anuncios, grupo de anúncios`,
  tiktok_ads: `TikTok, Tik Tok, TikTok Ads, TT, short video, short videos, Smart+, GMV Max, video corto, videos cortos, vídeo curto, vídeos
    curtos`,
  linkedin: `LinkedIn, LinkedIn Ads, LinkedIn Pages`,
  amazon: `Amazon, Amazon Ads, Seller Central, sponsored products, FBA`,
  x_ads: `X Ads, Twitter, Twitter Ads, X (advertising|campaign|campaigns), (ads|advertising|campaigns|spend|spent|invest|invested) on X,
    (anuncios|pauta|campañas|publicidad) (en|de) X, (gastamos|gasté|invertimos|invertí) en X, (anúncios|campanhas|publicidade) (no|do) X,
    (gastamos|gastei|investimos|investi) no X`,
  creative: `creative, creatives, artwork, banner, image, picture, photo, video ad, pieza, piezas, imagen, imágenes, foto, diseño, imagem,
    peça, peças, creativo, creatividad, creatividades, criativo, miniatura, thumbnail, best (ad|ads|creative|creatives), visuals,
    ad images, ad videos, hooks, hook rate, thumbnails, reel ads, UGC, gráfica, gráficas, arte, artes, portada, capa`,
  fatigue: `fatigue, exhausted, overused, overexposed, saturated, sick of, bored, boring, wear out, wearing out, burnout, seen too
    (often|many), (same|see the same) (ad|ads|image|video), refresh (the|my|our) (ad|ads|creatives|images), cansó, cansan, aburre,
    aburrió, hartos, harta, harto, la misma (publicidad|publi|imagen), el mismo (anuncio|aviso|video), mismos (anuncios|avisos),
    (cambiar|renovar) (las|los|la) (imágenes|piezas|creatividades|anuncios), enjoou, enjoaram, o mesmo (anúncio|vídeo), os mesmos
    anúncios, fatigued, worn out, worn, burnt out, burned out, stale, tired, fatiga, fatigado, desgaste, desgastado, quemado,
    quemaron, cansado, cansaron, saturado, saturación, fadiga, cansaram, saturação, renovar, used to work, used to perform, no
    longer works, stopped working, dying, declining, ya no funciona, dejó de funcionar, dejaron de funcionar, antes funcionaba,
    parou de funcionar, pararam de funcionar, não funciona mais, já não funciona, frequency too high, high frequency, frequency,
    frecuencia, frecuencia alta, used to be (my|our|your) best, stopped performing, losing steam, fading, perdió fuerza, dejó de
    rendir, ya no rinde, ya no rinden, perdeu força, não rende mais`,
  headline: `headline, headlines, copy, ad (text|texts|copy|description|title|titles), responsive search ad, RSA, single ad, individual ad,
    (each|every) (single|individual) ad, (each|every) ad, ad by ad, what (my|our|the) ads say, wording, titular, titulares,
    (título|títulos|textos|texto|descripción|descripciones) de (los|mis|nuestros) (anuncios|avisos),
    (título|títulos|descripción|descripciones) de (anuncio|anuncios), cada (anuncio|aviso), anuncio por anuncio, qué dicen
    (mis|los|nuestros) (anuncios|avisos), (títulos|textos|descrições) (dos|de) anúncios, cada anúncio, anúncio por anúncio, texto
    del anuncio, textos de anuncios, texto do anúncio`,
  meta_ads: `Meta, Facebook, FB, Face, Instagram, Insta, IG, paid social, social ads, Advantage, redes pagas`,
  performance: `performance, perform, performing, performer, top performing, underperforming, successful, convert best, converts best, losers,
    winners, ganadora, ganador, perdedora, anda mejor, anduvo mejor, va mejor, effective, work best, works best, working, best,
    worst, winner, loser, result, rendimiento, desempeño, rinde, rindiendo, funciona, funcionando, funcionan, mejor, mejores,
    peor, peores, resultado, eficaz, desempenho, rende, rendendo, melhor, melhores, pior, piores, eficiente, top, bottom, highest,
    lowest, best performing, worst performing, efficient, efficiency, inefficient, más alto, más baja, más bajo, más alta, mejor
    rendimiento, mais alto, mais baixo`,
  paused: `paused, active, inactive, enabled, activas, activa, pausadas, pausada, inactivas, ativas, ativa`,
  decide: `turn off, switch off, shut off, shut down, pause, kill, cut, stop (the|my|our) (ads|campaign|campaigns), scale, scale up, put more
    (money|budget), more budget, where should (i|we) (spend|invest|put), move budget, double down, apagar, pausar, pausarías,
    frenar, cortar, recortar, escalar, detener, conviene, poner más (plata|presupuesto|dinero), más presupuesto, dónde invertir,
    bajar el presupuesto, subir el presupuesto, desligar, parar (os|as) (anúncios|campanhas), onde investir, mais verba, colocar
    mais`,
}
