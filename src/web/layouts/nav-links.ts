/** The main links of the top bar and of the menu under 905px. */
export const navLinks = [
  { text: 'All Products', to: '/products' },
  { text: 'Producers', to: '/producers' },
  { text: 'Mission', to: '/mission' },
]
