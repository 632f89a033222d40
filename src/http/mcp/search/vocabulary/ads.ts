// Words about advertising. Sources were read in 2026-11:
// - The list of acronyms of Official PPC Chat.
// - The Glosario Digital of CIM and IAB México.
// - The glossary of Ecombase (Brazil).
// - The vendors' names for their products, in the help of Google Ads and Meta.
export const ads = {
  advertising: `ad, ads, advert, advertise, advertisement, advertising, paid media, sponsored, promoted post, boosted post, anuncio, anuncios,
    publicidad, publicitario, pauta, pautar, propaganda, aviso, medios pagos, anúncio, anúncios, publicidade, mídia paga, tráfego pago,
    tráfico pago, impulsionar, impulsionamento, patrocinado`,
  spend: `spend, spent, spending, cost, budget, invest, investment, money, waste, burn, burning, pay for, paid for, gasto, gastar, gastado,
    gasté, invertir, inversión, invertido, presupuesto, costo, coste, dinero, plata, lana, derrochar, tirar el dinero, gastei, gastou,
    investir, investimento, investi, verba, orçamento, custo, dinheiro, grana, torrar, desperdiçar, queimar`,
  return: `ROAS, ROI, ROMI, MER, ACOS, COS, return on, return, profitable, pay off, paying off, pays off, worth it, worth the money,
    making money, losing money, retorno, rentable, rentables, vale la pena, valen la pena, me conviene, perdiendo dinero, rentável,
    vale a pena, valem a pena, compensa, prejuízo, dando lucro, dá lucro`,
  cost_per_result: `CPC, CPM, CPA, CPL, CPO, CAC, PPC, cost per click, cost per acquisition, cost per lead, cost per conversion, cost per result,
    acquisition cost, costo por clic, coste por clic, costo por adquisición, costo por resultado, costo por cliente, coste por lead,
    custo por clique, custo por aquisição, custo por resultado, custo por venda, custo por lead`,
  campaign: `campaign, campaña, campanha`,
  google_ads: `Google Ads, AdWords, GAds, PMax, performance max, search ads, paid search, SEM, shopping ads, Google campaign, Google campaigns,
    ads on Google, ads in Google, campañas de Google, campaña de Google, campañas en Google, anuncios de Google, anuncios en Google,
    publicidad en Google, campanha do Google, campanhas do Google, campanha no Google, campanhas no Google, anúncios do Google,
    anúncios no Google, rede de pesquisa, red de búsqueda`,
  ad_group: `ad group, adgroup, grupo de anuncios, grupo de anúncios`,
  tiktok_ads: `TikTok, TT, short video, short videos, Smart+, GMV Max, video corto, videos cortos, vídeo curto, vídeos curtos`,
  creative: `creative, creatives, artwork, creativo, creatividad, creatividades, criativo, miniatura, thumbnail`,
  fatigue: `fatigue, fatigued, worn out, worn, burnt out, burned out, stale, tired, fatiga, fatigado, desgaste, desgastado, quemado, quemaron,
    cansado, cansaron, saturado, saturación, fadiga, cansaram, saturação, refresh, renovar, used to work, used to perform, no longer works,
    stopped working, dying, declining, ya no funciona, dejó de funcionar, dejaron de funcionar, antes funcionaba, parou de funcionar,
    pararam de funcionar, não funciona mais, já não funciona`,
  headline: `headline, headlines, copy, ad text, ad texts, titular, titulares, texto del anuncio, textos de anuncios, texto do anúncio`,
  meta_ads: `Meta, Facebook, FB, Face, Instagram, Insta, IG, Reels, paid social, social ads, Advantage`,
  performance: `performance, perform, performing, underperforming, effective, work best, works best, working, best, worst, winner, loser, result,
    rendimiento, desempeño, rinde, rindiendo, funciona, funcionando, funcionan, mejor, mejores, peor, peores, resultado, eficaz,
    desempenho, rende, rendendo, melhor, melhores, pior, piores, eficiente`,
  pause: `pause, paused, active, turn off, switch off, activas, pausadas, apagar, pausar, detener, ativas, parar, desligar`,
}
