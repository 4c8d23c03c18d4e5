export const categories = [
  {
    text: 'Textiles & Clothing',
    path: 'Textiles-and-clothing',
    subtitle: 'Handloom, block print, embroidery',
    picture: 'category-textiles',
  },
  {
    text: 'Pottery & Ceramics',
    path: 'Pottery-Ceramics',
    subtitle: 'Thrown, glazed and fired',
    picture: 'category-pottery',
  },
  { text: 'Wood & Furniture', path: 'Wood-Furniture', subtitle: 'Carved, turned and joined', picture: 'category-wood' },
  {
    text: 'Traditional Paintings',
    path: 'Traditional-Paintings',
    subtitle: 'Madhubani, Gond, Warli',
    picture: 'category-traditional-paintings',
  },
  { text: 'Carpets & Rugs', path: 'Carpets-Rugs', subtitle: 'Knotted and flat-woven', picture: 'category-carpets' },
  {
    text: 'Statues & Sculptures',
    path: 'Statues-Sculptures',
    subtitle: 'Bronze, stone and clay',
    picture: 'category-statues',
  },
  { text: 'Food & Spices', path: 'Food-Spices', subtitle: 'Single-farm spice, honey, tea', picture: 'category-food' },
  {
    text: 'Modern Paintings',
    path: 'Modern-Paintings',
    subtitle: 'New work by living artists',
    picture: 'category-modern-paintings',
  },
] as const

export type CategorySlug = (typeof categories)[number]['path']

/** Finds a category by slug or label, in any case. */
export const findCategory = (slugOrLabel: string) => {
  const wanted = slugOrLabel.trim().toLowerCase()
  return categories.find((category) => category.path.toLowerCase() === wanted || category.text.toLowerCase() === wanted)
}

export const categoryUrl = (slug: string) => `/products/${slug.toLowerCase()}`

export const productUrl = (product: { _id: string; category: string }) =>
  `${categoryUrl(product.category)}/${product._id}`
