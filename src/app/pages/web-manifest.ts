const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/pictures/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** What a phone needs to put the shop among its apps, in the page's colours. */
export const webManifest = (storeName: string) => ({
  id: '/',
  name: storeName,
  short_name: storeName,
  lang: 'en-IN',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#000000',
  background_color: '#ffffff',
  icons: [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('icon-maskable-512', 512, 'maskable')],
})
