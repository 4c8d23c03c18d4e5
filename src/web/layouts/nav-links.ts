export const navLinks = [
  { text: 'All Products', to: '/products', prefetch: 'intent' },
  { text: 'Producers', to: '/producers', prefetch: 'intent' },
  { text: 'Mission', to: '/mission', prefetch: 'intent' },
] as const
