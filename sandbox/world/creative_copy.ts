/** Headlines and texts of creatives, by the campaign's language. */
export const copy = {
  es: {
    titles: [
      'Hecho a mano en México',
      'La luz de tu casa',
      'Textiles que abrazan',
      'Barro, lana y madera',
      'Tu sala, como nueva',
      'Envío gratis desde $999',
    ],
    bodies: [
      'Piezas de taller, una por una. Llévalas a casa con envío gratis desde $999.',
      'Lámparas, tapetes y vajillas de artesanos mexicanos. Garantía de 30 días.',
      'Lo que tu sala estaba esperando: textiles de Oaxaca y luz cálida.',
      'Nueva colección: hecha a mano, pensada para durar.',
    ],
  },
  en: {
    titles: ['Handmade in Mexico', 'Warm light for your home', 'Wool rugs from Oaxaca', 'Clay, wool and wood'],
    bodies: [
      'One-of-a-kind pieces from Mexican workshops, shipped to your home.',
      'Rugs, lamps and tableware made by hand. 30-day guarantee.',
    ],
  },
}
