/** Names of made-up products consist of these. */
export const materials = [
  ...['Indigo', 'Walnut', 'Terracotta', 'Brass', 'Cotton', 'Jute', 'Silk', 'Sandalwood', 'Marble', 'Bamboo'],
  ...['Madder', 'Turmeric', 'Celadon', 'Copper', 'Linen', 'Wool', 'Teak', 'Lacquer', 'Saffron', 'Ebony'],
]
export const things = [
  ...['Bowl', 'Scarf', 'Carpet', 'Vase', 'Stool', 'Painting', 'Elephant', 'Honey', 'Planter', 'Shawl'],
  ...['Teapot', 'Runner', 'Statue', 'Basket', 'Plate', 'Cushion', 'Mirror', 'Pickle', 'Jar', 'Throw'],
]
