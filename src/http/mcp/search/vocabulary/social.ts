// Words about social networks without ads. Words that also mean much else, such as "like", "share" and "feed", are left out. Sources were
// read in 2026-11:
// - The glossary of terms of Instagram by Rival IQ, in Spanish (feaseo.com).
// - The metrics of Instagram by Ampjar, connectandconquer.co and o2digital.com.
// - The names of social networks and of their formats.
export const social = {
  social_network: `social media, social network, organic social, Instagram, LinkedIn, redes sociales, red social, redes sociais,
    rede social`,
  follower: `follower, followers, follower growth, seguidor, seguidores, nos siguen, nos seguem`,
  post: `posts, reel, reels, stories, carousel, publicación, publicaciones, historias de Instagram, carrusel, publicação, publicações, postagem,
    postagens, carrossel`,
  reaction: `engagement, engagement rate, interactions, reactions, me gusta, interacción, interacciones, tasa de interacción, curtida, curtidas,
    engajamento, interação, interações`,
}
