/** The main links of the top bar and of the menu under 905px. */
export const navLinks = [
  { text: 'All Products', to: '/products', prefetch: 'intent' },
  { text: 'Producers', to: '/producers', prefetch: 'none' },
  { text: 'Mission', to: '/mission', prefetch: 'none' },
] as const
