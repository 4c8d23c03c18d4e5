/** What categories are called in Hindi, by the English text. */
export const categoriesHi = {
  'Textiles & Clothing': 'कपड़े',
  'Pottery & Ceramics': 'मिट्टी के बर्तन',
  'Wood & Furniture': 'लकड़ी का सामान',
  'Traditional Paintings': 'लोक चित्र',
  'Carpets & Rugs': 'दरी और क़ालीन',
  'Statues & Sculptures': 'मूर्तियाँ',
  'Food & Spices': 'मसाले और खाने का सामान',
  'Modern Paintings': 'नई पेंटिंग',
}

/** A category's name in Hindi; what has none stays as it is. */
export const categoryInHindi = (text: string) => new Map(Object.entries(categoriesHi)).get(text) ?? text
