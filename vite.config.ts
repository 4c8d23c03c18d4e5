import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, target: 'es2022' },
  // The first page load would otherwise find these one by one and reload.
  optimizeDeps: {
    include: ['react', 'react-dom/client', 'react-router', 'react-router/dom', 'react-hot-toast', 'uuid', 'zod'],
  },
  server: { middlewareMode: true, watch: { ignored: ['**/data/**', '**/build/**'] } },
})
