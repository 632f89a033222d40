// Words about social networks without ads. Words that also mean much else, such as "like", "share" and "feed", are left out. Sources were
// read in 2026-11:
// - The glossary of terms of Instagram by Rival IQ, in Spanish (feaseo.com).
// - The metrics of Instagram by Ampjar, connectandconquer.co and o2digital.com.
// - The names of social networks and of their formats.
export const social = {
  social_network: `social media, social network, socials, organic social, Instagram, Insta, IG, LinkedIn, fan page, fanpage, redes, redes sociales,
    orgánico de redes, mis redes, red social, redes sociais, rede social`,
  follower: `follower, followers, following us, follow us, fans, audience growth, (people|who) follow, seguidor, me siguen, me sigue, siguen,
    seguindo, seguidores, nos siguen, nos seguem`,
  post: `posts, post, posted, posting, content, reel, reels, stories, carousel, feed, posteo, posteos, posteé, posteamos, publiqué, subí,
    subimos, contenido, contenidos, historias, conteúdo, conteúdos, postei, publicación, publicaciones, historias de Instagram,
    carrusel, publicação, publicações, postagem, postagens, carrossel`,
  reaction: `engagement, engage, engaged, likes, liked, comments, comment, saves, shares, most liked, interact, likeado, megusta, comentarios,
    guardados, compartidos, gustó, gustaron, gusta más, comentários, salvos, engajou, engagement rate, interactions, reactions, me
    gusta, interacción, interacciones, tasa de interacción, curtida, curtidas, engajamento, interação, interações`,
}
