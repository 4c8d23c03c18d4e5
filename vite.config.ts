import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** Many small files compress badly and each costs a request: what every page of the shop needs comes in a few. */
const codeSplitting = {
  groups: [
    {
      name: 'react',
      test: /node_modules[\\/](react|react-dom|react-router|react-hot-toast|scheduler)[\\/]/,
      priority: 2,
    },
    { name: 'shop', test: /src[\\/](root|web[\\/]layouts[\\/]store\.layout|web[\\/]seo)\.tsx?/, priority: 1 },
    { name: 'products', test: /src[\\/]features[\\/]catalog[\\/]web[\\/]products\.page\.tsx/ },
  ],
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The toasts are drawn by web/ui/toaster.tsx: the package's own look stays out of the bundle.
  resolve: { alias: [{ find: /^react-hot-toast$/, replacement: 'react-hot-toast/headless' }] },
  build: { assetsInlineLimit: 0, target: 'es2022' },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  // The first page load would otherwise find these one by one and reload.
  optimizeDeps: {
    include: [
      'react',
      'react-dom/client',
      'react-router',
      'react-router/dom',
      'react-hot-toast/headless',
      'uuid',
      'zod',
    ],
  },
  server: { middlewareMode: true, watch: { ignored: ['**/data/**', '**/build/**'] } },
})
