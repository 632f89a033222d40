// Words about social networks without ads. Sources were read in 2026-11:
// - The glossary of terms of Instagram by Rival IQ, in Spanish (feaseo.com).
// - The metrics of Instagram by Ampjar, connectandconquer.co and o2digital.com.
// - The names of social networks and of their formats.
export const social = {
  social_network: `social media, social network, organic social, social, Instagram, Insta, IG, LinkedIn, Facebook page, redes sociales, red social,
    redes, orgánico en redes, redes sociais, rede social`,
  follower: `follower, followers, following us, follower growth, community, fans, audience size, seguidor, seguidores, nos siguen, nos sigue, comunidad,
    seguidores nuevos, seguem, nos seguem, comunidade`,
  post: `post, posts, reel, reels, story, stories, carousel, feed, publication, published content, publicación, publicaciones, publicado, historia,
    historias, carrusel, contenido publicado, publicação, publicações, postagem, postagens, carrossel`,
  reaction: `like, likes, comment, comments, engagement, engagement rate, interactions, saves, shares, reactions, me gusta, comentario,
    comentarios, interacción, interacciones, guardados, compartidos, tasa de interacción, curtida, curtidas, comentário, comentários, engajamento,
    interação, interações, salvos, compartilhamentos`,
}
